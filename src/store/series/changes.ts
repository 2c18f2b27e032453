import { groupBy } from '../../group-by.ts'
import { events } from '../../resources/events/index.ts'
import {
  overrideName,
  overridesColumn,
  overridesOf,
  hasOwnTime,
  inheritedFields,
  setsTime,
  textsAmong,
  type InheritedField,
} from '../../resources/events/inheritance.ts'
import { isHidden, isSeries, listingOf } from '../../resources/events/listing.ts'
import type { Draft, Item, OccurrenceCounts, Repeating } from '../../resources/resource.ts'
import { continuedFrom, endedBefore, wallsOf } from '../../recurrence/index.ts'
import { secondsOf, wallOf } from '../../time/index.ts'
import { recordChange, recordCreated, type VersionContext } from '../history/record.ts'
import type { WritingView } from '../sql/create.ts'
import { allocateIds } from '../sql/ids.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { findFreeSlugs } from '../sql/slugs.ts'
import { textsOf } from '../sql/texts.ts'
import type { Trx } from '../sql/write-queue.ts'
import { reconcile } from './reconcile.ts'
import { inBatches } from './batches.ts'
import { excludeDate, includeDate, textOf, writeRecurrence } from './dates.ts'
import { detachEvents, insertLinks, textsWith, trashEvents } from './occurrences.ts'
import { requireEditable, requireNotPublishing, withoutPublishing, type ByCaller } from './permissions.ts'
import { placed, recurrenceOf, type Clock } from './placement.ts'
import { propagateAll, propagateToOccurrences } from './propagate.ts'
import {
  findSeries,
  firstOf,
  isInTrash,
  occurrencesOf,
  readSeries,
  type EventRow,
  type Series,
} from './rows.ts'

/** Everything that can happen to a series and its occurrences; each function runs inside one transaction. */

export const clockOf = ({ site }: Pick<WritingView, 'site'>): Clock => ({
  now: site.now,
  timezone: site.timezone,
  horizon: site.horizon,
})

const rowOf = (item: Item) => item.row as unknown as EventRow

export const isOccurrence = (row: Pick<EventRow, 'recurrence_id'>): boolean => row.recurrence_id !== null

const none: OccurrenceCounts = { kept: 0, moved: 0, created: 0, trashed: 0, overridden: 0, past: 0 }

const insertRule = (
  trx: Trx,
  id: number,
  { recurrence, starts, ends }: Pick<Series['rule'], 'recurrence' | 'starts' | 'ends'>,
  splitFrom: number | null,
) =>
  trx
    .insertInto('series')
    .values({ id, recurrence, starts, ends, split_from: splitFrom, horizon: starts, due: null })
    .execute()

/** Turns a newly created event into a series, and creates its occurrences. */
export async function beginSeries(
  trx: Trx,
  id: number,
  { recurrence, starts, ends }: Repeating,
  clock: Clock,
): Promise<OccurrenceCounts> {
  const [event] = await trx.selectFrom('events').selectAll().where('id', '=', id).execute()
  const rule = { id, recurrence: '', starts, ends, split_from: null, horizon: starts, due: null }
  await insertRule(trx, id, { ...rule, recurrence: textOf({ event: event!, rule }, recurrence!) }, null)
  return reconcile(trx, await readSeries(trx, id), clock, { reachesPast: true })
}

/** Copies an event as the record of a new series, with slugs of its own. */
async function copyAsSeries(trx: Trx, event: EventRow, clock: Clock): Promise<number> {
  const [id] = await allocateIds(trx, 'entry_ids', 'event', 1)
  const listing = listingOf({ isHidden: isHidden(event), isSeries: true })
  const row = {
    ...event,
    id: id!,
    hide_from_listings: listing,
    recurrence_id: null,
    overrides: '',
    modified: clock.now,
  }
  await insertRows(trx, 'events', [row])
  const texts = await textsOf(trx, events, event.id)
  const slugs = [...new Set(texts.flatMap(({ slug }) => slug ?? []))]
  const free = slugs.length === 0 ? [] : await findFreeSlugs(trx, events, slugs)
  await insertRows(
    trx,
    'event_texts',
    textsWith(texts, id!, (slug) => free[slugs.indexOf(slug)]!, clock.now),
  )
  await insertLinks(trx, event.id, [row])
  const { author, original_language: language } = event
  await recordCreated(trx, events, [{ id: id!, author, language, now: clock.now }])
  return id!
}

/**
 * A single event that starts to repeat becomes the first occurrence of its series, so that it keeps its ID and address.
 */
async function repeatEvent(
  trx: Trx,
  id: number,
  repeating: Repeating,
  clock: Clock,
): Promise<OccurrenceCounts> {
  const [event] = await trx.selectFrom('events').selectAll().where('id', '=', id).execute()
  const series = await copyAsSeries(trx, event!, clock)
  await trx
    .updateTable('events')
    .set({ post_parent: series, recurrence_id: repeating.starts, overrides: '', modified: clock.now })
    .where('id', '=', id)
    .execute()
  return beginSeries(trx, series, repeating, clock)
}

/** Past occurrences and the next one become single events; the series itself and its later occurrences are trashed. */
async function endSeries(trx: Trx, { event }: Series, view: WritingView): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const live = (await occurrencesOf(trx, event.id)).filter((row) => !isInTrash(row))
  requireEditable(live, view)
  const past = live.filter(({ end_utc }) => end_utc <= clock.now)
  const [next, ...later] = live
    .filter(({ end_utc }) => end_utc > clock.now)
    .toSorted((one, other) => one.start_utc - other.start_utc)
  await trashEvents(trx, later, clock.now)
  await detachEvents(trx, event.id)
  await trx.deleteFrom('series').where('id', '=', event.id).execute()
  const listing = listingOf({ isHidden: isHidden(event), isSeries: false })
  await trx.updateTable('events').set({ hide_from_listings: listing }).where('id', '=', event.id).execute()
  await trashEvents(trx, [event], clock.now)
  return { ...none, kept: next === undefined ? 0 : 1, trashed: later.length, past: past.length }
}

const hasOtherDates = (before: Item, { event, rule }: Series): boolean => {
  const { series, row } = before
  const former = rowOf({ ...before, row })
  return (
    series?.recurrence !== rule.recurrence ||
    series.starts !== rule.starts ||
    series.ends !== rule.ends ||
    former.timezone !== event.timezone ||
    former.all_day !== event.all_day
  )
}

/** Setting the publication date can change the status too; `trash` is never inherited. */
function writtenFields({ written }: Repeating, before: EventRow, { status }: Pick<EventRow, 'status'>) {
  if (status === 'trash') return written.filter((field) => field !== 'status')
  return written.includes('date') && status !== before.status ? [...written, 'status'] : written
}

async function writeRule(trx: Trx, { event, rule }: Series, { recurrence, starts, ends }: Repeating) {
  if (starts !== rule.starts || ends !== rule.ends)
    await trx.updateTable('series').set({ starts, ends }).where('id', '=', event.id).execute()
  if (recurrence) await writeRecurrence(trx, { event, rule: { ...rule, starts, ends } }, recurrence)
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
  await writeRule(trx, before, repeating)
  const series = await readSeries(trx, id)
  if (!hasChanged && hasOtherDates(former, series)) await setColumns(trx, id, { modified: clock.now })
  const { reachesPast } = repeating
  const rows = (await occurrencesOf(trx, id)).filter(({ end_utc }) => reachesPast || end_utc > clock.now)
  requireEditable(rows, view)
  const isSent = hasChanged || reachesPast
  const fields = isSent ? writtenFields(repeating, rowOf(former), series.event) : []
  await propagateToOccurrences(trx, series, rows, { fields, languages: [view.language], now: clock.now })
  const wasInTrash = isInTrash(rowOf(former))
  if (isInTrash(series.event)) return wasInTrash ? none : trashSeries(trx, series.event, view)
  if (wasInTrash) return reconcile(trx, series, clock, { reachesPast, isBack: true })
  if (hasOtherDates(former, series)) return reconcile(trx, series, clock, { reachesPast })
  const live = rows.filter((row) => !isInTrash(row))
  return {
    ...none,
    kept: live.length,
    overridden: live.filter((row) => overridesOf(row).length > 0).length,
    past: reachesPast ? 0 : await countPast(trx, id, clock),
  }
}

async function countPast(trx: Trx, id: number, { now }: Clock): Promise<number> {
  const { n } = await trx
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('post_parent', '=', id)
    .where('recurrence_id', 'is not', null)
    .where('status', '<>', 'trash')
    .where('end_utc', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The overrides of an occurrence after a write. Its time is given back as a whole, because its fields belong together. */
function ownAfter(row: EventRow, { written, inherited }: Repeating, { language }: WritingView): string[] {
  const original = row.original_language
  const given = new Set(inherited.map((one) => overrideName(one.field, one.language ?? original, original)))
  const givesTime = setsTime(inherited.map(({ field }) => field))
  const kept = overridesOf(row).filter((name) => !given.has(name) && !(givesTime && setsTime([name])))
  return [...kept, ...written.map((field) => overrideName(field, language, original))]
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
async function occurrenceDraft(trx: Trx, row: EventRow, draft: Draft, view: WritingView): Promise<Draft> {
  if (isDetached(row, draft)) return { ...draft, row: { ...draft.row, recurrence_id: null, overrides: '' } }
  const own = ownAfter(row, await writtenTo(trx, row, draft), view)
  return { ...draft, row: { ...draft.row, overrides: overridesColumn(own) } }
}

const setColumns = (trx: Trx, id: number, columns: Partial<EventRow>) =>
  trx.updateTable('events').set(columns).where('id', '=', id).execute()

/** Resets fields of an occurrence to those of its series. */
async function giveBack(
  trx: Trx,
  series: Series,
  row: EventRow,
  inherited: readonly InheritedField[],
  view: WritingView,
) {
  const { now, timezone } = clockOf(view)
  requireNotPublishing(
    inherited.map(({ field }) => field),
    series,
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

const alone = { post_parent: 0, recurrence_id: null, overrides: '' }

/**
 * Moves an occurrence that was restored, or is no longer over, to where the rule now places it. If the series has no
 * place for it, it becomes a single event.
 */
async function putBack(trx: Trx, series: Series, row: EventRow, view: WritingView): Promise<void> {
  const clock = clockOf(view)
  const wall = await includeDate(trx, series, row)
  if (wall === undefined) return void (await setColumns(trx, row.id, alone))
  const time = hasOwnTime(row) ? {} : placed(series, wall, clock.timezone)
  await setColumns(trx, row.id, { ...time, recurrence_id: wall })
  const fields = withoutPublishing(inheritedFields, series, view)
  await propagateAll(trx, series, [{ ...row, ...time, recurrence_id: wall }], { fields, now: clock.now })
}

/** Updates the series, and what the occurrence inherits, after an occurrence was written. */
async function followOccurrence(
  trx: Trx,
  former: EventRow,
  draft: Draft,
  view: WritingView,
): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const series = await findSeries(trx, former.post_parent)
  const [row] = await trx.selectFrom('events').selectAll().where('id', '=', former.id).execute()
  const isTrashed = isInTrash(row!)
  if (isDetached(former, draft) || (isTrashed && !isInTrash(former))) await excludeDate(trx, former)
  if (series !== undefined && !isDetached(former, draft)) {
    await giveBack(trx, series, row!, draft.repeating!.inherited, view)
    const isAhead = former.end_utc <= clock.now && row!.end_utc > clock.now
    if (!isTrashed && (isInTrash(former) || isAhead)) await putBack(trx, series, row!, view)
  }
  if (isTrashed && !isInTrash(former)) return { ...none, trashed: 1 }
  const isMoved = draft.row.start_utc !== former.start_utc || draft.row.end_utc !== former.end_utc
  return { ...none, [isMoved ? 'moved' : 'kept']: 1 }
}

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
  return repeating.recurrence ? repeatEvent(trx, former.id, repeating, clockOf(view)) : none
}

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
async function endBefore(trx: Trx, series: Series, wall: string) {
  await writeRecurrence(trx, series, endedBefore(recurrenceOf(series), firstOf(series), wall))
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
  await recordChange(trx, events, post_parent, view, () => endBefore(trx, series, wall))
  await reconcile(trx, await readSeries(trx, id), clock)
  return id
}

type TrashingView = ByCaller & Pick<WritingView, 'site'>

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
  await endBefore(trx, series, row.recurrence_id!)
  await trashEvents(trx, [row], clock.now)
  const counts = await reconcile(trx, await readSeries(trx, series.event.id), clock)
  return { ...counts, trashed: counts.trashed + 1 }
}

async function trashSeries(trx: Trx, event: EventRow, view: TrashingView): Promise<OccurrenceCounts> {
  const rows = (await occurrencesOf(trx, event.id)).filter((row) => !isInTrash(row))
  requireEditable(rows, view)
  await trashEvents(trx, [event, ...rows], view.site.now)
  return { ...none, trashed: rows.length }
}

/**
 * Moves an event to the trash, and a series with its occurrences; undefined if it neither is a series nor belongs to
 * one.
 */
export async function trashRepeating(
  trx: Trx,
  item: Item,
  view: TrashingView,
): Promise<OccurrenceCounts | undefined> {
  const row = rowOf(item)
  if (isSeries(row)) return trashSeries(trx, row, view)
  await trashEvents(trx, [row], view.site.now)
  if (!isOccurrence(row)) return undefined
  await excludeDate(trx, row)
  return { ...none, trashed: 1 }
}

/**
 * Updates occurrences after a translation was removed. If the series has lost it, occurrences keep their overrides in
 * that language; if an occurrence has lost it, it inherits the texts again.
 */
export async function leaveLanguage(trx: Trx, item: Item, view: VersionContext): Promise<void> {
  const { language } = view
  const { now } = view.site
  const fields = inheritedFields
  if (isSeries(rowOf(item))) {
    const series = await readSeries(trx, item.id)
    const rows = (await occurrencesOf(trx, item.id)).filter(({ end_utc }) => end_utc > now)
    requireEditable(rows, view)
    return propagateToOccurrences(trx, series, rows, {
      fields: textsAmong(fields),
      languages: [language],
      now,
    })
  }
  if (!isOccurrence(rowOf(item))) return
  const series = await findSeries(trx, rowOf(item).post_parent)
  const overrides = overridesColumn(overridesOf(rowOf(item)).filter((name) => !name.endsWith(`@${language}`)))
  const row = { ...rowOf(item), overrides }
  await setColumns(trx, item.id, { overrides })
  if (series === undefined) return
  await propagateToOccurrences(trx, series, [row], { fields: textsAmong(fields), languages: [language], now })
  await keepSlug(trx, item, language)
}

/** Keeps the slug, although the text is inherited again and may have another title by now. */
const keepSlug = (trx: Trx, { id, translations }: Item, language: string) =>
  trx
    .updateTable('event_texts')
    .set({ slug: translations[language]!.slug })
    .where('id', '=', id)
    .where('language', '=', language)
    .execute()

/** Deletes the occurrences of a series; for an occurrence, excludes its date from the series. */
export async function removeRepeating(trx: Trx, item: Item): Promise<OccurrenceCounts | undefined> {
  const row = rowOf(item)
  if (isOccurrence(row)) await excludeDate(trx, row)
  if (!isSeries(row)) return isOccurrence(row) ? { ...none, trashed: 1 } : undefined
  const rows = await occurrencesOf(trx, row.id)
  const ids = rows.map(({ id }) => id)
  await inBatches(ids, async (some) => {
    await trx.deleteFrom('event_links').where('event_id', 'in', some).execute()
    await trx.deleteFrom('event_texts').where('id', 'in', some).execute()
    await trx.deleteFrom('events').where('id', 'in', some).execute()
    await trx.deleteFrom('entry_ids').where('id', 'in', some).execute()
    await trx.deleteFrom('history').where('kind', '=', 'events').where('id', 'in', some).execute()
  })
  await trx.deleteFrom('series').where('id', '=', row.id).execute()
  // The occurrences of a trashed series are in the trash too, and count as well.
  return { ...none, trashed: isInTrash(row) ? rows.length : rows.filter((one) => !isInTrash(one)).length }
}
