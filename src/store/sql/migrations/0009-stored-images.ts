import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Images that we store ourselves: their files, their descriptions, and the jobs that create their sizes. */
export const storedImages = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await addColumns(db, dialect)
    await sql`create unique index images_name on images (name) where name is not null`.execute(db)
    for (const table of ['events', 'venues', 'organizers'])
      await sql`create index ${sql.id(`${table}_by_image`)} on ${sql.table(table)} (image, id) where image is not null`.execute(
        db,
      )
    await db.schema
      .createTable('jobs')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('target', dialect.integer, (column) => column.notNull())
      .addColumn('due', dialect.integer, (column) => column.notNull())
      .addColumn('attempts', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('jobs_key', ['kind', 'target'])
      .execute()
    await db.schema.createIndex('jobs_due').on('jobs').columns(['due']).execute()
  },
})

async function addColumns(db: Kysely<unknown>, dialect: Dialect) {
  for (const [name, type, initial] of [
    ['author', dialect.integer, 0],
    ['created', dialect.integer, 0],
    ['alt', 'text', '{}'],
    ['focus_x', 'double precision', 0.5],
    ['focus_y', 'double precision', 0.5],
  ] as const)
    await db.schema
      .alterTable('images')
      .addColumn(name, type, (column) => column.notNull().defaultTo(initial))
      .execute()
  for (const name of ['name', 'file', 'placeholder'])
    await db.schema.alterTable('images').addColumn(name, 'text').execute()
}
