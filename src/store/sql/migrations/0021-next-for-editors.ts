import { sql, type Kysely } from 'kysely'

/**
 * Indexes of lists contain whether an event is an occurrence, so that lists of the next ones are counted with the index
 * alone.
 */
export const nextForEditors = {
  async up(db: Kysely<unknown>) {
    for (const [name, columns] of [
      ['events_listed', 'start_utc, id, end_utc'],
      ['events_ending', 'end_utc, start_utc, id'],
    ] as const) {
      await db.schema.dropIndex(name).execute()
      await sql`create index ${sql.id(name)} on events (status, hide_from_listings, ${sql.raw(columns)}, languages, recurrence_id)`.execute(
        db,
      )
    }
  },
}
