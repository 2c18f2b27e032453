import type { Selectable } from 'kysely'
import { prepareByIds } from './prepared-queries.ts'
import type { EventTable } from './schema.ts'

/** When an event takes place, and how often that, its place or its status has changed. */
export type Schedule = Pick<
  Selectable<EventTable>,
  'id' | 'timezone' | 'all_day' | 'start_utc' | 'end_utc' | 'sequence'
>

export const schedulesOf = prepareByIds<Schedule>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'timezone', 'all_day', 'start_utc', 'end_utc', 'sequence'])
    .where('id', 'in', ids),
)
