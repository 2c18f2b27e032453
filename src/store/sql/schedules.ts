import type { Selectable } from 'kysely'
import type { Wall } from '../../time/index.ts'
import { prepareByIds } from './prepared-queries.ts'
import type { EventTable } from './schema.ts'

/** When an event takes place, as lists see it. */
export type EventTimes = Pick<Selectable<EventTable>, 'id' | 'start_utc' | 'end_utc'>

/** When an event takes place, its SEQUENCE, and the series that it belongs to. */
export type Schedule = Pick<
  Selectable<EventTable>,
  'id' | 'timezone' | 'all_day' | 'start_utc' | 'end_utc' | 'sequence'
> & {
  readonly series: number | null
  /** The local start of the series, and its time zone. */
  readonly series_starts: Wall | null
  readonly series_timezone: string | null
}

export const schedulesOf = prepareByIds<Schedule>((db, ids) =>
  db
    .selectFrom('events')
    .leftJoin('series', (join) =>
      join.onRef('series.id', '=', 'events.post_parent').on('events.recurrence_id', 'is not', null),
    )
    .leftJoin('events as parent', 'parent.id', 'series.id')
    .select(['events.id', 'events.timezone', 'events.all_day', 'events.start_utc', 'events.end_utc'])
    .select(['events.sequence', 'series.id as series', 'series.starts as series_starts'])
    .select('parent.timezone as series_timezone')
    .where('events.id', 'in', ids)
    // Ordered, so that feeds list zones and series alike and have one entity tag on every database.
    .orderBy('events.id'),
)
