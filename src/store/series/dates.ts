import { linesOf, wallsOf, withDate, without, type Recurrence } from '../../recurrence/index.ts'
import { endOfDay, startOfDay, type Wall } from '../../time/index.ts'
import type { Trx } from '../sql/write-queue.ts'
import { recurrenceOf } from './placement.ts'
import { findSeries, firstOf, isInTrash, occurrencesOf, type EventRow, type Series } from './rows.ts'

/** Single dates that a series leaves out, and takes in again. */

/** The lines as they are stored and shown. */
export const textOf = (series: Pick<Series, 'event' | 'rule'>, recurrence: Recurrence): string =>
  linesOf(recurrence, firstOf(series)).join('\n')

/** Other dates are another time, so calendars have to learn of them: SEQUENCE grows. */
export async function writeRecurrence(trx: Trx, series: Series, recurrence: Recurrence): Promise<void> {
  const text = textOf(series, recurrence)
  if (text === series.rule.recurrence) return
  const { id, sequence } = series.event
  await trx.updateTable('series').set({ recurrence: text }).where('id', '=', id).execute()
  await trx
    .updateTable('events')
    .set({ sequence: sequence + 1 })
    .where('id', '=', id)
    .execute()
}

/** The dates of the day of a wall clock, those that are left out too. */
const wallsOfDay = (series: Series, wall: Wall): Wall[] =>
  wallsOf({ ...recurrenceOf(series), excluded: [] }, firstOf(series), {
    from: startOfDay(wall),
    until: endOfDay(wall),
    limit: 2_000,
  })

/** What is no occurrence any more, or in the trash, has its date left out, so that nothing is made in its place. */
export async function leaveOut(trx: Trx, { post_parent, recurrence_id: wall }: EventRow): Promise<void> {
  const series = await findSeries(trx, post_parent)
  if (series !== undefined && wall !== null && wallsOfDay(series, wall).includes(wall))
    await writeRecurrence(trx, series, without(recurrenceOf(series), wall))
}

/** Where an occurrence returns to: its date, else a free one of its day, because the time may have changed. */
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
 * Whoever comes out of the trash has its date again, also where the rule does not yield it any more. Undefined if the
 * series has no place for it, because the date is taken or lies before its first.
 */
export async function takeIn(trx: Trx, series: Series, row: EventRow): Promise<Wall | undefined> {
  const wall = await returnsTo(trx, series, row)
  if (wall !== undefined)
    await writeRecurrence(trx, series, withDate(recurrenceOf(series), firstOf(series), wall))
  return wall
}
