import { timeFields } from '../../resources/events/inheritance.ts'
import { events } from '../../resources/events/index.ts'
import { lastWall, readStored, wallsOf, type Recurrence } from '../../recurrence/index.ts'
import type { Item, OccurrenceCounts } from '../../resources/resource.ts'
import { lastSecond, secondsOf } from '../../time/index.ts'
import { recordChange } from '../history/record.ts'
import type { WritingView } from '../sql/create.ts'
import type { Database } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import type { Kysely } from 'kysely'
import { reconcile } from './reconcile.ts'
import { clockOf, recurrenceOf } from './placement.ts'
import { writeRecurrence } from './dates.ts'
import { requireEditable } from './permissions.ts'
import { propagateAll } from './propagate.ts'
import { findSeries, firstOf, isInTrash, occurrencesOf, readSeries, type Series } from './rows.ts'

/** Undoes a split: the series continues with the dates that it had before (interface: Series). */

export interface Joined {
  readonly id: number
  readonly changed: OccurrenceCounts
}

/** Whether this is the newest series split from its origin, and was not split itself. */
async function isLastSplit(db: Kysely<Database>, { rule }: Series): Promise<boolean> {
  const later = await db
    .selectFrom('series')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('split_from', '=', rule.id),
        eb.and([eb('split_from', '=', rule.split_from), eb('id', '>', rule.id)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return later === undefined
}

interface SplitVersion {
  readonly version: number
  readonly recurrence: string
}

/** The version of a series that recorded this split, unless the dates of the series have changed since. */
async function splitVersion(
  db: Kysely<Database>,
  from: number,
  split: number,
): Promise<SplitVersion | undefined> {
  const versions = (id: number) => db.selectFrom('history').where('kind', '=', 'events').where('id', '=', id)
  const made = await versions(split).select('at').where('version', '=', 1).executeTakeFirst()
  if (made === undefined) return undefined
  const later = await versions(from)
    .select(['version', 'at', 'former'])
    .where('at', '>=', made.at)
    .orderBy('version', 'desc')
    .execute()
  const newest = later
    .map(({ former, ...version }) => ({ ...version, former: JSON.parse(former) as Record<string, unknown> }))
    .find(({ former }) => ['recurrence', ...timeFields].some((field) => field in former))
  const isSplit = newest?.at === made.at && typeof newest.former.recurrence === 'string'
  return isSplit ? { version: newest.version, recurrence: newest.former.recurrence as string } : undefined
}

/**
 * Returns the occurrences that a split series took over to the series that it was split from. Those that it created
 * itself stay with it. Undefined if the former dates are unknown or have changed since.
 */
export async function joinSeries(trx: Trx, { id }: Item, view: WritingView): Promise<Joined | undefined> {
  const split = await findSeries(trx, id)
  const from = split?.rule.split_from ?? null
  const series = from === null ? undefined : await findSeries(trx, from)
  if (split === undefined || series === undefined || isInTrash(series.event)) return undefined
  const former = (await isLastSplit(trx, split)) ? await splitVersion(trx, from!, id) : undefined
  if (former === undefined) return undefined
  const restores = { ...view, restores: former.version - 1 || undefined }
  const changed = await recordChange(trx, events, from!, restores, () =>
    takeOver(trx, series, split, former, view),
  )
  return { id: from!, changed }
}

/** By how many seconds the split series moves back: it began at the first date that the other one no longer has. */
function movingBack(series: Series, former: Recurrence, split: Series): number {
  const first = firstOf(series)
  const last = lastWall(recurrenceOf(series), first) ?? ''
  const window = { from: last, until: lastSecond, limit: 2 }
  const wall = wallsOf(former, first, window).find((date) => date > last) ?? split.rule.starts
  return secondsOf(wall) - secondsOf(split.rule.starts)
}

async function takeOver(
  trx: Trx,
  series: Series,
  split: Series,
  { recurrence }: SplitVersion,
  view: WritingView,
): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const { id } = series.event
  // IDs increase, so occurrences with a lower ID than the series existed before it and were taken over.
  await trx
    .updateTable('events')
    .set({ post_parent: id })
    .where('post_parent', '=', split.event.id)
    .where('recurrence_id', 'is not', null)
    .where('id', '<', split.event.id)
    .execute()
  const former = readStored(recurrence, firstOf(series))
  await writeRecurrence(trx, series, former, clock.now)
  const open = (await occurrencesOf(trx, id)).filter(({ end_utc }) => end_utc > clock.now)
  requireEditable(open, view)
  await propagateAll(trx, series, open, { now: clock.now })
  const movedBy = movingBack(series, former, split)
  return reconcile(trx, await readSeries(trx, id), clock, { movedBy })
}
