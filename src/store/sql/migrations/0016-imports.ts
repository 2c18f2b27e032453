import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Imports, the records that each of them read, and which event came from which record of a source. */
export const imports = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await dialect
      .addId(db.schema.createTable('imports'), 'id')
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('mapping', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('fault', 'text')
      .addColumn('author', integer, (column) => column.notNull())
      .addColumn('created', integer, (column) => column.notNull())
      .addColumn('finished', integer)
      .addColumn('schedule', 'text')
      .addColumn('due', integer)
      .addColumn('scheduled_by', integer)
      .execute()
    await db.schema
      .createTable('import_rows')
      .addColumn('import', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('line', integer, (column) => column.notNull())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('reasons', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('event', integer)
      .addColumn('outcome', 'text')
      .addColumn('written', 'text')
      .addPrimaryKeyConstraint('import_rows_key', ['import', 'position'])
      .execute()
    await db.schema
      .createTable('imported')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addColumn('event', integer, (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('edited', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('imported_key', ['source', 'external_id'])
      .execute()
    await sql`create index imports_due on imports (due) where due is not null`.execute(db)
    await sql`create index import_rows_by_action on import_rows (import, action)`.execute(db)
  },
})
