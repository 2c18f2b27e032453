import { continuedFrom, dateOn, endedBefore, wallsOf } from '../../recurrence/index.ts'
import { events } from '../../resources/events/index.ts'
import type { Item, OccurrenceCounts } from '../../resources/resource.ts'
import { addSeconds, type Instant, type Wall } from '../../time/index.ts'
import { recordChange } from '../history/record.ts'
import type { WritingView } from '../sql/create.ts'
import type { Trx } from '../sql/write-queue.ts'
import { copyAsSeries, insertRule } from './begin.ts'
import { textOf, writeRecurrence } from './dates.ts'
import { trashEvents } from './occurrences.ts'
import { requireEditable } from './permissions.ts'
import { clockOf, lengthOf, placed, recurrenceOf } from './placement.ts'
import { reconcile } from './reconcile.ts'
import { firstOf, isInTrash, occurrencesOf, readSeries, rowOf, type EventRow, type Series } from './rows.ts'
import { trashSeries, type TrashingView } from './trash.ts'

/** Parts a series at one of its dates. */

const hasDateBefore = (series: Series, wall: Wall): boolean => {
  const [first] = wallsOf(recurrenceOf(series), firstOf(series), { until: wall, limit: 1 })
  return first !== undefined && first < wall
}

/** The occurrences from this one on, and whether the series has no date before it. */
async function readRest(trx: Trx, series: Series, row: EventRow, now: Instant) {
  const wall = row.recurrence_id!
  const all = await occurrencesOf(trx, series.event.id)
  const before = all.filter((one) => one.recurrence_id! < wall && !isInTrash(one))
  // One that is over stays where it was, although its series may have moved before it since.
  const stayed = row.end_utc <= now && before.length === 0
  return {
    isFirst: stayed || !hasDateBefore(series, wall),
    rest: all.filter((one) => one.recurrence_id! >= wall),
  }
}

/** An occurrence that is over may have been left at another time of its day. */
const startOfRest = (series: Series, wall: Wall): Wall =>
  dateOn(recurrenceOf(series), firstOf(series), wall) ?? wall

const moveTo = (trx: Trx, from: number, to: number, wall: Wall) =>
  trx
    .updateTable('events')
    .set({ post_parent: to })
    .where('post_parent', '=', from)
    .where('recurrence_id', '>=', wall)
    .execute()

/** Ends the series before this date; no further occurrences will be created. */
async function endBefore(trx: Trx, series: Series, wall: Wall, now: Instant) {
  await writeRecurrence(trx, series, endedBefore(recurrenceOf(series), firstOf(series), wall), now)
  await trx.updateTable('series').set({ due: null }).where('id', '=', series.event.id).execute()
}

/**
 * Starts a new series that takes over this occurrence and all later ones unchanged. If the occurrence is the first, the
 * series stays as it is. Returns the ID of the series that the occurrence now belongs to.
 */
export async function splitSeries(trx: Trx, occurrence: Item, view: WritingView): Promise<number> {
  const row = rowOf(occurrence)
  const { post_parent } = row
  const series = await readSeries(trx, post_parent)
  const wall = row.recurrence_id!
  const clock = clockOf(view)
  const { isFirst, rest } = await readRest(trx, series, row, clock.now)
  requireEditable(rest, view)
  if (isFirst) return post_parent
  const starts = startOfRest(series, wall)
  const continued = continuedFrom(recurrenceOf(series), firstOf(series), starts)
  const length = lengthOf(series.rule)
  const rule = { ...series.rule, starts, ends: addSeconds(starts, length) }
  const event = { ...series.event, ...placed(series, starts, clock.timezone) }
  const id = await copyAsSeries(trx, event, clock)
  await insertRule(trx, id, { ...rule, recurrence: textOf({ event, rule }, continued) }, post_parent)
  await moveTo(trx, post_parent, id, wall)
  await recordChange(trx, events, post_parent, view, () => endBefore(trx, series, starts, clock.now))
  await reconcile(trx, await readSeries(trx, id), clock)
  return id
}

/** Ends the series before this occurrence, and moves it and the later ones to the trash. */
export async function trashFollowing(
  trx: Trx,
  occurrence: Item,
  view: TrashingView,
): Promise<OccurrenceCounts> {
  const row = rowOf(occurrence)
  const series = await readSeries(trx, row.post_parent)
  return recordChange(trx, events, series.event.id, view, () =>
    recordChange(trx, events, row.id, view, () => trashFrom(trx, series, row, view)),
  )
}

async function trashFrom(
  trx: Trx,
  series: Series,
  row: EventRow,
  view: TrashingView,
): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const { isFirst, rest } = await readRest(trx, series, row, clock.now)
  if (isFirst) return trashSeries(trx, series.event, view)
  requireEditable(rest, view)
  await endBefore(trx, series, startOfRest(series, row.recurrence_id!), clock.now)
  await trashEvents(trx, [row], clock.now)
  const counts = await reconcile(trx, await readSeries(trx, series.event.id), clock)
  return { ...counts, trashed: counts.trashed + 1 }
}
