import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Deliveries store the ID of their message, because their own number may be assigned again after a restore. */
export const messageIds = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema
      .alterTable('webhook_deliveries')
      .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update webhook_deliveries set message = 'msg_' || id`.execute(db)
  },
})
