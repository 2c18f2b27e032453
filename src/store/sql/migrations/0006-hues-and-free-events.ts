import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Categories have a hue. */
export const huesAndFreeEvents = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('categories').addColumn('hue', dialect.integer).execute()
  },
})
