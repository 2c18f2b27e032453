import { events } from '../../resources/events/index.ts'
import { isHidden, listingOf } from '../../resources/events/hide-from-listings.ts'
import type { OccurrenceCounts, Repeating } from '../../resources/resource.ts'
import { moveContact } from '../history/contacts.ts'
import { isUndecided, recordCreated } from '../history/record.ts'
import { allocateIds } from '../sql/ids.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { textsOf } from '../sql/texts.ts'
import type { Trx } from '../sql/write-queue.ts'
import { textOf } from './dates.ts'
import { insertCopies, insertLinks } from './occurrences.ts'
import type { Clock } from './placement.ts'
import { reconcile } from './reconcile.ts'
import { findEvent, readSeries, setColumns, type EventRow, type Series } from './rows.ts'

/** How a series comes to be: with a new event, or with one that starts to repeat. */

export const insertRule = (
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
  const event = (await findEvent(trx, id))!
  const rule = { id, recurrence: '', starts, ends, split_from: null, horizon: starts, due: null }
  await insertRule(trx, id, { ...rule, recurrence: textOf({ event: event, rule }, recurrence!) }, null)
  return reconcile(trx, await readSeries(trx, id), clock, { reachesPast: true, needsRoom: true })
}

/** Copies an event as the record of a new series, with slugs of its own. */
export async function copyAsSeries(trx: Trx, event: EventRow, clock: Clock): Promise<number> {
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
  await insertCopies(trx, await textsOf(trx, events, event.id), id!, clock.now)
  await insertLinks(trx, event.id, [row])
  const { author, original_language: language } = event
  await recordCreated(trx, events, [{ id: id!, author, language, now: clock.now }])
  return id!
}

/**
 * A single event that starts to repeat becomes the first occurrence of its series, so that it keeps its ID and address.
 */
export async function repeatEvent(
  trx: Trx,
  id: number,
  repeating: Repeating,
  clock: Clock,
): Promise<OccurrenceCounts> {
  const event = (await findEvent(trx, id))!
  const series = await copyAsSeries(trx, event, clock)
  // The decision about an event that is published as it begins to repeat is recorded with the event itself.
  if (isUndecided(event)) await moveContact(trx, id, series)
  const first = { post_parent: series, recurrence_id: repeating.starts, overrides: '', modified: clock.now }
  await setColumns(trx, id, first)
  return beginSeries(trx, series, repeating, clock)
}
