import { sql, type Kysely } from 'kysely'

/**
 * The contact of a suggestion that became a series stayed with its first occurrence, where no decision deleted it. It moves to
 * the series while that awaits a decision; all others are deleted.
 */
export const contactsOfSeries = {
  async up(db: Kysely<unknown>) {
    const contacts = sql`from history as one join events on events.id = one.id
      where one.kind = 'events' and one.version = 1 and one.author = 0 and one.note is not null
      and events.recurrence_id is not null`
    await sql`update history
      set note = (select max(one.note) ${contacts} and events.post_parent = history.id), author = 0
      where kind = 'events' and version = 1 and note is null and action = 'created'
      and id in (select events.post_parent ${contacts})`.execute(db)
    await sql`update history set note = null
      where kind = 'events' and version = 1 and author = 0 and note is not null
      and id not in (select id from events where status in ('pending', 'draft') and recurrence_id is null)`.execute(
      db,
    )
  },
}
