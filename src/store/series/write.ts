import { overridesOf } from '../../resources/events/inheritance.ts'
import { isSeries } from '../../resources/events/hide-from-listings.ts'
import {
  noOccurrences,
  type Draft,
  type Item,
  type OccurrenceCounts,
  type Repeating,
} from '../../resources/resource.ts'
import { secondsOf, type Instant } from '../../time/index.ts'
import type { WritingView } from '../sql/create.ts'
import { countOf } from '../sql/count.ts'
import type { Trx } from '../sql/write-queue.ts'
import { repeatEvent } from './begin.ts'
import { writeRecurrence } from './dates.ts'
import { requireEditable } from './permissions.ts'
import { clockOf, type Clock } from './placement.ts'
import { propagateToOccurrences } from './propagate.ts'
import { reconcile } from './reconcile.ts'
import { largeAmong, requireRoom } from './room.ts'
import { isInTrash, isOccurrence, occurrencesOf, readSeries, rowOf, setColumns, type Series } from './rows.ts'
import { endSeries, trashSeries } from './trash.ts'
import { followOccurrence, occurrenceDraft, writtenFields } from './write-occurrence.ts'

/** A write to an event that repeats, and what its occurrences take over. */

const hasOtherDates = (before: Item, { event, rule }: Series): boolean => {
  const former = rowOf(before)
  return (
    before.series?.recurrence !== rule.recurrence ||
    before.series.starts !== rule.starts ||
    before.series.ends !== rule.ends ||
    former.timezone !== event.timezone ||
    former.all_day !== event.all_day
  )
}

async function writeRule(
  trx: Trx,
  { event, rule }: Series,
  { recurrence, starts, ends }: Repeating,
  now: Instant,
) {
  if (starts !== rule.starts || ends !== rule.ends)
    await trx.updateTable('series').set({ starts, ends }).where('id', '=', event.id).execute()
  if (recurrence) await writeRecurrence(trx, { event, rule: { ...rule, starts, ends } }, recurrence, now)
}

/** Updates the occurrences after the event of a series was written. */
async function updateSeries(
  trx: Trx,
  former: Item,
  repeating: Repeating,
  view: WritingView,
  hasChanged: boolean,
): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const { id } = former
  const before = await readSeries(trx, id)
  if (repeating.recurrence === null) return endSeries(trx, before, view)
  await writeRule(trx, before, repeating, clock.now)
  const series = await readSeries(trx, id)
  if (!hasChanged && hasOtherDates(former, series)) await setColumns(trx, id, { modified: clock.now })
  const { reachesPast } = repeating
  const rows = (await occurrencesOf(trx, id)).filter(({ end_utc }) => reachesPast || end_utc > clock.now)
  requireEditable(rows, view)
  const isSent = hasChanged || reachesPast
  const fields = isSent ? writtenFields(repeating, rowOf(former), series.event) : []
  const field = largeAmong(fields)
  if (field !== undefined) await requireRoom(trx, series, { occurrences: rows.length, field })
  await propagateToOccurrences(trx, series, rows, { fields, languages: [view.language], now: clock.now })
  const wasInTrash = isInTrash(rowOf(former))
  if (isInTrash(series.event)) return wasInTrash ? noOccurrences : trashSeries(trx, series.event, view)
  if (wasInTrash) return reconcile(trx, series, clock, { reachesPast, isBack: true })
  if (hasOtherDates(former, series))
    return reconcile(trx, series, clock, {
      ...{ reachesPast, needsRoom: true },
      ...movingOf(before, series, repeating, view),
    })
  const live = rows.filter((row) => !isInTrash(row))
  return {
    ...noOccurrences,
    kept: live.length,
    overridden: live.filter((row) => overridesOf(row).length > 0).length,
    past: reachesPast ? 0 : await countPast(trx, id, clock),
  }
}

/** What an import has moved to other days goes back with the start of a series that is restored. */
function movingOf(before: Series, after: Series, { takesOver }: Repeating, { restores }: WritingView) {
  const isRestored = restores !== undefined
  const seconds = secondsOf(after.rule.starts) - secondsOf(before.rule.starts)
  return { movedBy: takesOver || isRestored ? seconds : 0, prefersTrash: isRestored }
}

const countPast = (trx: Trx, id: number, { now }: Clock): Promise<number> =>
  countOf(
    trx
      .selectFrom('events')
      .where('post_parent', '=', id)
      .where('recurrence_id', 'is not', null)
      .where('status', '<>', 'trash')
      .where('end_utc', '<=', now),
  )

/** Writes a repeating event; `write` stores the event itself. Returns what happened to its occurrences. */
export async function writeRepeating(
  trx: Trx,
  former: Item,
  draft: Draft,
  view: WritingView,
  write: (draft: Draft) => Promise<boolean>,
): Promise<OccurrenceCounts> {
  const row = rowOf(former)
  const repeating = draft.repeating!
  if (isOccurrence(row)) {
    await write(await occurrenceDraft(trx, row, draft, view))
    return followOccurrence(trx, row, draft, view)
  }
  const hasChanged = await write(draft)
  if (isSeries(row)) return updateSeries(trx, former, repeating, view, hasChanged)
  return repeating.recurrence ? repeatEvent(trx, former.id, repeating, clockOf(view)) : noOccurrences
}
