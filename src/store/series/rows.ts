import { sql, type Kysely, type Selectable } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { isSeries } from '../../resources/events/hide-from-listings.ts'
import type { Item } from '../../resources/resource.ts'
import type { First } from '../../recurrence/index.ts'
import type { Wall } from '../../time/index.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, EventTable, SeriesTable } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'

/** The rows that make up a series: its event, its rule and its occurrences. */

export type EventRow = Selectable<EventTable>
export type SeriesRow = Selectable<SeriesTable>

export interface Series {
  readonly event: EventRow
  readonly rule: SeriesRow
}

export const rowOf = ({ row }: Pick<Item, 'row'>): EventRow => row as unknown as EventRow

export const isOccurrence = (row: Pick<EventRow, 'recurrence_id'>): boolean => row.recurrence_id !== null

/** The columns of an event that belongs to no series. */
export const single = { post_parent: 0, recurrence_id: null, overrides: '' }

const eventsById = prepareByIds<EventRow>((db, ids) =>
  db.selectFrom('events').selectAll().where('id', 'in', ids),
)

export const seriesRules = prepareByIds<SeriesRow>((db, ids) =>
  db.selectFrom('series').selectAll().where('id', 'in', ids),
)

export const findEvent = async (db: Kysely<Database>, id: number): Promise<EventRow | undefined> =>
  (await eventsById(db, [id]))[0]

/** Undefined if the event is not a series. */
export async function findSeries(db: Kysely<Database>, id: number): Promise<Series | undefined> {
  const event = await findEvent(db, id)
  const [rule] = event !== undefined && isSeries(event) ? await seriesRules(db, [id]) : []
  return event !== undefined && rule !== undefined ? { event, rule } : undefined
}

/** Throws if the event is not a series. */
export async function readSeries(db: Kysely<Database>, id: number): Promise<Series> {
  const series = await findSeries(db, id)
  if (series === undefined) throw new Error(`event ${id} is no series`)
  return series
}

/** All occurrences of a series, including those in the trash, in the order of their dates. */
export const occurrencesOf = (db: Kysely<Database>, id: number): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('post_parent', '=', id)
    .where('recurrence_id', 'is not', null)
    .orderBy('recurrence_id')
    .orderBy('id')
    .execute()

/** The occurrences of a series that are not in the trash, in the order of their dates. */
export const liveRowsOf = async (db: Kysely<Database>, id: number): Promise<EventRow[]> =>
  (await occurrencesOf(db, id)).filter((row) => !isInTrash(row))

const parentsById = prepareByIds<Pick<EventRow, 'id' | 'post_parent'>>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent'])
    .where('recurrence_id', 'is not', null)
    .where('id', 'in', ids),
)

const datesOf = prepareByIds<Pick<EventRow, 'id' | 'post_parent' | 'recurrence_id'>>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent', 'recurrence_id'])
    .where('recurrence_id', 'is not', null)
    .where('status', '<>', sql.lit('trash'))
    .where('post_parent', 'in', ids),
)

/** The dates of the occurrences of these series that are not in the trash. */
export const liveOccurrences = (db: Kysely<Database>, series: readonly number[]) => datesOf(db, series)

/** The series of each of these events that is an occurrence. */
export const seriesOf = async (
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> =>
  new Map((await parentsById(db, ids)).map(({ id, post_parent }) => [id, post_parent]))

const splitsOf = prepareByIds<{ id: number; split_from: number }>((db, ids) =>
  db
    .selectFrom('series')
    .select(['id', 'split_from'])
    .$narrowType<{ split_from: number }>()
    .where('split_from', 'in', ids),
)

const liveSplitsOf = prepareByIds<{ split_from: number; starts: Wall }>((db, ids) =>
  db
    .selectFrom('series')
    .innerJoin('events', 'events.id', 'series.id')
    .select(['series.split_from', 'series.starts'])
    .$narrowType<{ split_from: number }>()
    .where('events.status', '<>', sql.lit('trash'))
    .where('series.split_from', 'in', ids),
)

/** When the series begin that were split from these and are not in the trash. */
export async function startsOfSplits(
  db: Kysely<Database>,
  series: readonly number[],
): Promise<ReadonlyMap<number, readonly Wall[]>> {
  const byOrigin = groupBy(await liveSplitsOf(db, series), ({ split_from }) => split_from)
  return new Map([...byOrigin].map(([id, some]) => [id, some.map(({ starts }) => starts)]))
}

/** These series and all that were split from them, each with the one of these that it goes back to. */
export async function originsOf(
  db: Kysely<Database>,
  series: readonly number[],
  known: ReadonlyMap<number, number> = new Map(series.map((id) => [id, id])),
): Promise<ReadonlyMap<number, number>> {
  const found = (await splitsOf(db, series)).filter(({ id }) => !known.has(id))
  if (found.length === 0) return known
  const origins = found.map(({ id, split_from }) => [id, known.get(split_from)!] as const)
  return originsOf(db, idsOf(found), new Map([...known, ...origins]))
}

export const isInTrash = ({ status }: Pick<EventRow, 'status'>): boolean => status === 'trash'

/** The start that the rule counts from. */
export const firstOf = ({ event, rule }: Series): First => ({
  start: rule.starts,
  timezone: event.timezone,
  allDay: event.all_day === 1,
})

export const setColumns = (trx: Trx, id: number, columns: Partial<EventRow>): Promise<unknown> =>
  trx.updateTable('events').set(columns).where('id', '=', id).execute()

/** Overwrites existing events with these rows; the caller omits unchanged ones. */
export async function rewriteEvents(trx: Trx, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const rest = `on conflict (id) do update set ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`
  await inBatches(rows, (some) => insertRows(trx, 'events', some, rest))
}

/** Whether any series has occurrences still to be created. */
export const hasOpenSeries = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('series').select('id').where('due', 'is not', null).limit(1).executeTakeFirst()) !==
  undefined

/**
 * The earliest end, before this time, of a published series that has as many occurrences as are created at a time: its
 * horizon is the last of them, whereas that of others is a moment of the clock. A few are looked at, because some may have
 * been moved.
 */
export async function earliestFullHorizon(db: Kysely<Database>, before: Wall): Promise<Wall | undefined> {
  const { rows } = await sql<{ horizon: Wall | null }>`
    select min(horizon) as horizon from series where due is not null and horizon < ${before} and horizon in (
      select recurrence_id from events
      where post_parent = series.id and recurrence_id is not null and status = 'publish'
      order by start_utc desc limit 10)`.execute(db)
  return rows[0]?.horizon ?? undefined
}
