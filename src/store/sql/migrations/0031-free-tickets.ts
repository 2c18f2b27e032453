import { sql, type Kysely } from 'kysely'
import { areFree } from '../../../resources/events/prices.ts'
import type { Ticket } from '../../../resources/events/tickets.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { fillFlag } from './fill-flag.ts'

/** Where the cost of an event has no amounts, lists filter by what its tickets cost. */
export const freeTickets = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // What visitors see of an event has not changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('events').addColumn('has_free_tickets', dialect.integer).execute()
    await fillFlag(db, {
      column: 'has_free_tickets',
      read: (after, limit) => sql<{ readonly id: number; readonly tickets: string }>`
        select id, tickets from events where id > ${after} and ticketed = 1 order by id limit ${limit}`,
      isSet: ({ tickets }) => areFree(JSON.parse(tickets) as Ticket[]),
    })
    await db.schema.dropIndex('events_free').execute()
    await sql`create index events_free on events
      (status, coalesce(is_free, has_free_tickets), start_utc, id, end_utc)`.execute(db)
  },
})
