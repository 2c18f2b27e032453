import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/**
 * Triggers record changes, so that no write can omit them; migrations/index.ts creates them. Counts are per target
 * only, because the event index knows the totals of days. Derived tables are rebuilt, because their rows follow from
 * the others.
 */
export const trackedChanges = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('documents_made').execute()
    await db.schema
      .createTable('renderings')
      .addColumn('id', dialect.integer, (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
      .addColumn('is_complete', dialect.integer, (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('event_documents')
      .addColumn('rendering', dialect.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`alter table event_documents rename column told to text_language`.execute(db)
    await sql`alter table event_documents rename column locked to has_password`.execute(db)
    await addCounts(db, dialect)
    await sql`delete from changes`.execute(db)
    await db.schema.alterTable('changes').addColumn('former', 'text').execute()
    await db.schema.dropIndex('events_long').execute()
  },
})

async function addCounts(db: Kysely<unknown>, dialect: Dialect) {
  await dialect
    .cluster(db.schema.createTable('event_counts'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target', dialect.integer, (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('n', dialect.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('event_counts_key', ['kind', 'target', 'language'])
    .execute()
  await sql`insert into event_counts (kind, target, language, n)
    select kind, target, language, n from tallies where kind <> 'start' and n <> 0`.execute(db)
  await db.schema.dropTable('tallies').execute()
}
