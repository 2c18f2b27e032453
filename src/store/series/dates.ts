import { linesOf, withDate, without, type Recurrence } from '../../recurrence/index.ts'
import type { Trx } from '../sql/write-queue.ts'
import { recurrenceOf } from './placement.ts'
import { findSeries, firstOf, type EventRow, type Series } from './rows.ts'

/** Single dates that a series leaves out, and takes in again. */

/** The lines as they are stored and shown. */
export const textOf = (series: Pick<Series, 'event' | 'rule'>, recurrence: Recurrence): string =>
  linesOf(recurrence, firstOf(series)).join('\n')

async function writeRecurrence(trx: Trx, series: Series, recurrence: Recurrence) {
  await trx
    .updateTable('series')
    .set({ recurrence: textOf(series, recurrence) })
    .where('id', '=', series.event.id)
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
