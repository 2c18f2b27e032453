import { sql, type Kysely } from 'kysely'

/** Pages of resources in the trash respond with 410, so their slugs are looked up too. */
export const slugsInTheTrash = () => ({
  async up(db: Kysely<unknown>) {
    for (const name of ['event_texts', 'venue_texts', 'organizer_texts'])
      await sql`create index ${sql.id(`${name}_trashed_slug`)} on ${sql.table(name)} (slug) where live = 0`.execute(
        db,
      )
  },
})
