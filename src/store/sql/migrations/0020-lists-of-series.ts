import { sql, type Kysely } from 'kysely'

/** The next occurrence of each series is found with an index alone, which contains everything that lists depend on. */
export const listsOfSeries = {
  async up(db: Kysely<unknown>) {
    await sql`create index events_next_of_series on events (post_parent, start_utc, id, end_utc, status, hide_from_listings, author, recurrence_id) where recurrence_id is not null`.execute(
      db,
    )
    await sql`drop index events_of_series`.execute(db)
  },
}
