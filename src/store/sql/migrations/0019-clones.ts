import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Imports of all five kinds, with the IDs they have at the source, and the responses of a source fetched so far. */
export const clones = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await db.schema.alterTable('imports').addColumn('last_ids', 'text').execute()
    for (const table of ['import_rows', 'imported']) {
      await db.schema.alterTable(table).renameColumn('event', 'target').execute()
      await db.schema
        .alterTable(table)
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo('events'))
        .execute()
    }
    await db.schema
      .createTable('import_pages')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('fetched', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('import_pages_key', ['source', 'address'])
      .execute()
  },
})
