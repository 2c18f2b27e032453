import { linesOf, wallsOf, withDate, without, type Recurrence } from '../../recurrence/index.ts'
import { events } from '../../resources/events/index.ts'
import { endOfDay, startOfDay, type Instant, type Wall } from '../../time/index.ts'
import { recordVersion, type VersionContext } from '../history/record.ts'
import { formerDates } from '../history/state.ts'
import type { Trx } from '../sql/write-queue.ts'
import { recurrenceOf } from './placement.ts'
import { findSeries, firstOf, isInTrash, occurrencesOf, type EventRow, type Series } from './rows.ts'

/** Writes the rule of a series, and the single dates that it excludes and includes again; `reconcile.ts` makes its dates. */

/** The lines as they are stored and shown. */
export const textOf = (series: Pick<Series, 'event' | 'rule'>, recurrence: Recurrence): string =>
  linesOf(recurrence, firstOf(series)).join('\n')

/**
 * Increments SEQUENCE, because calendars must learn about changed dates. The series has changed too: dates that are not
 * published tell calendars nothing, not even when they changed.
 */
export const countDates = (trx: Trx, { event }: Series, now: Instant): Promise<unknown> =>
  trx
    .updateTable('events')
    .set((eb) => ({ sequence: eb('sequence', '+', 1), modified: now }))
    .where('id', '=', event.id)
    .execute()

export async function writeRecurrence(
  trx: Trx,
  series: Series,
  recurrence: Recurrence,
  now: Instant,
): Promise<boolean> {
  const text = textOf(series, recurrence)
  if (text === series.rule.recurrence) return false
  await trx.updateTable('series').set({ recurrence: text }).where('id', '=', series.event.id).execute()
  await countDates(trx, series, now)
  return true
}

/** Changes the dates of a series because of one of its occurrences, which is a version of the series as well. */
async function changeDates(
  trx: Trx,
  series: Series,
  { id }: EventRow,
  recurrence: Recurrence,
  { caller, site, language }: VersionContext,
): Promise<void> {
  const former = formerDates(series.rule.recurrence, id)
  if (await writeRecurrence(trx, series, recurrence, site.now))
    await recordVersion(trx, events, series.event.id, { caller, site, language }, former)
}

/** All dates on the day of a local time, including excluded ones. */
const wallsOfDay = (series: Series, wall: Wall): Wall[] =>
  wallsOf({ ...recurrenceOf(series), excluded: [] }, firstOf(series), {
    from: startOfDay(wall),
    until: endOfDay(wall),
    limit: 2_000,
  })

/**
 * Excludes the date of an occurrence that was detached, trashed or deleted, so that no other one is created in its
 * place.
 */
export async function excludeDate(trx: Trx, row: EventRow, context: VersionContext): Promise<void> {
  const { post_parent, recurrence_id: wall } = row
  const series = await findSeries(trx, post_parent)
  if (series !== undefined && wall !== null && wallsOfDay(series, wall).includes(wall))
    await changeDates(trx, series, row, without(recurrenceOf(series), wall), context)
}

/**
 * The date an occurrence returns to: its own, or a free one on that day, because the time of the series may have
 * changed.
 */
async function returnsTo(
  trx: Trx,
  series: Series,
  { id, recurrence_id }: EventRow,
): Promise<Wall | undefined> {
  const wall = series.event.all_day === 1 ? startOfDay(recurrence_id!) : recurrence_id!
  const others = await occurrencesOf(trx, series.event.id)
  const taken = new Set(
    others.filter((one) => one.id !== id && !isInTrash(one)).map((one) => one.recurrence_id),
  )
  const all = wallsOfDay(series, wall)
  const back = all.includes(wall) ? wall : (all.find((one) => !taken.has(one)) ?? wall)
  return taken.has(back) || back < series.rule.starts ? undefined : back
}

/**
 * Gives an occurrence that is restored from the trash its date again, even if the rule no longer yields it. Undefined
 * if the series has no place for it, because the date is taken or lies before its first one.
 */
export async function includeDate(
  trx: Trx,
  series: Series,
  row: EventRow,
  context: VersionContext,
): Promise<Wall | undefined> {
  const wall = await returnsTo(trx, series, row)
  if (wall !== undefined)
    await changeDates(trx, series, row, withDate(recurrenceOf(series), firstOf(series), wall), context)
  return wall
}
