import { groupBy } from '../../group-by.ts'
import {
  hasOwnTime,
  inheritedFields,
  overrideName,
  overridesColumn,
  overridesInTrash,
  overridesOf,
  setsTime,
  statusBeforeTrash,
  type InheritedField,
} from '../../resources/events/inheritance.ts'
import { noOccurrences, type Draft, type OccurrenceCounts, type Repeating } from '../../resources/resource.ts'
import type { WritingView } from '../sql/create.ts'
import type { Trx } from '../sql/write-queue.ts'
import { countDates, excludeDate, includeDate } from './dates.ts'
import { requireInheritable, withoutPublishing } from './permissions.ts'
import { clockOf, placed } from './placement.ts'
import { propagateAll, propagateToOccurrences } from './propagate.ts'
import { findEvent, findSeries, isInTrash, setColumns, single, type EventRow, type Series } from './rows.ts'

/** A write to one occurrence: what it keeps as its own, and what its series learns of it. */

/** The overrides of an occurrence after a write. Its time is given back as a whole, because its fields belong together. */
function ownAfter(row: EventRow, { written, inherited }: Repeating, { language }: WritingView): string[] {
  const original = row.original_language
  const given = new Set(inherited.map((one) => overrideName(one.field, one.language ?? original, original)))
  const givesTime = setsTime(inherited.map(({ field }) => field))
  const kept = overridesOf(row).filter((name) => !given.has(name) && !(givesTime && setsTime([name])))
  return [...kept, ...written.map((field) => overrideName(field, language, original))]
}

/** Setting the publication date can change the status too; `trash` is never inherited. */
export function writtenFields(
  { written }: Repeating,
  before: EventRow,
  { status }: Pick<EventRow, 'status'>,
) {
  if (status === 'trash') return written.filter((field) => field !== 'status')
  return written.includes('date') && status !== before.status ? [...written, 'status'] : written
}

/** An occurrence that is restored with the status of its series does not override the status. */
async function writtenTo(trx: Trx, row: EventRow, { repeating, row: columns }: Draft): Promise<Repeating> {
  const status = columns.status as string
  const isBack = isInTrash(row) && status !== 'trash'
  const series = isBack ? await findSeries(trx, row.post_parent) : undefined
  const isAsSeries = series?.event.status === status
  const written = writtenFields(repeating!, row, { status })
  return { ...repeating!, written: written.filter((field) => !(isAsSeries && field === 'status')) }
}

const isDetached = (row: EventRow, { row: columns }: Draft) => columns.post_parent !== row.post_parent

/** The draft of an occurrence with its overrides; a detached one becomes a single event. */
export async function occurrenceDraft(
  trx: Trx,
  row: EventRow,
  draft: Draft,
  view: WritingView,
): Promise<Draft> {
  if (isDetached(row, draft)) return { ...draft, row: { ...draft.row, recurrence_id: null, overrides: '' } }
  const own = overridesColumn(ownAfter(row, await writtenTo(trx, row, draft), view))
  return { ...draft, row: { ...draft.row, overrides: overridesOfStatus(own, row, draft) } }
}

/** What is in the trash, or enters it, keeps its own status for when it leaves the trash. */
function overridesOfStatus(overrides: string, row: EventRow, { row: { status: after } }: Draft): string {
  const status = isInTrash(row) ? statusBeforeTrash(row) : row.status
  return after === 'trash' && status !== undefined ? overridesInTrash({ overrides, status }) : overrides
}

/** Resets fields of an occurrence to those of its series. */
async function giveBack(
  trx: Trx,
  series: Series,
  row: EventRow,
  inherited: readonly InheritedField[],
  view: WritingView,
) {
  const { now, timezone } = clockOf(view)
  requireInheritable(
    inherited.map(({ field }) => field),
    series,
    row,
    view,
  )
  const languageOf = ({ language }: InheritedField) => language ?? row.original_language
  for (const [language, some] of groupBy(inherited, languageOf)) {
    const fields = some.map(({ field }) => field)
    await propagateToOccurrences(trx, series, [row], { fields, languages: [language], now })
  }
  if (setsTime(inherited.map(({ field }) => field)) && !hasOwnTime(row))
    await setColumns(trx, row.id, placed(series, row.recurrence_id!, timezone))
}

/**
 * Moves an occurrence that was restored, or is no longer over, to where the rule now places it. If the series has no
 * place for it, it becomes a single event.
 */
async function putBack(trx: Trx, series: Series, row: EventRow, view: WritingView): Promise<void> {
  const clock = clockOf(view)
  const wall = await includeDate(trx, series, row, view)
  if (wall === undefined) return void (await setColumns(trx, row.id, single))
  const time = hasOwnTime(row) ? {} : placed(series, wall, clock.timezone)
  await setColumns(trx, row.id, { ...time, recurrence_id: wall })
  const fields = withoutPublishing(inheritedFields, series, view)
  await propagateAll(trx, series, [{ ...row, ...time, recurrence_id: wall }], { fields, now: clock.now })
}

/**
 * Feeds exclude the date of an occurrence that is not published. One that leaves the trash or enters it changes the
 * rule instead.
 */
function changesDates(series: Series, former: EventRow, row: EventRow, { inherited }: Repeating): boolean {
  const status = inherited.some(({ field }) => field === 'status') ? series.event.status : row.status
  const isInEither = [former, row].some(isInTrash)
  return !isInEither && (former.status === 'publish') !== (status === 'publish')
}

/** Updates the series, and what the occurrence inherits, after an occurrence was written. */
export async function followOccurrence(
  trx: Trx,
  former: EventRow,
  draft: Draft,
  view: WritingView,
): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const series = await findSeries(trx, former.post_parent)
  const row = (await findEvent(trx, former.id))!
  const isTrashed = isInTrash(row)
  if (isDetached(former, draft) || (isTrashed && !isInTrash(former))) await excludeDate(trx, former, view)
  if (series !== undefined && !isDetached(former, draft)) {
    await giveBack(trx, series, row, draft.repeating!.inherited, view)
    const given = (await findEvent(trx, former.id))!
    const isAhead = former.end_utc <= clock.now && given.end_utc > clock.now
    if (!isTrashed && (isInTrash(former) || isAhead)) await putBack(trx, series, given, view)
    if (changesDates(series, former, row, draft.repeating!)) await countDates(trx, series, clock.now)
  }
  if (isTrashed && !isInTrash(former)) return { ...noOccurrences, trashed: 1 }
  const isMoved = draft.row.start_utc !== former.start_utc || draft.row.end_utc !== former.end_utc
  return { ...noOccurrences, [isMoved ? 'moved' : 'kept']: 1 }
}
