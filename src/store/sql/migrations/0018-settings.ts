import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Settings that administrators change while the service is running, as text, and e-mail waiting to be sent. */
export const settings = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await dialect
      .addId(db.schema.createTable('mails'), 'id')
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('event', dialect.integer)
      .addColumn('created', dialect.integer, (column) => column.notNull())
      .execute()
  },
})
