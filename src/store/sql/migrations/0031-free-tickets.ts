import { sql, type Kysely } from 'kysely'
import { areFree } from '../../../resources/events/prices.ts'
import type { Ticket } from '../../../resources/events/tickets.ts'
import type { Dialect } from '../dialects/dialect.ts'

/** Where the cost of an event has no amounts, lists filter by what its tickets cost. */
export const freeTickets = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // What visitors see of an event has not changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('events').addColumn('has_free_tickets', dialect.integer).execute()
    await fillFreeTickets(db)
    await db.schema.dropIndex('events_free').execute()
    await sql`create index events_free on events
      (status, coalesce(is_free, has_free_tickets), start_utc, id, end_utc)`.execute(db)
  },
})

interface Ticketed {
  readonly id: number
  readonly tickets: string
}

const eventsAtOnce = 1_000

async function fillFreeTickets(db: Kysely<unknown>) {
  for (let last = 0; ;) {
    const { rows } = await sql<Ticketed>`
      select id, tickets from events where id > ${last} and ticketed = 1 order by id limit ${eventsAtOnce}`.execute(
      db,
    )
    if (rows.length === 0) return
    for (const free of [false, true])
      await updateFree(
        db,
        free,
        rows.filter(({ tickets }) => areFree(JSON.parse(tickets) as Ticket[]) === free).map(({ id }) => id),
      )
    last = rows.at(-1)!.id
  }
}

async function updateFree(db: Kysely<unknown>, free: boolean, ids: readonly number[]) {
  if (ids.length > 0)
    await sql`update events set has_free_tickets = ${Number(free)} where id in (${sql.join(ids)})`.execute(db)
}
