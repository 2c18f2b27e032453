import { sql } from 'kysely'
import { events } from '../../resources/events/index.ts'
import {
  columnsOf,
  inheritedFields,
  isSearched,
  linksAmong,
  overrideName,
  overridesOf,
  textsAmong,
} from '../../resources/events/inheritance.ts'
import type { Instant } from '../../time/index.ts'
import { groupBy } from '../../group-by.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { LinkKind } from '../sql/schema.ts'
import { findFreeSlugs, type StoredText } from '../sql/slugs.ts'
import { textRow, textsOf } from '../sql/texts.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'
import { datedSlug, inheritedRow, textsWith } from './occurrences.ts'
import { isInTrash, rewriteEvents, type EventRow, type Series } from './rows.ts'

/** Writes changes of a series to the occurrences that do not override them. */

interface Propagation {
  /** The fields that were written. */
  readonly fields: readonly string[]
  /** The languages in which texts were written. */
  readonly languages: readonly string[]
  readonly now: Instant
}

const hasOwn = (row: EventRow, field: string, language: string) =>
  overridesOf(row).includes(overrideName(field, language, row.original_language))

/** Changes that attendees must learn about, which increment SEQUENCE (RFC 5545 3.8.7.4). */
const isNews = (field: string) => ['event_status', 'venue'].includes(field)

/** The row of an occurrence with the columns that it inherits. */
function withInherited(row: EventRow, inherited: EventRow, { fields, now }: Propagation): EventRow {
  const taken = fields.filter((field) => !hasOwn(row, field, row.original_language))
  const columns = columnsOf(taken).filter((column) => column !== 'status' || !isInTrash(row))
  return {
    ...row,
    ...Object.fromEntries(columns.map((column) => [column, inherited[column]])),
    sequence: row.sequence + Number(taken.some(isNews)),
    modified: now,
  }
}

const setModified = prepareByIds((db, ids, [now]) =>
  db.updateTable('events').set({ modified: now! }).where('id', 'in', ids),
)

/**
 * If only texts changed, event rows get a new `modified` alone, because rewriting them updates indexes and fires
 * triggers.
 */
async function propagateRows(trx: Trx, series: Series, rows: readonly EventRow[], propagation: Propagation) {
  const inherited = inheritedRow(series)
  const isRewritten = columnsOf(propagation.fields).length > 0 || propagation.fields.some(isNews)
  if (isRewritten)
    await inBatches(rows, (some) =>
      rewriteEvents(
        trx,
        some.map((row) => withInherited(row, inherited, propagation)),
      ),
    )
  else
    await inBatches(
      rows.map(({ id }) => id),
      (some) => setModified(trx, some, [propagation.now]),
    )
}

const deleteLinks = prepareByIds((db, ids, [kind]) =>
  db.deleteFrom('event_links').where('kind', '=', kind!).where('event_id', 'in', ids),
)

/** Columns of links that are derived from the event at the end of the transaction. */
const placeholderColumns = { visible: 0, start_utc: 0, end_utc: 0 }

async function propagateLinks(trx: Trx, { event }: Series, rows: readonly EventRow[], kind: LinkKind) {
  const ids = rows.filter((row) => !hasOwn(row, kind, '')).map(({ id }) => id)
  const links = await trx
    .selectFrom('event_links')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('kind', '=', kind)
    .execute()
  await inBatches(ids, (some) => deleteLinks(trx, some, [kind]))
  await insertRows(
    trx,
    'event_links',
    ids.flatMap((id) => links.map((link) => ({ ...link, event_id: id, ...placeholderColumns }))),
  )
}

const ownTexts = prepareByIds<StoredText>((db, ids, [language]) =>
  db.selectFrom('event_texts').selectAll().where('language', '=', language!).where('id', 'in', ids),
)

const textIds = prepareByIds<{ id: number }>((db, ids, [language]) =>
  db.selectFrom('event_texts').select('id').where('language', '=', language!).where('id', 'in', ids),
)

/** Updates occurrences that inherit all written texts together, including their search texts. */
async function writeSame(trx: Trx, text: StoredText, ids: readonly number[], { fields, now }: Propagation) {
  const taken = textsAmong(fields)
  const columns = { ...Object.fromEntries(taken.map((field) => [field, text[field] ?? null])), modified: now }
  const derived = taken.some(isSearched) ? { search: text.search, sort: text.sort } : {}
  await inBatches(ids, (some) =>
    trx
      .updateTable('event_texts')
      .set({ ...columns, ...derived })
      .where('language', '=', text.language)
      .where('id', 'in', some)
      .execute(),
  )
}

type WrittenText = Pick<StoredText, 'language'> & Readonly<Record<string, unknown>>

/** Occurrences that override some of the texts are updated with a row each. */
async function writeMixed(
  trx: Trx,
  text: WrittenText,
  rows: readonly EventRow[],
  { fields, now }: Propagation,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const texts = await ownTexts(trx, [...byId.keys()], [text.language])
  const mixed = texts.map((own) => {
    const row = byId.get(own.id)!
    const taken = textsAmong(fields).filter((field) => !hasOwn(row, field, text.language))
    const values = Object.fromEntries(taken.map((field) => [field, text[field] ?? null]))
    return textRow(events, row, { ...own, ...values, modified: now })
  })
  const columns = [...textsAmong(fields), 'search', 'sort', 'modified']
  await insertRows(
    trx,
    'event_texts',
    mixed,
    `on conflict (text_id) do update set ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`,
  )
}

/** Adds texts in a language that is new to the series. */
async function beginTexts(trx: Trx, text: StoredText, rows: readonly EventRow[], now: Instant) {
  const wanted = rows.map((row) => datedSlug(text.slug ?? '', row.recurrence_id!))
  const slugs = text.slug === null ? [] : await findFreeSlugs(trx, events, wanted)
  const texts = rows.flatMap((row, index) =>
    textsWith([text], row.id, () => slugs[index]!, now).map((one) => ({
      ...one,
      live: Number(!isInTrash(row)),
    })),
  )
  await insertRows(trx, 'event_texts', texts)
  await inBatches(
    rows.map(({ id }) => id),
    (some) => setLanguages(trx, some),
  )
}

/** Removes texts in a language that the series no longer has, except those that occurrences override. */
async function withdrawTexts(
  trx: Trx,
  language: string,
  rows: readonly EventRow[],
  propagation: Propagation,
) {
  const own = groupBy(rows, (row) => textsOfEvents.some((field) => hasOwn(row, field, language)))
  const ids = (own.get(false) ?? []).map(({ id }) => id)
  await inBatches(ids, (some) => deleteTexts(trx, some, [language]))
  await inBatches(ids, (some) => setLanguages(trx, some))
  await writeMixed(trx, { language }, own.get(true) ?? [], propagation)
}

const deleteTexts = prepareByIds((db, ids, [language]) =>
  db.deleteFrom('event_texts').where('language', '=', language!).where('id', 'in', ids),
)

async function propagateTexts(
  trx: Trx,
  text: StoredText,
  rows: readonly EventRow[],
  propagation: Propagation,
) {
  const ids = rows.map(({ id }) => id)
  const known = new Set((await textIds(trx, ids, [text.language])).map(({ id }) => id))
  const isMixed = (row: EventRow) => textsOfEvents.some((field) => hasOwn(row, field, text.language))
  const there = groupBy(
    rows.filter(({ id }) => known.has(id)),
    isMixed,
  )
  await beginTexts(
    trx,
    text,
    rows.filter(({ id }) => !known.has(id)),
    propagation.now,
  )
  await writeSame(
    trx,
    text,
    (there.get(false) ?? []).map(({ id }) => id),
    propagation,
  )
  await writeMixed(trx, text, there.get(true) ?? [], propagation)
}

const textsOfEvents = textsAmong(events.translated)

/** Translations of occurrences are outdated in the same fields as those of the series. */
async function updateOutdated(
  trx: Trx,
  { event }: Series,
  ids: readonly number[],
  texts: readonly StoredText[],
) {
  for (const { language, outdated_fields } of texts)
    if (language !== event.original_language)
      await inBatches(ids, (some) => setOutdated(trx, some, [outdated_fields, language, outdated_fields]))
}

const setOutdated = prepareByIds((db, ids, [outdated, language, compared]) =>
  db
    .updateTable('event_texts')
    .set({ outdated_fields: outdated! })
    .where('language', '=', language!)
    .where(sql<boolean>`coalesce(outdated_fields, '-') <> coalesce(cast(${compared!} as text), '-')`)
    .where('id', 'in', ids),
)

/** Updates `languages` to the languages in which these events have texts. */
export const setLanguages = prepareByIds((db, ids) =>
  db
    .updateTable('events')
    .set({
      languages: sql`(select ' ' || string_agg(language, ' ' order by language) || ' ' from event_texts where event_texts.id = events.id)`,
    })
    .where('id', 'in', ids),
)

/** Writes fields of the series to these occurrences, except those that they override. */
export async function propagateToOccurrences(
  trx: Trx,
  series: Series,
  rows: readonly EventRow[],
  propagation: Propagation,
): Promise<void> {
  if (rows.length === 0 || propagation.fields.length === 0) return
  await propagateRows(trx, series, rows, propagation)
  for (const kind of linksAmong(propagation.fields)) await propagateLinks(trx, series, rows, kind)
  const texts = await textsOf(trx, events, series.event.id)
  if (textsAmong(propagation.fields).length === 0) return
  for (const language of propagation.languages) {
    const text = texts.find((one) => one.language === language)
    await (text === undefined
      ? withdrawTexts(trx, language, rows, propagation)
      : propagateTexts(trx, text, rows, propagation))
  }
  await updateOutdated(
    trx,
    series,
    rows.map(({ id }) => id),
    texts,
  )
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
  const ids = [series.event, ...rows].map(({ id }) => id)
  const languages = new Set((await languagesOf(trx, ids)).map(({ language }) => language))
  await propagateToOccurrences(trx, series, rows, { fields, languages: [...languages], now })
}
