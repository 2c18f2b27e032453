import { idsOf } from '../../ids-of.ts'
import { isHidden, isSeries, listingOf } from '../../resources/events/hide-from-listings.ts'
import { noOccurrences, type Item, type OccurrenceCounts } from '../../resources/resource.ts'
import { moveContact } from '../history/contacts.ts'
import type { VersionContext } from '../history/record.ts'
import type { WritingView } from '../sql/create.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'
import { excludeDate } from './dates.ts'
import { detachEvents, trashEvents } from './occurrences.ts'
import { requireEditable } from './permissions.ts'
import { clockOf } from './placement.ts'
import {
  isInTrash,
  isOccurrence,
  liveRowsOf,
  occurrencesOf,
  rowOf,
  setColumns,
  type EventRow,
  type Series,
} from './rows.ts'

/** The end of a series: in the trash, deleted, or without a rule. */

/** What moving to the trash depends on. */
export type TrashingView = VersionContext & Pick<WritingView, 'site'>

export async function trashSeries(trx: Trx, event: EventRow, view: TrashingView): Promise<OccurrenceCounts> {
  const rows = await liveRowsOf(trx, event.id)
  requireEditable(rows, view)
  await trashEvents(trx, [event, ...rows], view.site.now)
  return { ...noOccurrences, trashed: rows.length }
}

/** Past occurrences and the next one become single events; the series itself and its later occurrences are trashed. */
export async function endSeries(trx: Trx, { event }: Series, view: WritingView): Promise<OccurrenceCounts> {
  const clock = clockOf(view)
  const live = await liveRowsOf(trx, event.id)
  requireEditable(live, view)
  const past = live.filter(({ end_utc }) => end_utc <= clock.now)
  const [next, ...later] = live
    .filter(({ end_utc }) => end_utc > clock.now)
    .toSorted((one, other) => one.start_utc - other.start_utc)
  await trashEvents(trx, later, clock.now)
  const left = next ?? past.at(-1)
  if (left !== undefined) await moveContact(trx, event.id, left.id)
  await detachEvents(trx, event.id)
  await trx.deleteFrom('series').where('id', '=', event.id).execute()
  const listing = listingOf({ isHidden: isHidden(event), isSeries: false })
  await setColumns(trx, event.id, { hide_from_listings: listing })
  await trashEvents(trx, [event], clock.now)
  return { ...noOccurrences, kept: next === undefined ? 0 : 1, trashed: later.length, past: past.length }
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
  await excludeDate(trx, row, view)
  return { ...noOccurrences, trashed: 1 }
}

/** Deletes the occurrences of a series; for an occurrence, excludes its date from the series. */
export async function removeRepeating(
  trx: Trx,
  item: Item,
  context: VersionContext,
): Promise<OccurrenceCounts | undefined> {
  const row = rowOf(item)
  if (isOccurrence(row)) await excludeDate(trx, row, context)
  if (!isSeries(row)) return isOccurrence(row) ? { ...noOccurrences, trashed: 1 } : undefined
  const rows = await occurrencesOf(trx, row.id)
  const ids = idsOf(rows)
  await inBatches(ids, async (some) => {
    await trx.deleteFrom('event_links').where('event_id', 'in', some).execute()
    await trx.deleteFrom('event_texts').where('id', 'in', some).execute()
    await trx.deleteFrom('events').where('id', 'in', some).execute()
    await trx.deleteFrom('entry_ids').where('id', 'in', some).execute()
    await trx.deleteFrom('history').where('kind', '=', 'events').where('id', 'in', some).execute()
  })
  await trx.deleteFrom('series').where('id', '=', row.id).execute()
  // The occurrences of a trashed series are in the trash too, and count as well.
  return {
    ...noOccurrences,
    trashed: isInTrash(row) ? rows.length : rows.filter((one) => !isInTrash(one)).length,
  }
}
