import type { Kysely, Selectable } from 'kysely'
import { isSeries } from '../../resources/events/listing.ts'
import type { First } from '../../recurrence/index.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, EventTable, SeriesTable } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'

/** The rows that a series is made of: its event, when it repeats, and its occurrences. */

export type EventRow = Selectable<EventTable>
export type SeriesRow = Selectable<SeriesTable>

export interface Series {
  readonly event: EventRow
  readonly rule: SeriesRow
}

const eventsById = prepareByIds<EventRow>((db, ids) =>
  db.selectFrom('events').selectAll().where('id', 'in', ids),
)

export const seriesRules = prepareByIds<SeriesRow>((db, ids) =>
  db.selectFrom('series').selectAll().where('id', 'in', ids),
)

/** Undefined if the event is no series. */
export async function findSeries(db: Kysely<Database>, id: number): Promise<Series | undefined> {
  const [event] = await eventsById(db, [id])
  const [rule] = event !== undefined && isSeries(event) ? await seriesRules(db, [id]) : []
  return event !== undefined && rule !== undefined ? { event, rule } : undefined
}

/** A series that is known to be there. */
export async function readSeries(db: Kysely<Database>, id: number): Promise<Series> {
  const series = await findSeries(db, id)
  if (series === undefined) throw new Error(`event ${id} is no series`)
  return series
}

/** All of a series, those in the trash too, as the rule has placed them. */
export const occurrencesOf = (db: Kysely<Database>, id: number): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('post_parent', '=', id)
    .where('recurrence_id', 'is not', null)
    .orderBy('recurrence_id')
    .orderBy('id')
    .execute()

export const isInTrash = ({ status }: Pick<EventRow, 'status'>): boolean => status === 'trash'

/** What the rule counts from. */
export const firstOf = ({ event, rule }: Series): First => ({
  start: rule.starts,
  timezone: event.timezone,
  allDay: event.all_day === 1,
})

/** Writes whole rows of events that are there; rows that are the same as before are left out by the caller. */
export async function rewriteEvents(trx: Trx, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const rest = `on conflict (id) do update set ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`
  await inBatches(rows, (some) => insertRows(trx, 'events', some, rest))
}

/** Whether occurrences of any series are still to be made. */
export const hasOpenSeries = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('series').select('id').where('due', 'is not', null).limit(1).executeTakeFirst()) !==
  undefined
