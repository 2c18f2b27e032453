import { sql } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { events } from '../../resources/events/index.ts'
import { groupBy } from '../../group-by.ts'
import { overridesInTrash, overridesOf } from '../../resources/events/inheritance.ts'
import { isHidden, listingOf } from '../../resources/events/hide-from-listings.ts'
import type { Wall } from '../../time/index.ts'
import { yieldIfDue } from '../../yielding.ts'
import { recordCreated } from '../history/record.ts'
import { linkColumnsOf } from '../sql/event-counts.ts'
import { allocateIds } from '../sql/ids.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { datedSlug, findFreeSlugs, type StoredText } from '../sql/slugs.ts'
import { textsOf } from '../sql/texts.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'
import { placed, type Clock } from './placement.ts'
import { isInTrash, single, type EventRow, type Series } from './rows.ts'

/** Creates occurrences, and moves them to the trash and back. */

/**
 * What a new occurrence takes from the event of its series: everything except its own time and its date in the series.
 */
export const inheritedRow = ({ event }: Series): EventRow => ({
  ...event,
  hide_from_listings: listingOf({ isHidden: isHidden(event), isSeries: false }),
  post_parent: event.id,
})

/** Free slugs for these occurrences: one for each slug of the series, in the same order. */
async function slugsFor(trx: Trx, slugs: readonly string[], walls: readonly Wall[]): Promise<string[][]> {
  const wanted = walls.flatMap((wall) => slugs.map((slug) => datedSlug(slug, wall)))
  const free = await findFreeSlugs(trx, events, wanted)
  return walls.map((_, index) => free.slice(index * slugs.length, (index + 1) * slugs.length))
}

/** Copies texts to another event, with other slugs. */
export const textsWith = (
  texts: readonly StoredText[],
  id: number,
  slugOf: (slug: string) => string,
  now: number,
) =>
  texts.map(({ text_id: _, ...text }) => ({
    ...text,
    id,
    slug: text.slug === null ? null : slugOf(text.slug),
    modified: now,
  }))

/** Inserts copies of texts as those of another event. A slug that is taken gets a number. */
export async function insertCopies(
  trx: Trx,
  texts: readonly StoredText[],
  id: number,
  now: number,
  wanted = (slug: string) => slug,
): Promise<void> {
  const slugs = [...new Set(texts.flatMap(({ slug }) => (slug === null ? [] : [wanted(slug)])))]
  const free = await findFreeSlugs(trx, events, slugs)
  const copies = textsWith(texts, id, (slug) => free[slugs.indexOf(wanted(slug))]!, now)
  await insertRows(trx, 'event_texts', copies)
}

async function insertTexts(
  trx: Trx,
  series: Series,
  ids: readonly number[],
  walls: readonly Wall[],
  now: number,
) {
  const texts = await textsOf(trx, events, series.event.id)
  const slugs = [...new Set(texts.flatMap(({ slug }) => slug ?? []))]
  const given = await slugsFor(trx, slugs, walls)
  const rows: object[] = []
  for (const [index, id] of ids.entries()) {
    rows.push(...textsWith(texts, id, (slug) => given[index]![slugs.indexOf(slug)]!, now))
    await yieldIfDue()
  }
  await insertRows(trx, 'event_texts', rows)
}

/** Copies the links of one event to others. */
export async function insertLinks(trx: Trx, of: number, rows: readonly EventRow[]): Promise<void> {
  const links = await trx.selectFrom('event_links').selectAll().where('event_id', '=', of).execute()
  await insertRows(
    trx,
    'event_links',
    rows.flatMap((row) => links.map((link) => ({ ...link, event_id: row.id, ...linkColumnsOf(row) }))),
  )
}

/** Creates an occurrence for each of these local times, with everything that the series has. */
export async function makeOccurrences(
  trx: Trx,
  series: Series,
  walls: readonly Wall[],
  { now, timezone }: Clock,
): Promise<void> {
  if (walls.length === 0) return
  const ids = await allocateIds(trx, 'entry_ids', 'event', walls.length)
  const inherited = inheritedRow(series)
  const rows = walls.map((wall, index) => ({
    ...inherited,
    ...placed(series, wall, timezone),
    id: ids[index]!,
    recurrence_id: wall,
    overrides: '',
    sequence: 0,
    previous_start: null,
    modified: now,
  }))
  await insertRows(trx, 'events', rows)
  await insertTexts(trx, series, ids, walls, now)
  await insertLinks(trx, series.event.id, rows)
  const { author, original_language: language } = series.event
  await recordCreated(
    trx,
    events,
    ids.map((id) => ({ id, author, language, now })),
  )
}

const setStatus = prepareByIds((db, ids, [status, now]) =>
  db.updateTable('events').set({ status: status!, modified: now! }).where('id', 'in', ids),
)

const setLive = prepareByIds((db, ids, [live]) =>
  db.updateTable('event_texts').set({ live: live! }).where('id', 'in', ids),
)

/** Turns all occurrences of a series into single events. */
export const detachEvents = (trx: Trx, series: number): Promise<unknown> =>
  trx
    .updateTable('events')
    .set(single)
    .where('post_parent', '=', series)
    .where('recurrence_id', 'is not', null)
    .execute()

const setOverrides = prepareByIds((db, ids, [overrides]) =>
  db.updateTable('events').set({ overrides: overrides! }).where('id', 'in', ids),
)

/** Moves events to the trash, which frees their slugs. */
export async function trashEvents(trx: Trx, rows: readonly EventRow[], now: number): Promise<void> {
  const live = rows.filter((row) => !isInTrash(row))
  const ids = idsOf(live)
  const own = live.filter((row) => overridesOf(row).includes('status'))
  for (const [overrides, some] of groupBy(own, overridesInTrash))
    await setOverrides(trx, idsOf(some), [overrides])
  await inBatches(ids, (some) => setStatus(trx, some, ['trash', now]))
  await inBatches(ids, (some) => setLive(trx, some, [0]))
}

const textsInTrash = prepareByIds<Pick<StoredText, 'text_id' | 'slug'>>((db, ids) =>
  db
    .selectFrom('event_texts')
    .select(['text_id', 'slug'])
    .where('id', 'in', ids)
    .where('live', '=', sql.lit(0)),
)

/** Restores events from the trash; a slug that has been taken meanwhile gets a number. */
export async function restoreEvents(
  trx: Trx,
  rows: readonly EventRow[],
  status: string,
  now: number,
): Promise<void> {
  const ids = rows.filter(isInTrash).map(({ id }) => id)
  const slugs = [...new Set((await textsInTrash(trx, ids)).flatMap(({ slug }) => slug ?? []))]
  const free = await findFreeSlugs(trx, events, slugs)
  for (const [index, slug] of slugs.entries())
    if (free[index] !== slug)
      await trx
        .updateTable('event_texts')
        .set({ slug: free[index]! })
        .where('slug', '=', slug)
        .where('id', 'in', ids)
        .execute()
  await inBatches(ids, (some) => setStatus(trx, some, [status, now]))
  await inBatches(ids, (some) => setLive(trx, some, [1]))
}
