import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Receivers of the change feed, and their deliveries. */
export const webhooks = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    await dialect
      .addId(db.schema.createTable('webhooks'), 'id')
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('kinds', 'text', (column) => column.notNull())
      .addColumn('actions', 'text', (column) => column.notNull())
      .addColumn('languages', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('links', 'text', (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('created', integer, (column) => column.notNull())
      .addColumn('failing', integer)
      .addColumn('disabled', integer)
      .addColumn('active', integer, (column) => column.notNull())
      .execute()
    await dialect
      .addId(db.schema.createTable('webhook_deliveries'), 'id')
      .addColumn('webhook', integer, (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('created', integer, (column) => column.notNull())
      .addColumn('due', integer)
      .addColumn('response', 'text')
      .execute()
    await sql`create index deliveries_due on webhook_deliveries (due) where due is not null`.execute(db)
    await sql`create index deliveries_of_webhook on webhook_deliveries (webhook, id)`.execute(db)
  },
})
