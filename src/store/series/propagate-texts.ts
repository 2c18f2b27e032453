import { sql } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { events } from '../../resources/events/index.ts'
import { isSearched, overrideName, overridesOf, textsAmong } from '../../resources/events/inheritance.ts'
import type { Instant } from '../../time/index.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { datedSlug, findFreeSlugs, type StoredText } from '../sql/slugs.ts'
import { hasChanges, textRow, textsOf } from '../sql/texts.ts'
import type { Trx } from '../sql/write-queue.ts'
import { inBatches } from './batches.ts'
import { textsWith } from './occurrences.ts'
import { isInTrash, type EventRow, type Series } from './rows.ts'

/** Writes texts of a series to the occurrences that do not override them. */

export interface Propagation {
  /** The fields that were written. */
  readonly fields: readonly string[]
  /** The languages in which texts were written. */
  readonly languages: readonly string[]
  readonly now: Instant
}

/** Whether an occurrence overrides a field in a language. */
export const hasOwn = (row: EventRow, field: string, language: string) =>
  overridesOf(row).includes(overrideName(field, language, row.original_language))

const ownTexts = prepareByIds<StoredText>((db, ids, [language]) =>
  db.selectFrom('event_texts').selectAll().where('language', '=', language!).where('id', 'in', ids),
)

const textIds = prepareByIds<{ id: number }>((db, ids, [language]) =>
  db.selectFrom('event_texts').select('id').where('language', '=', language!).where('id', 'in', ids),
)

/**
 * Updates occurrences that inherit all written texts together, including their search texts. Returns the IDs of those
 * that differed.
 */
async function writeSame(trx: Trx, text: StoredText, ids: readonly number[], { fields, now }: Propagation) {
  const taken = textsAmong(fields)
  const columns = { ...Object.fromEntries(taken.map((field) => [field, text[field] ?? null])), modified: now }
  const derived = taken.some(isSearched) ? { search: text.search, sort: text.sort } : {}
  const changed: number[] = []
  await inBatches(ids, async (some) => {
    const rows = await trx
      .updateTable('event_texts')
      .set({ ...columns, ...derived })
      .where('language', '=', text.language)
      .where('id', 'in', some)
      .where(({ or }) =>
        or(taken.map((field) => sql<boolean>`${sql.ref(field)} is distinct from ${text[field] ?? null}`)),
      )
      .returning('id')
      .execute()
    changed.push(...rows.map(({ id }) => id))
  })
  return changed
}

type WrittenText = Pick<StoredText, 'language'> & Readonly<Record<string, unknown>>

/** Occurrences that override some of the texts are updated with a row each. Returns the IDs of those that differed. */
async function writeMixed(
  trx: Trx,
  text: WrittenText,
  rows: readonly EventRow[],
  { fields, now }: Propagation,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const texts = await ownTexts(trx, [...byId.keys()], [text.language])
  const mixed = texts.flatMap((own) => {
    const row = byId.get(own.id)!
    const taken = textsAmong(fields).filter((field) => !hasOwn(row, field, text.language))
    const values = Object.fromEntries(taken.map((field) => [field, text[field] ?? null]))
    return hasChanges(own, values) ? [textRow(events, row, { ...own, ...values, modified: now })] : []
  })
  const columns = [...textsAmong(fields), 'search', 'sort', 'modified']
  await insertRows(
    trx,
    'event_texts',
    mixed,
    `on conflict (text_id) do update set ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`,
  )
  return mixed.map(({ id }) => id as number)
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
  await inBatches(idsOf(rows), (some) => setLanguages(trx, some))
}

/**
 * Removes texts in a language that the series no longer has, except those that occurrences override. Returns the IDs of
 * the occurrences that had some.
 */
async function withdrawTexts(
  trx: Trx,
  language: string,
  rows: readonly EventRow[],
  propagation: Propagation,
) {
  const own = groupBy(rows, (row) => textsOfEvents.some((field) => hasOwn(row, field, language)))
  const without = idsOf(own.get(false) ?? [])
  const ids = idsOf(await textIds(trx, without, [language]))
  await inBatches(ids, (some) => deleteTexts(trx, some, [language]))
  await inBatches(ids, (some) => setLanguages(trx, some))
  return [...ids, ...(await writeMixed(trx, { language }, own.get(true) ?? [], propagation))]
}

const deleteTexts = prepareByIds((db, ids, [language]) =>
  db.deleteFrom('event_texts').where('language', '=', language!).where('id', 'in', ids),
)

/** Returns the IDs of the occurrences whose texts differed. */
async function propagateText(
  trx: Trx,
  text: StoredText,
  rows: readonly EventRow[],
  propagation: Propagation,
) {
  const ids = idsOf(rows)
  const known = new Set(idsOf(await textIds(trx, ids, [text.language])))
  const isMixed = (row: EventRow) => textsOfEvents.some((field) => hasOwn(row, field, text.language))
  const there = groupBy(
    rows.filter(({ id }) => known.has(id)),
    isMixed,
  )
  const fresh = rows.filter(({ id }) => !known.has(id))
  await beginTexts(trx, text, fresh, propagation.now)
  const same = idsOf(there.get(false) ?? [])
  return [
    ...fresh.map(({ id }) => id),
    ...(await writeSame(trx, text, same, propagation)),
    ...(await writeMixed(trx, text, there.get(true) ?? [], propagation)),
  ]
}

const textsOfEvents = textsAmong(events.translated)

/**
 * Translations of occurrences are outdated in the same fields as those of the series. Returns the IDs of the occurrences
 * where this differed.
 */
async function updateOutdated(
  trx: Trx,
  { event }: Series,
  ids: readonly number[],
  texts: readonly StoredText[],
) {
  const changed: number[] = []
  for (const { language, outdated_fields } of texts)
    if (language !== event.original_language)
      await inBatches(ids, async (some) => {
        const rows = await setOutdated(trx, some, [outdated_fields, language, outdated_fields])
        changed.push(...rows.map(({ id }) => id))
      })
  return changed
}

const setOutdated = prepareByIds<{ id: number }>((db, ids, [outdated, language, compared]) =>
  db
    .updateTable('event_texts')
    .set({ outdated_fields: outdated! })
    .where('language', '=', language!)
    .where(sql<boolean>`coalesce(outdated_fields, '-') <> coalesce(cast(${compared!} as text), '-')`)
    .where('id', 'in', ids)
    .returning('id'),
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

/** Writes texts of the series. Returns the IDs of the occurrences where some differed. */
export async function propagateTexts(
  trx: Trx,
  series: Series,
  rows: readonly EventRow[],
  propagation: Propagation,
): Promise<number[]> {
  if (textsAmong(propagation.fields).length === 0) return []
  const texts = await textsOf(trx, events, series.event.id)
  const changed: number[] = []
  for (const language of propagation.languages) {
    const text = texts.find((one) => one.language === language)
    changed.push(
      ...(text === undefined
        ? await withdrawTexts(trx, language, rows, propagation)
        : await propagateText(trx, text, rows, propagation)),
    )
  }
  const ids = idsOf(rows)
  return [...changed, ...(await updateOutdated(trx, series, ids, texts))]
}
