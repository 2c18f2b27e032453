import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Search engines show from when a rescheduled event was moved (schema.org `previousStartDate`). */
export const previousStarts = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing that visitors see has changed. The newest migration creates the triggers anew.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('events').addColumn('previous_start', 'text').execute()
  },
})
