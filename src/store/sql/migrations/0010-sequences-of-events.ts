import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** Calendars compare the SEQUENCE of an event, and its UID must never change (RFC 5545 3.8.7.4, 3.8.4.7). */
export const sequencesOfEvents = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema
      .alterTable('events')
      .addColumn('sequence', dialect.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('settled_texts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
})
