import type { Selectable, Transaction } from 'kysely'
import { slugTaken } from '../errors.ts'
import { mayRead, type Owned } from '../identity/roles.ts'
import { termsNamed } from '../resources/lookups.ts'
import type { Draft, Item, LinkTarget, Resource, Writing } from '../resources/resource.ts'
import { fold, sortKey } from '../text/search.ts'
import { numberedSlug, slugify } from '../text/slug.ts'
import { noted } from './changes.ts'
import { load, untyped, type Resources } from './reading.ts'
import type { Database, LinkKind, TextColumns } from './schema.ts'
import { added, forgetTallies, tallied } from './tallies.ts'

/** Writing any of the five kinds; every function here runs inside one transaction. */

type Trx = Transaction<Database>
type Text = Record<string, unknown>
type StoredText = Selectable<TextColumns> & Readonly<Record<string, unknown>>

/** What a write needs beside the draft. */
export interface WritingView extends Writing {
  readonly resources: Resources
}

const sequenceOf = ({ family }: Resource) => (family === 'terms' ? 'term_ids' : 'entry_ids')

async function newId(trx: Trx, sequence: 'term_ids' | 'entry_ids', kind: string): Promise<number> {
  const { id } = await trx.insertInto(sequence).values({ kind }).returning('id').executeTakeFirstOrThrow()
  return id
}

const firstTries = 16

/** The first free one of `jazz`, `jazz-2`, `jazz-3` …; each look takes in more of them than the one before. */
async function freeSlug(trx: Trx, { texts }: Resource, wanted: string, textId?: number): Promise<string> {
  for (let [from, count] = [1, firstTries]; ; from += count, count *= 4) {
    const tries = Array.from({ length: count }, (_, index) =>
      from + index === 1 ? wanted : numberedSlug(wanted, from + index),
    )
    const taken = await untyped(trx)
      .selectFrom(texts)
      .select(['slug', 'text_id'])
      .where('slug', 'in', tries)
      .where('live', '=', 1)
      .execute()
    const others = new Set(taken.filter((text) => text.text_id !== textId).map((text) => text.slug as string))
    const free = tries.find((slug) => !others.has(slug))
    if (free !== undefined) return free
  }
}

/** What is left empty by the title is named by kind and id (contract §3). */
const slugFrom = ({ singular }: Resource, text: unknown, id: number) =>
  slugify(typeof text === 'string' ? text : '') || `${singular}-${id}`

/** Folded pieces stand on lines of their own, so that no phrase is found across two of them. */
const searchText = (resource: Resource, row: Item['row'], text: Text) =>
  resource
    .searched(row, text as never)
    .map((piece) => fold(piece ?? ''))
    .join('\n')

const sortText = ({ titleField }: Resource, text: Text) => sortKey(String(text[titleField] ?? ''))

async function imageId(trx: Trx, image: number | string): Promise<number> {
  if (typeof image === 'number') return image
  const known = await trx.selectFrom('images').select('id').where('url', '=', image).executeTakeFirst()
  if (known !== undefined) return known.id
  const id = await newId(trx, 'entry_ids', 'image')
  const extension = /\.([a-z0-9]{1,5})$/i.exec(new URL(image).pathname)?.[1]?.toLowerCase() ?? ''
  await trx
    .insertInto('images')
    .values({ id, url: image, extension, width: null, height: null, filesize: null, sizes: '{}' })
    .execute()
  return id
}

async function imageColumn(trx: Trx, { image }: Draft): Promise<{ image?: number | null }> {
  if (image === undefined) return {}
  return { image: image === null ? null : await imageId(trx, image) }
}

/** One of the same name that the asker may read and, where sent, the same description, address and e-mail (contract §6.2). */
export async function findSame(
  trx: Trx,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  view: Pick<WritingView, 'resources' | 'asker' | 'language'>,
): Promise<number | undefined> {
  const name = String(values[resource.titleField])
  const named = await untyped(trx)
    .selectFrom(resource.texts)
    .select('id')
    .where('sort', '=', sortKey(name))
    .where('live', '=', 1)
    .orderBy('id')
    .execute()
  const items = await load(trx, resource, [...new Set(named.map(({ id }) => id as number))], view)
  const compared = ['description', 'address', 'email'].filter((field) => typeof values[field] === 'string')
  return items.find(
    ({ row, text, translations }) =>
      mayRead(view.asker, row as unknown as Owned) &&
      Object.values(translations).some(({ title }) => title.toLowerCase() === name.toLowerCase()) &&
      compared.every((field) => (text[field] ?? row[field] ?? null) === values[field]),
  )?.id
}

/** A name that was unknown when the request came in may be known by now. */
const findTerm = async (trx: Trx, { singular }: Resource, name: string): Promise<number | undefined> =>
  (await termsNamed(singular as 'category' | 'tag', [name], { db: trx })).get(name)

async function linkId(trx: Trx, target: LinkTarget, view: WritingView): Promise<number> {
  if (typeof target === 'number') return target
  const { resources, site, asker } = view
  const language = (target.values.ml_language as string | undefined) ?? view.language
  const resource = resources[target.resource]
  const same =
    resource.family === 'entries'
      ? await findSame(trx, resource, target.values, view)
      : await findTerm(trx, resource, String(target.values.name))
  if (same !== undefined) return same
  const draft = resource.draft(target.values, { site, asker, language })
  return create(trx, resource, draft, { resources, site, asker, language })
}

/** Until the event itself is settled: see `tallied`. */
const unsettled = { visible: 0, start_utc: 0, end_utc: 0 }

async function writeLinks(trx: Trx, id: number, { links = {} }: Draft, view: WritingView) {
  for (const [kind, targets] of Object.entries(links) as [LinkKind, LinkTarget[]][]) {
    const ids = new Set<number>()
    for (const target of targets) ids.add(await linkId(trx, target, view))
    await trx.deleteFrom('event_links').where('event_id', '=', id).where('kind', '=', kind).execute()
    const rows = [...ids].map((target, position) => ({ event_id: id, kind, position, target, ...unsettled }))
    if (rows.length > 0) await trx.insertInto('event_links').values(rows).execute()
  }
}

const languagesColumn = (languages: readonly string[]) => ` ${languages.toSorted().join(' ')} `

/** Events are counted; what they lead to is not. */
const countedIds = ({ links }: Resource, id: number): number[] => (links === undefined ? [] : [id])

const isLive = ({ row }: Draft) => Number(row.status !== 'trash')

/** Makes a resource; the language of the write becomes that of its original. Returns its id. */
export async function create(trx: Trx, resource: Resource, draft: Draft, view: WritingView): Promise<number> {
  await resource.beforeWrite?.(trx, draft)
  const id = await newId(trx, sequenceOf(resource), resource.singular)
  const languages = languagesColumn([view.language])
  const row = {
    ...draft.row,
    ...(await imageColumn(trx, draft)),
    id,
    original_language: view.language,
    languages,
  }
  await untyped(trx).insertInto(resource.name).values(row).execute()
  const { slug, ...text } = draft.text
  const wanted = slugFrom(resource, slug ?? text[resource.titleField], id)
  await insertText(trx, resource, row as unknown as Item['row'], {
    ...text,
    slug: await freeSlug(trx, resource, wanted),
    language: view.language,
    live: isLive(draft),
    modified: view.site.now,
    version: 1,
    based_on: 0,
  })
  await writeLinks(trx, id, draft, view)
  await added(trx, countedIds(resource, id))
  await resource.afterWrite?.(trx, id, draft)
  noted(trx, resource.name, [id])
  return id
}

const insertText = (trx: Trx, resource: Resource, row: Item['row'], text: Text) =>
  untyped(trx)
    .insertInto(resource.texts)
    .values({ ...text, id: row.id, search: searchText(resource, row, text), sort: sortText(resource, text) })
    .execute()

/** A slug that was asked for is refused where another live resource has it (contract §1). */
async function askedSlug(
  trx: Trx,
  resource: Resource,
  slug: string,
  id: number,
  own: StoredText | undefined,
) {
  const holder = await untyped(trx)
    .selectFrom(resource.texts)
    .select('id')
    .where('slug', '=', slug)
    .where('live', '=', 1)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (holder !== undefined) throw slugTaken(slug)
  return freeSlug(trx, resource, slug, own?.text_id)
}

async function slugColumn(
  trx: Trx,
  resource: Resource,
  { text }: Draft,
  { id }: Item,
  own: StoredText | undefined,
): Promise<{ slug?: string | null }> {
  const title = text[resource.titleField] ?? own?.[resource.titleField]
  if (typeof text.slug === 'string' && text.slug !== '')
    return { slug: await askedSlug(trx, resource, text.slug, id, own) }
  const isKept =
    text.slug === undefined && (own === undefined ? title === undefined : own.slug !== null || title == null)
  const source = text.slug ?? title
  if (isKept || source == null) return {}
  return { slug: await freeSlug(trx, resource, slugFrom(resource, source, id), own?.text_id) }
}

const differs = (own: StoredText, columns: Text) =>
  Object.entries(columns).some(([name, value]) => (own[name] ?? null) !== (value ?? null))

/** Text goes to the language of the write: it edits that text, or begins a translation (contract §5). */
async function writeText(
  trx: Trx,
  resource: Resource,
  draft: Draft,
  former: Item,
  texts: readonly StoredText[],
  { language, site }: WritingView,
) {
  const sent = Object.fromEntries(Object.entries(draft.text).filter(([name]) => name !== 'slug'))
  const own = texts.find((text) => text.language === language)
  const original = texts.find((text) => text.language === former.row.original_language)
  const says = Object.values(draft.text).some((value) => value !== null && value !== undefined)
  if (Object.keys(draft.text).length === 0 || (own === undefined && !says)) return
  const columns: Text = { ...sent, ...(await slugColumn(trx, resource, draft, former, own)) }
  const based_on = original?.version ?? 0
  const written = { modified: site.now, ...(own === original ? {} : { based_on }) }
  if (own === undefined) {
    const live = Number((draft.row.status ?? former.row.status) !== 'trash')
    await insertText(trx, resource, former.row, { ...columns, ...written, language, live, version: 1 })
  } else if (differs(own, columns) || own !== original)
    await untyped(trx)
      .updateTable(resource.texts)
      .set({ ...columns, ...written, version: own.version + 1 })
      .where('text_id', '=', own.text_id)
      .execute()
}

const textsOf = async (trx: Trx, { texts }: Resource, id: number): Promise<StoredText[]> =>
  (await untyped(trx).selectFrom(texts).selectAll().where('id', '=', id).execute()) as StoredText[]

async function settleLanguages(
  trx: Trx,
  { name }: Resource,
  { id, languages: former }: Item['row'],
  texts: readonly StoredText[],
) {
  const languages = languagesColumn(texts.map(({ language }) => language))
  if (languages !== former)
    await untyped(trx).updateTable(name).set({ languages }).where('id', '=', id).execute()
}

/** What is derived of the texts: what search looks into, the order of names, and whether slugs are taken. */
async function settleTexts(trx: Trx, resource: Resource, id: number) {
  const row = (await untyped(trx)
    .selectFrom(resource.name)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as Item['row']
  const live = Number(row.status !== 'trash')
  const texts = await textsOf(trx, resource, id)
  await settleLanguages(trx, resource, row, texts)
  for (const text of texts) {
    const derived: Text = { search: searchText(resource, row, text), sort: sortText(resource, text), live }
    if (live === 1 && text.live === 0 && text.slug !== null)
      derived.slug = await freeSlug(trx, resource, text.slug, text.text_id)
    if (differs(text, derived))
      await untyped(trx)
        .updateTable(resource.texts)
        .set(derived)
        .where('text_id', '=', text.text_id)
        .execute()
  }
}

/** Merges a draft into what is there: what was not sent stays (contract §6.3). */
export async function update(
  trx: Trx,
  resource: Resource,
  former: Item,
  draft: Draft,
  view: WritingView,
): Promise<void> {
  await resource.beforeWrite?.(trx, draft, former)
  const row = { ...draft.row, ...(await imageColumn(trx, draft)) }
  await tallied(trx, countedIds(resource, former.id), async () => {
    await untyped(trx).updateTable(resource.name).set(row).where('id', '=', former.id).execute()
    await writeText(trx, resource, draft, former, await textsOf(trx, resource, former.id), view)
    await settleTexts(trx, resource, former.id)
    await writeLinks(trx, former.id, draft, view)
  })
  await resource.afterWrite?.(trx, former.id, draft)
  noted(trx, resource.name, [former.id])
}

export function trash(trx: Trx, resource: Resource, id: number, now: number): Promise<void> {
  noted(trx, resource.name, [id])
  return tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx)
      .updateTable(resource.name)
      .set({ status: 'trash', modified: now })
      .where('id', '=', id)
      .execute()
    await settleTexts(trx, resource, id)
  })
}

/** Removes for good, with every link to it. */
export async function remove(trx: Trx, resource: Resource, item: Item): Promise<void> {
  await resource.beforeRemove?.(trx, item)
  const { id } = item
  await tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx).deleteFrom(resource.texts).where('id', '=', id).execute()
    await untyped(trx).deleteFrom(resource.name).where('id', '=', id).execute()
    await trx.deleteFrom(sequenceOf(resource)).where('id', '=', id).execute()
    if (resource.links !== undefined) await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
  })
  if (resource.linkedAs !== undefined) await removeLinksTo(trx, resource.linkedAs, id)
  noted(trx, resource.name, [id])
}

/** The events that led there are told otherwise from now on. */
async function removeLinksTo(trx: Trx, kind: LinkKind, target: number) {
  const cut = await trx
    .deleteFrom('event_links')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .returning('event_id')
    .execute()
  noted(
    trx,
    'events',
    cut.map(({ event_id }) => event_id),
  )
  await forgetTallies(trx, kind, target)
}

/** Removes one translation; the resource stays. */
export function removeTranslation(
  trx: Trx,
  resource: Resource,
  { id }: Item,
  language: string,
  now: number,
): Promise<void> {
  noted(trx, resource.name, [id])
  return tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx)
      .deleteFrom(resource.texts)
      .where('id', '=', id)
      .where('language', '=', language)
      .execute()
    await untyped(trx).updateTable(resource.name).set({ modified: now }).where('id', '=', id).execute()
    await settleTexts(trx, resource, id)
  })
}
