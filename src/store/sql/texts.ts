import type { Draft, Item, Resource, Writing } from '../../resources/resource.ts'
import { searchable, sortKey } from '../../text/search.ts'
import { asUntyped } from './untyped.ts'
import { findFreeSlug, slugColumn, type StoredText } from './slugs.ts'
import type { Trx } from './write-queue.ts'

/** The texts of a resource, one per language, and what is derived from them. */

export type Text = Record<string, unknown>

/** Separated by newlines, so that a phrase cannot match across two fields. */
const searchText = (resource: Resource, row: Item['row'], text: Text) =>
  resource
    .searched(row, text as never)
    .map((piece) => searchable(piece ?? ''))
    .join('\n')

const sortText = ({ titleField }: Resource, text: Text) => sortKey(String(text[titleField] ?? ''))

/** What searches, lists and addresses of a text go by; derived from it and from the row of its resource. */
export const derivedText = (resource: Resource, row: Item['row'], text: Text) => ({
  search: searchText(resource, row, text),
  sort: sortText(resource, text),
  live: Number(row.status !== 'trash'),
})

/** A text with its derived columns. */
export const textRow = (resource: Resource, row: Item['row'], text: Text): Text => ({
  ...text,
  id: row.id,
  search: searchText(resource, row, text),
  sort: sortText(resource, text),
})

const insertText = (trx: Trx, resource: Resource, row: Item['row'], text: Text) =>
  asUntyped(trx)
    .insertInto(resource.texts)
    .values(textRow(resource, row, text))
    .execute()

/** Whether any of these columns differs from the row. */
export const hasChanges = (row: Text, columns: Text) =>
  Object.entries(columns).some(([name, value]) => (row[name] ?? null) !== (value ?? null))

/**
 * What a write changes in the texts; undefined if nothing. Text is written in the language of the write: it updates
 * that text, or adds a translation (interface: Writing translations).
 */
export async function textChange(
  trx: Trx,
  resource: Resource,
  draft: Draft,
  former: Item,
  texts: readonly StoredText[],
  { language, site }: Writing,
): Promise<(() => Promise<unknown>) | undefined> {
  const sent = Object.fromEntries(Object.entries(draft.text).filter(([name]) => name !== 'slug'))
  const own = texts.find((text) => text.language === language)
  const hasText = Object.values(draft.text).some((value) => value !== null && value !== undefined)
  if (Object.keys(draft.text).length === 0 || (own === undefined && !hasText)) return undefined
  const columns: Text = { ...sent, ...(await slugColumn(trx, resource, draft, former, own)) }
  const written = { modified: site.now, outdated_fields: null }
  if (own === undefined) {
    const live = Number((draft.row.status ?? former.row.status) !== 'trash')
    return () => insertText(trx, resource, former.row, { ...columns, ...written, language, live })
  }
  // Sending an outdated translation unchanged confirms that it is still correct.
  if (!hasChanges(own, columns) && own.outdated_fields === null) return undefined
  return () =>
    asUntyped(trx)
      .updateTable(resource.texts)
      .set({ ...columns, ...written })
      .where('text_id', '=', own.text_id)
      .execute()
}

export const textsOf = async (trx: Trx, { texts }: Resource, id: number): Promise<StoredText[]> =>
  (await asUntyped(trx).selectFrom(texts).selectAll().where('id', '=', id).execute()) as StoredText[]

export const languagesColumn = (languages: readonly string[]) => ` ${languages.toSorted().join(' ')} `

async function updateLanguages(
  trx: Trx,
  { name }: Resource,
  { id, languages: former }: Item['row'],
  texts: readonly StoredText[],
) {
  const languages = languagesColumn(texts.map(({ language }) => language))
  if (languages !== former)
    await asUntyped(trx).updateTable(name).set({ languages }).where('id', '=', id).execute()
}

/** In the order in which the fields are published. */
const textFields = ({ fields, translated }: Resource) =>
  Object.keys(fields).filter((name) => name === 'slug' || translated.includes(name))

/** Which fields of the original have changed. */
function changedFields(
  resource: Resource,
  { original_language }: Item['row'],
  before: readonly StoredText[],
  after: readonly StoredText[],
): readonly string[] {
  const [former, original] = [before, after].map((texts) =>
    texts.find(({ language }) => language === original_language),
  )
  return textFields(resource).filter((name) => former?.[name] !== original?.[name])
}

function outdatedFields(
  resource: Resource,
  { outdated_fields: known }: StoredText,
  changed: readonly string[],
): string | null {
  if (changed.length === 0) return known
  const all = [...(known?.split(' ') ?? []), ...changed]
  return textFields(resource)
    .filter((name) => all.includes(name))
    .join(' ')
}

/**
 * Updates what is derived from the texts: search texts, sort keys, whether slugs are in use and, if the former texts
 * are given, the outdated fields of translations.
 */
export async function updateDerivedText(
  trx: Trx,
  resource: Resource,
  id: number,
  before?: readonly StoredText[],
): Promise<void> {
  const row = (await asUntyped(trx)
    .selectFrom(resource.name)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as Item['row']
  const texts = await textsOf(trx, resource, id)
  const changed = before === undefined ? [] : changedFields(resource, row, before, texts)
  await updateLanguages(trx, resource, row, texts)
  for (const text of texts) {
    const derived: Text = derivedText(resource, row, text)
    if (text.language !== row.original_language)
      derived.outdated_fields = outdatedFields(resource, text, changed)
    if (derived.live === 1 && text.live === 0 && text.slug !== null)
      derived.slug = await findFreeSlug(trx, resource, text.slug, id)
    if (hasChanges(text, derived))
      await asUntyped(trx)
        .updateTable(resource.texts)
        .set(derived)
        .where('text_id', '=', text.text_id)
        .execute()
  }
}
