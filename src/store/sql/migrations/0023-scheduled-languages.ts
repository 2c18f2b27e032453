import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** The languages of a scheduled import, because each of its runs reads the source again. */
export const scheduledLanguages = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('imports').addColumn('languages', 'text').execute()
  },
})
