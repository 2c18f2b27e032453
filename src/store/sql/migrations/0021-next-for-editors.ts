import { sql, type Kysely } from 'kysely'

/** Whether an event is an occurrence stands in the indexes of lists, so that those of the next ones are counted in them alone. */
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
