import { sql, type Selectable } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { columnsOf, inheritedFields, linksAmong } from '../../resources/events/inheritance.ts'
import type { Instant } from '../../time/index.ts'
import { placeholderColumns } from '../sql/event-counts.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, LinkKind } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'
import { inheritedRow } from './occurrences.ts'
import { hasOwn, propagateTexts, type Propagation } from './propagate-texts.ts'
import { isInTrash, rewriteEvents, type EventRow, type Series } from './rows.ts'

/** Writes changes of a series to the occurrences that do not override them. */

/** Changes that attendees must learn about, which increment SEQUENCE (RFC 5545 3.8.7.4). */
const isNews = (field: string) => ['event_status', 'venue'].includes(field)

/** The row of an occurrence with the columns that it inherits; the same row if none differs. */
function withInherited(row: EventRow, inherited: EventRow, { fields, now }: Propagation): EventRow {
  const taken = fields.filter((field) => !hasOwn(row, field, row.original_language))
  const differing = columnsOf(taken).filter(
    (column) => inherited[column] !== row[column] && (column !== 'status' || !isInTrash(row)),
  )
  if (differing.length === 0) return row
  return {
    ...row,
    ...Object.fromEntries(differing.map((column) => [column, inherited[column]])),
    sequence: row.sequence + Number(differing.some(isNews)),
    modified: now,
  }
}

/** Rewrites the event rows that differ, and returns them as they are now. */
async function propagateRows(trx: Trx, series: Series, rows: readonly EventRow[], propagation: Propagation) {
  if (columnsOf(propagation.fields).length === 0) return []
  const inherited = inheritedRow(series)
  const rewritten = rows
    .map((row) => withInherited(row, inherited, propagation))
    .filter((row, index) => row !== rows[index])
  await inBatches(rewritten, (some) => rewriteEvents(trx, some))
  return rewritten
}

const setModified = prepareByIds((db, ids, [now]) =>
  db.updateTable('events').set({ modified: now! }).where('id', 'in', ids),
)

const raiseSequence = prepareByIds((db, ids) =>
  db
    .updateTable('events')
    .set({ sequence: sql`sequence + 1` })
    .where('id', 'in', ids),
)

/** What was written to occurrences, by ID. */
interface Written {
  readonly changed: ReadonlySet<number>
  /** Those with changes that attendees must learn about. */
  readonly news: ReadonlySet<number>
}

/** Marks occurrences whose links or texts changed; event rows that were rewritten are marked already. */
async function mark(
  trx: Trx,
  rows: readonly EventRow[],
  rewritten: readonly EventRow[],
  { changed, news }: Written,
  now: Instant,
) {
  const isMarked = new Set(idsOf(rewritten))
  const before = new Map(rows.map(({ id, sequence }) => [id, sequence]))
  const isRaised = new Set(rewritten.filter((row) => row.sequence !== before.get(row.id)).map(({ id }) => id))
  await inBatches(
    [...changed].filter((id) => !isMarked.has(id)),
    (some) => setModified(trx, some, [now]),
  )
  await inBatches(
    [...news].filter((id) => !isRaised.has(id)),
    (some) => raiseSequence(trx, some),
  )
}

type LinkRow = Selectable<Database['event_links']>

const deleteLinks = prepareByIds((db, ids, [kind]) =>
  db.deleteFrom('event_links').where('kind', '=', kind!).where('event_id', 'in', ids),
)

const linksOf = prepareByIds<Pick<LinkRow, 'event_id' | 'target'>>((db, ids, [kind]) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'target'])
    .where('kind', '=', kind!)
    .where('event_id', 'in', ids)
    .orderBy('event_id')
    .orderBy('position'),
)

/** Returns the IDs of the occurrences whose links differed. */
async function propagateLinks(trx: Trx, { event }: Series, rows: readonly EventRow[], kind: LinkKind) {
  const inheriting = rows.filter((row) => !hasOwn(row, kind, '')).map(({ id }) => id)
  const links = await trx
    .selectFrom('event_links')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('kind', '=', kind)
    .orderBy('position')
    .execute()
  const former: Pick<LinkRow, 'event_id' | 'target'>[] = []
  await inBatches(inheriting, async (some) => void former.push(...(await linksOf(trx, some, [kind]))))
  const byEvent = groupBy(former, (link) => link.event_id)
  const targets = (some: readonly Pick<LinkRow, 'target'>[] = []) => some.map(({ target }) => target).join()
  const ids = inheriting.filter((id) => targets(byEvent.get(id)) !== targets(links))
  await inBatches(ids, (some) => deleteLinks(trx, some, [kind]))
  await insertRows(
    trx,
    'event_links',
    ids.flatMap((id) => links.map((link) => ({ ...link, event_id: id, ...placeholderColumns }))),
  )
  return ids
}

/**
 * Writes fields of the series to these occurrences, except those that they override. What is as it was already is not
 * written, because that would notify followers of the data.
 */
export async function propagateToOccurrences(
  trx: Trx,
  series: Series,
  rows: readonly EventRow[],
  propagation: Propagation,
): Promise<void> {
  if (rows.length === 0 || propagation.fields.length === 0) return
  const rewritten = await propagateRows(trx, series, rows, propagation)
  const linked: { readonly kind: LinkKind; readonly ids: readonly number[] }[] = []
  for (const kind of linksAmong(propagation.fields))
    linked.push({ kind, ids: await propagateLinks(trx, series, rows, kind) })
  const worded = await propagateTexts(trx, series, rows, propagation)
  const written = {
    changed: new Set([...linked.flatMap(({ ids }) => ids), ...worded]),
    news: new Set(linked.flatMap(({ kind, ids }) => (isNews(kind) ? ids : []))),
  }
  await mark(trx, rows, rewritten, written, propagation.now)
}

const languagesOf = prepareByIds<{ language: string }>((db, ids) =>
  db.selectFrom('event_texts').select('language').distinct().where('id', 'in', ids),
)

/** Writes fields of the series to these occurrences in all languages, except what they override. */
export async function propagateAll(
  trx: Trx,
  series: Series,
  rows: readonly EventRow[],
  { fields = inheritedFields, now }: { readonly fields?: readonly string[]; readonly now: Instant },
): Promise<void> {
  if (rows.length === 0) return
  const ids = idsOf([series.event, ...rows])
  const languages = new Set((await languagesOf(trx, ids)).map(({ language }) => language))
  await propagateToOccurrences(trx, series, rows, { fields, languages: [...languages], now })
}
