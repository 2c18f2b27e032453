import { sql, type Kysely } from 'kysely'

/** Protected events hide their links, so these are not visible; an index shows lists which events are protected. */
export const linksOfProtectedEvents = {
  async up(db: Kysely<unknown>) {
    await sql`update event_links set visible = 0
      where event_id in (select id from events where password is not null)`.execute(db)
    await sql`create index events_protected on events (id) where password is not null`.execute(db)
  },
}
