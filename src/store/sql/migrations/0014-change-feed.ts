import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** What happened to which resource, in the order of commits; `changes` records the state of each before. */
export const changeFeed = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('changes').addColumn('former_state', 'text').execute()
    await db.schema
      .createTable('change_feed')
      .addColumn('seq', dialect.integer, (column) => column.primaryKey())
      .addColumn('version', dialect.integer, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', dialect.integer, (column) => column.notNull())
      .addColumn('former_state', 'text')
      .addColumn('state', 'text')
      .addColumn('modified', dialect.integer, (column) => column.notNull())
      .addColumn('recorded', dialect.integer, (column) => column.notNull())
      .execute()
  },
})
