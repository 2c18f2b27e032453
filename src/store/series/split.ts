import { continuedFrom, endedBefore, wallsOf } from '../../recurrence/index.ts'
import { events } from '../../resources/events/index.ts'
import type { Item, OccurrenceCounts } from '../../resources/resource.ts'
import { secondsOf, wallOf, type Instant } from '../../time/index.ts'
import { recordChange, type VersionContext } from '../history/record.ts'
import type { WritingView } from '../sql/create.ts'
import type { Trx } from '../sql/write-queue.ts'
import { copyAsSeries, insertRule } from './begin.ts'
import { textOf, writeRecurrence } from './dates.ts'
import { trashEvents } from './occurrences.ts'
import { requireEditable } from './permissions.ts'
import { clockOf, placed, recurrenceOf } from './placement.ts'
import { reconcile } from './reconcile.ts'
import { firstOf, occurrencesOf, readSeries, rowOf, type EventRow, type Series } from './rows.ts'
import { trashSeries, type TrashingView } from './trash.ts'

/** Parts a series at one of its dates. */

/** Whether the series has no date before this one. */
const isFirst = (series: Series, wall: string): boolean => {
  const [first] = wallsOf(recurrenceOf(series), firstOf(series), { until: wall, limit: 1 })
  return first === undefined || first >= wall
}

/** The occurrences from this date on. */
const occurrencesFrom = async (trx: Trx, id: number, wall: string): Promise<EventRow[]> =>
  (await occurrencesOf(trx, id)).filter((row) => row.recurrence_id! >= wall)

const moveTo = (trx: Trx, from: number, to: number, wall: string) =>
  trx
    .updateTable('events')
    .set({ post_parent: to })
    .where('post_parent', '=', from)
    .where('recurrence_id', '>=', wall)
    .execute()

/** Ends the series before this date; no further occurrences will be created. */
async function endBefore(trx: Trx, series: Series, wall: string, now: Instant) {
  await writeRecurrence(trx, series, endedBefore(recurrenceOf(series), firstOf(series), wall), now)
  await trx.updateTable('series').set({ due: null }).where('id', '=', series.event.id).execute()
}

/**
 * Starts a new series that takes over this occurrence and all later ones unchanged. If the occurrence is the first, the
 * series stays as it is. Returns the ID of the series that the occurrence now belongs to.
 */
export async function splitSeries(trx: Trx, occurrence: Item, view: WritingView): Promise<number> {
  const { post_parent, recurrence_id } = rowOf(occurrence)
  const series = await readSeries(trx, post_parent)
  const wall = recurrence_id!
  requireEditable(await occurrencesFrom(trx, post_parent, wall), view)
  if (isFirst(series, wall)) return post_parent
  const clock = clockOf(view)
  const rest = continuedFrom(recurrenceOf(series), firstOf(series), wall)
  const length = secondsOf(series.rule.ends) - secondsOf(series.rule.starts)
  const rule = { ...series.rule, starts: wall, ends: wallOf(secondsOf(wall) + length) }
  const event = { ...series.event, ...placed(series, wall, clock.timezone) }
  const id = await copyAsSeries(trx, event, clock)
  await insertRule(trx, id, { ...rule, recurrence: textOf({ event, rule }, rest) }, post_parent)
  await moveTo(trx, post_parent, id, wall)
  await recordChange(trx, events, post_parent, view, () => endBefore(trx, series, wall, view.site.now))
  await reconcile(trx, await readSeries(trx, id), clock)
  return id
}

/** Ends the series before this occurrence, and moves it and the later ones to the trash. */
export async function trashFollowing(
  trx: Trx,
  occurrence: Item,
  view: VersionContext & Pick<WritingView, 'site'>,
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
  if (isFirst(series, row.recurrence_id!)) return trashSeries(trx, series.event, view)
  requireEditable(await occurrencesFrom(trx, series.event.id, row.recurrence_id!), view)
  const clock = clockOf(view)
  await endBefore(trx, series, row.recurrence_id!, clock.now)
  await trashEvents(trx, [row], clock.now)
  const counts = await reconcile(trx, await readSeries(trx, series.event.id), clock)
  return { ...counts, trashed: counts.trashed + 1 }
}
