import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Repeating events: a series is an event, and so is each of its occurrences. */
export const series = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('events').addColumn('recurrence_id', 'text').execute()
    await db.schema
      .alterTable('events')
      .addColumn('overrides', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('series')
      .addColumn('id', dialect.integer, (column) => column.primaryKey())
      .addColumn('recurrence', 'text', (column) => column.notNull())
      .addColumn('starts', 'text', (column) => column.notNull())
      .addColumn('ends', 'text', (column) => column.notNull())
      .addColumn('split_from', dialect.integer)
      .addColumn('horizon', 'text', (column) => column.notNull())
      .addColumn('due', dialect.integer)
      .execute()
    await sql`create index events_of_series on events (post_parent, start_utc, id, end_utc, status) where recurrence_id is not null`.execute(
      db,
    )
    await sql`create index series_due on series (due) where due is not null`.execute(db)
  },
})
