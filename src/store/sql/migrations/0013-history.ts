import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/**
 * The versions of every resource. The history of existing resources begins with their creation, as far as it is known.
 */
export const history = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('history')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', dialect.integer, (column) => column.notNull())
      .addColumn('version', dialect.integer, (column) => column.notNull())
      .addColumn('at', dialect.integer, (column) => column.notNull())
      .addColumn('author', dialect.integer, (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('restored', dialect.integer)
      .addColumn('note', 'text')
      .addColumn('former', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_key', ['kind', 'id', 'version'])
      .execute()
    await sql`create index history_deleted on history (at) where action = 'deleted'`.execute(db)
    for (const kind of ['events', 'venues', 'organizers']) await begin(db, kind, 'date', 'author')
    for (const kind of ['categories', 'tags']) await begin(db, kind, 'modified', '0')
  },
})

const begin = (db: Kysely<unknown>, kind: string, at: string, author: string) =>
  sql`insert into history (kind, id, version, at, author, language, action, former)
    select ${sql.lit(kind)}, id, 1, ${sql.raw(at)}, ${sql.raw(author)}, original_language, 'created', '{}' from ${sql.table(kind)}`.execute(
    db,
  )
