import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Signing in with a browser: passwords, sessions, known browsers, and the audit log of accounts. */
export const sessions = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await addPasswords(db, dialect)
    await addSessions(db, dialect)
    await dialect
      .addId(db.schema.createTable('audit_log'), 'id')
      .addColumn('at', dialect.integer, (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('user_id', dialect.integer)
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('target_kind', 'text')
      .addColumn('target_id', dialect.integer)
      .addColumn('target_name', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at']).execute()
  },
})

async function addPasswords(db: Kysely<unknown>, dialect: Dialect) {
  await db.schema
    .createTable('user_passwords')
    .addColumn('user_id', dialect.integer, (column) => column.primaryKey())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('changed', dialect.integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', dialect.integer, (column) => column.notNull())
    .addColumn('expires', dialect.integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('name_hash', 'text', (column) => column.primaryKey())
    .addColumn('failures', dialect.integer, (column) => column.notNull())
    .addColumn('last', dialect.integer, (column) => column.notNull())
    .execute()
}

async function addSessions(db: Kysely<unknown>, dialect: Dialect) {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', dialect.integer, (column) => column.notNull())
    .addColumn('expires', dialect.integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('known_browsers')
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('user_id', dialect.integer, (column) => column.notNull())
    .addColumn('expires', dialect.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_browsers_key', ['token_hash', 'user_id'])
    .execute()
  for (const table of ['sessions', 'known_browsers'])
    await db.schema.createIndex(`${table}_of_user`).on(table).columns(['user_id', 'expires']).execute()
}
