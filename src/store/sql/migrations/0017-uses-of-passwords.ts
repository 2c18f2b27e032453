import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** When each application password was last used; null if never, or before this was recorded. */
export const usesOfPasswords = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('application_passwords').addColumn('last_used', dialect.integer).execute()
  },
})
