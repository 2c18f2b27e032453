import { linesOf, withDate, without, type Recurrence } from '../../recurrence/index.ts'
import type { Trx } from '../sql/write-queue.ts'
import { recurrenceOf } from './placement.ts'
import { findSeries, firstOf, type EventRow, type Series } from './rows.ts'

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

/** What is no occurrence any more, or in the trash, has its date left out, so that nothing is made in its place. */
export async function leaveOut(trx: Trx, { post_parent, recurrence_id }: EventRow): Promise<void> {
  const series = await findSeries(trx, post_parent)
  if (series !== undefined && recurrence_id !== null)
    await writeRecurrence(trx, series, without(recurrenceOf(series), recurrence_id))
}

/** Whoever comes out of the trash has its date again, also where the rule does not yield it any more. */
export async function takeIn(trx: Trx, { post_parent, recurrence_id }: EventRow): Promise<void> {
  const series = await findSeries(trx, post_parent)
  if (series !== undefined && recurrence_id !== null)
    await writeRecurrence(trx, series, withDate(recurrenceOf(series), firstOf(series), recurrence_id))
}
