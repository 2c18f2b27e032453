import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** What imports last wrote to occurrences, so that what is edited there can be told from it. */
export const importedOccurrences = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('imported').addColumn('occurrences', 'text').execute()
  },
})
