import { sql, type Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import type { Database } from './schema.ts'

/** A text of an event, and when it begins. */
export interface DatedTitle {
  readonly id: number
  readonly title: string
  readonly start_date: string
}

/** An index orders events of a status by their start: it is read once for each period, and not from end to end. */
const statuses = sql`('publish', 'future', 'draft', 'pending', 'private')`

/** The texts of all events that begin in these periods and are not in the trash. */
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
