import { sql, type Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import type { Database } from './schema.ts'

/** A title of an event, with the start of the event. */
export interface DatedTitle {
  readonly id: number
  readonly title: string
  readonly start_date: string
}

/**
 * Listed because an index orders the events of each status by start: each period is then a range of it, not a full
 * scan.
 */
const statuses = sql`('publish', 'future', 'draft', 'pending', 'private')`

/** The titles of all events that start in these periods and are not in the trash. */
export async function eventsBeginningIn(
  db: Kysely<Database>,
  periods: readonly (readonly [first: Instant, last: Instant])[],
): Promise<readonly DatedTitle[]> {
  const values = periods.map(
    ([first, last]) => sql`select cast(${first} as bigint) as first, cast(${last} as bigint) as last`,
  )
  const { rows } = await sql<DatedTitle>`
    select distinct events.id, event_texts.title, events.start_date
    from (${sql.join(values, sql` union all `)}) as periods
    cross join events
    join event_texts on event_texts.id = events.id
    where events.status in ${statuses} and events.featured in (0, 1)
      and events.start_utc between periods.first and periods.last
      and event_texts.live = 1 and event_texts.title is not null`.execute(db)
  return rows
}
