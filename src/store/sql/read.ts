import type { Kysely, Selectable } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { mayEdit, mayRead, type OptionalCaller, type OwnedEntry } from '../../identity/roles.ts'
import type { AnyRow, Item, Resource, ResourceName, SeriesState } from '../../resources/resource.ts'
import { events } from '../../resources/events/index.ts'
import { isSeries } from '../../resources/events/hide-from-listings.ts'
import type { Instant } from '../../time/index.ts'
import type { EventRow } from '../series/rows.ts'
import { seriesStates } from '../series/state.ts'
import { prepareByIds, preparedPerKey } from './prepared-queries.ts'
import { allLanguages } from './event-counts.ts'
import type { Database, EventLinkTable, ImageTable, LinkKind } from './schema.ts'
import { assemble } from './assemble.ts'
import type { StoredText } from './slugs.ts'
import { asUntyped } from './untyped.ts'

/** Reads any of the five kinds: rows, texts, links and images of a whole page at once, never one by one. */

export type Resources = Readonly<Record<ResourceName, Resource>>

interface ReadContext {
  readonly resources: Resources
  readonly caller: OptionalCaller
  readonly language: string
  /** If set, counts of terms include this language only, as the list does. */
  readonly countLanguage?: string | undefined
  /** Set for resources embedded in an event, which are read without their ancestors. */
  readonly isLinked?: true
  /** The time that decides which occurrences of series come next; undefined if no item can be a series. */
  readonly now: Instant | undefined
}

/** The texts of the items. Long fields are read only in the given languages, which are parameters once per field. */
const selectTexts = preparedPerKey(({ texts, titleField, translated }: Resource) => {
  const long = translated.filter((name) => name !== titleField)
  const query = prepareByIds<StoredText>((db, ids, values) => {
    const read = values.slice(0, values.length / long.length)
    return asUntyped(db)
      .selectFrom(texts)
      .select(['id', 'language', 'slug', 'modified', 'outdated_fields', titleField])
      .select((eb) =>
        long.map((name) => eb.case().when('language', 'in', read).then(eb.ref(name)).end().as(name)),
      )
      .where('id', 'in', ids)
      .orderBy('id')
      .orderBy('language')
  })
  return (db: Kysely<Database>, ids: readonly number[], languages: readonly string[]) =>
    query(
      db,
      ids,
      long.flatMap(() => languages),
    )
})

/** Texts for representations: languages that are not read contain only what `translations` needs. */
function loadTexts(
  db: Kysely<Database>,
  resource: Resource,
  rows: readonly AnyRow[],
  languages: readonly string[],
): Promise<StoredText[]> {
  const read = [...new Set([...languages, ...rows.map((row) => row.original_language)])]
  return selectTexts(resource)(db, idsOf(rows), read)
}

const imagesById = prepareByIds<Selectable<ImageTable>>((db, ids) =>
  db.selectFrom('images').selectAll().where('id', 'in', ids),
)

async function imagesOf(
  db: Kysely<Database>,
  rows: readonly AnyRow[],
): Promise<Map<number, Selectable<ImageTable>>> {
  const ids = rows.flatMap(({ image }) => (typeof image === 'number' ? [image] : []))
  const images = await imagesById(db, ids)
  return new Map(images.map((image) => [image.id, image]))
}

const counts = prepareByIds<{ target: number; n: number }>((db, ids, [kind, language]) =>
  db
    .selectFrom('event_counts')
    .select(['target', 'n'])
    .where('kind', '=', kind!)
    .where('language', '=', language!)
    .where('target', 'in', ids),
)

export async function countsOf(
  db: Kysely<Database>,
  resource: Resource,
  ids: readonly number[],
  onlyIn: string | undefined,
): Promise<Map<number, number>> {
  if (resource.family !== 'terms') return new Map()
  const rows = await counts(db, ids, [resource.linkedAs!, onlyIn ?? allLanguages])
  return new Map(rows.map(({ target, n }) => [target, n]))
}

type Links = Map<number, Partial<Record<LinkKind, Item[]>>>

/** Trashed items, and unpublished items that the caller may not read, are omitted (interface: Event representation). */
export const isReadable = (item: Item, caller: OptionalCaller) => {
  const row = item.row as Partial<OwnedEntry>
  return row.status === undefined || (row.status !== 'trash' && mayRead(caller, row as OwnedEntry))
}

type EventLink = Pick<Selectable<EventLinkTable>, 'event_id' | 'kind' | 'target'>

const linkRows = prepareByIds<EventLink>((db, ids) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'kind', 'target'])
    .where('event_id', 'in', ids)
    .orderBy('event_id')
    .orderBy('kind')
    .orderBy('position'),
)

async function linksOf(db: Kysely<Database>, resource: Resource, ids: readonly number[], view: ReadContext) {
  const links: Links = new Map()
  if (resource.links === undefined || ids.length === 0) return links
  const rows = await linkRows(db, ids)
  for (const [kind, ofKind] of groupBy(rows, (row) => row.kind)) {
    const name = resource.links[kind]
    if (name === undefined) continue
    const target = view.resources[name]
    const targets = [...new Set(ofKind.map((row) => row.target))]
    const items = await load(db, target, targets, { ...view, isLinked: true })
    const byId = new Map(items.filter((item) => isReadable(item, view.caller)).map((item) => [item.id, item]))
    for (const [eventId, ofEvent] of groupBy(ofKind, (row) => row.event_id))
      links.set(eventId, {
        ...links.get(eventId),
        [kind]: ofEvent.flatMap((row) => byId.get(row.target) ?? []),
      })
  }
  return links
}

interface ItemParts {
  readonly row: AnyRow
  readonly texts: readonly StoredText[]
  readonly image: Selectable<ImageTable> | undefined
}

const rowsOf = preparedPerKey(({ name, derivedColumns = {} }: Resource) => {
  const derived = Object.entries(derivedColumns).map(([column, value]) => value.as(column))
  return prepareByIds<AnyRow>((db, ids) =>
    asUntyped(db).selectFrom(name).selectAll().select(derived).where('id', 'in', ids),
  )
})

/** The items' own rows, texts and images. An item deleted after its row was read has no texts, and is skipped. */
async function loadParts(
  db: Kysely<Database>,
  resource: Resource,
  ids: readonly number[],
  languages: readonly string[],
): Promise<ItemParts[]> {
  const rows = await rowsOf(resource)(db, ids)
  const texts = groupBy(await loadTexts(db, resource, rows, languages), (text) => text.id)
  const images = await imagesOf(db, rows)
  return rows.flatMap((row) => {
    const own = texts.get(row.id)
    return own === undefined ? [] : [{ row, texts: own, image: images.get(row.image as number) }]
  })
}

/** Events with the texts and links that a series shows of its occurrences, because descriptions may be long. */
const occurrences: Resource = { ...events, translated: ['title', 'website'], links: { venue: 'venues' } }

interface StatesOptions extends Pick<ReadContext, 'caller' | 'now'> {
  /** How occurrences with fields of their own are read. */
  readonly itemsOf: (ids: readonly number[]) => Promise<Item[]>
}

/** What series show of their occurrences: those who may edit a series see all of them. */
async function statesOf(
  db: Kysely<Database>,
  { repeats }: Resource,
  parts: readonly ItemParts[],
  { caller, now, itemsOf }: StatesOptions,
): Promise<ReadonlyMap<number, SeriesState> | undefined> {
  const rows = parts.map(({ row }) => row as unknown as EventRow)
  if (!repeats || now === undefined || !rows.some(isSeries)) return undefined
  const byReader = groupBy(rows.filter(isSeries), (row) => (mayEdit(caller, row) ? 'editors' : 'visitors'))
  const states: [number, SeriesState][] = []
  for (const [reader, some] of byReader)
    states.push(...(await seriesStates(db, idsOf(some), { now, reader, itemsOf })))
  return new Map(states)
}

/** The items with these IDs, in this order; missing ones are skipped. */
export async function load(
  db: Kysely<Database>,
  resource: Resource,
  ids: readonly number[],
  view: ReadContext,
): Promise<Item[]> {
  if (ids.length === 0) return []
  const parts = await loadParts(db, resource, ids, [view.language])
  const counts = await countsOf(db, resource, ids, view.countLanguage)
  const links = await linksOf(db, resource, ids, view)
  const above = view.isLinked ? undefined : await resource.above?.(db, ids)
  const itemsOf = (own: readonly number[]) => load(db, occurrences, own, { ...view, now: undefined })
  const series = await statesOf(db, resource, parts, { ...view, itemsOf })
  const byId = new Map(
    parts.map(({ row, texts, image }) => [
      row.id,
      assemble(resource, row, texts, view.language, {
        links: links.get(row.id) ?? {},
        image,
        count: counts.get(row.id) ?? 0,
        ancestors: above?.get(row.id),
        series: series?.get(row.id),
      }),
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const targetsOf = async (db: Kysely<Database>, { links }: Resource, ids: readonly number[]) =>
  links === undefined
    ? new Map<number, EventLink[]>()
    : groupBy(await linkRows(db, ids), (row) => row.event_id)

interface LanguagesContext extends Pick<ReadContext, 'now'> {
  readonly languages: readonly string[]
  /** Those of one item. */
  readonly languagesOf: (row: AnyRow) => readonly string[]
}

/** Items in several languages as visitors read them in lists; links contain only the IDs of their targets. */
export async function loadInLanguages(
  db: Kysely<Database>,
  resource: Resource,
  ids: readonly number[],
  { languages, languagesOf, now }: LanguagesContext,
): Promise<{ language: string; item: Item }[]> {
  if (ids.length === 0) return []
  const parts = await loadParts(db, resource, ids, languages)
  const links = await targetsOf(db, resource, ids)
  const above = await resource.above?.(db, ids)
  // In lists, series show nothing that their occurrences may have of their own.
  const itemsOf = () => Promise.resolve([])
  const series = await statesOf(db, resource, parts, { caller: undefined, now, itemsOf })
  return parts.flatMap(({ row, texts, image }) => {
    const targets = Object.fromEntries(
      [...groupBy(links.get(row.id) ?? [], ({ kind }) => kind)].map(([kind, ofKind]) => [
        kind,
        ofKind.map(({ target }) => target),
      ]),
    )
    const parts = {
      ...{ links: {}, targets, image, count: 0, ancestors: above?.get(row.id) },
      series: series?.get(row.id),
    }
    return languagesOf(row).map((language) => ({
      language,
      item: assemble(resource, row, texts, language, parts),
    }))
  })
}
