import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Search engines show the former start of a rescheduled event (schema.org `previousStartDate`). */
export const previousStarts = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('events').addColumn('previous_start', 'text').execute()
  },
})
