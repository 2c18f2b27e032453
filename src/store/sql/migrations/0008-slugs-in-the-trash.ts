import { sql, type Kysely } from 'kysely'

/** Pages of what is in the trash say that it is gone, so its slugs are looked up too. */
export const slugsInTheTrash = () => ({
  async up(db: Kysely<unknown>) {
    for (const name of ['event_texts', 'venue_texts', 'organizer_texts'])
      await sql`create index ${sql.id(`${name}_trashed_slug`)} on ${sql.table(name)} (slug) where live = 0`.execute(
        db,
      )
  },
})
