import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { resourceNames, type Kind, type ResourceName } from '../resources/kinds.ts'
import { termsNamed } from '../resources/reference-checks.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { create, type WritingView } from '../store/sql/create.ts'
import { type Imported } from '../store/imports/imports.ts'
import { importedFrom, usesIn } from '../store/imports/imported.ts'
import { load } from '../store/sql/read.ts'
import { asUntyped } from '../store/sql/untyped.ts'
import type { Database, LinkKind } from '../store/sql/schema.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import { fold, sortKey } from '../text/search.ts'
import { draftOf } from './drafts.ts'
import { identifierOf, type Sent } from './record.ts'

/**
 * Resolves the links of many records at once: by external ID of the same source, otherwise by name; what does not exist
 * is created. One query finds all names of a kind, and one all external IDs.
 */

type Wanted = Sent | string

/** A resource that was created for a record. */
export interface CreatedLink {
  readonly kind: ResourceName
  readonly id: number
}

const listOf = (value: unknown): readonly Wanted[] =>
  value === undefined || value === '' || value === null || value === 0
    ? []
    : ((Array.isArray(value) ? value : [value]) as Wanted[])

const nameOf = (resource: Resource, wanted: Wanted): string =>
  (typeof wanted === 'string' ? wanted : String(wanted[resource.titleField] ?? '')).trim()

/** A key that distinguishes resources with the same name. */
const keyOf = (resource: Resource, wanted: Wanted): string =>
  JSON.stringify([
    nameOf(resource, wanted).toLowerCase(),
    ...(typeof wanted === 'string' ? [] : [wanted.address, wanted.city, wanted.email]),
  ])

/** A resource with one of its names, and the text of the language whose address is compared. */
interface Named {
  readonly name: string
  readonly item: Item
  readonly text: Readonly<Record<string, unknown>>
}

const fieldOf = ({ item, text }: Named, name: string) =>
  String(text[name] ?? item.text[name] ?? item.row[name] ?? '').toLowerCase()

/** The words of a place, between blanks, so that one place is looked for in another as whole words. */
function wordsOf(...parts: readonly unknown[]): string {
  const words = fold(parts.filter(Boolean).join(' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? '' : ` ${words} `
}

const areWithin = (one: string, other: string) => one.includes(other) || other.includes(one)

/** Two places, of which one may say less than the other. A street tells more than its town. */
function isSamePlace(known: Sent, wanted: Sent): boolean {
  const whole = ({ address, zip, city }: Sent) => wordsOf(address, zip, city)
  const street = ({ address, city }: Sent) => wordsOf(address || city)
  return (
    areWithin(wordsOf(known.city), wordsOf(wanted.city)) &&
    (whole(wanted).includes(street(known)) || whole(known).includes(street(wanted)))
  )
}

/** Resources with the same name are the same unless their address or e-mail address differs. */
function isSame(named: Named, wanted: Wanted): boolean {
  if (typeof wanted === 'string') return true
  const known = Object.fromEntries(['address', 'zip', 'city'].map((name) => [name, fieldOf(named, name)]))
  const email = String(wanted.email ?? '').toLowerCase()
  const knownEmail = fieldOf(named, 'email')
  return isSamePlace(known, wanted) && (email === '' || knownEmail === '' || email === knownEmail)
}

interface Naming {
  /** Of several resources that may be meant, this source means the one that its events have most often. */
  readonly source: string
  readonly view: WritingView
}

/** Looks up existing resources with these names. */
export const idsByName = (
  db: Kysely<Database>,
  resource: Resource,
  wanted: readonly Wanted[],
  naming: Naming,
): Promise<(one: Wanted) => number | undefined> =>
  resource.family === 'entries' ? entriesNamed(db, resource, wanted, naming) : termsOf(db, resource, wanted)

async function entriesNamed(
  trx: Kysely<Database>,
  resource: Resource,
  wanted: readonly Wanted[],
  { source, view }: Naming,
): Promise<(one: Wanted) => number | undefined> {
  const keys = [...new Set(wanted.map((one) => sortKey(nameOf(resource, one))))]
  const texts = await asUntyped(trx)
    .selectFrom(resource.texts)
    .selectAll()
    .where('sort', 'in', keys)
    .where('live', '=', 1)
    .orderBy('id')
    .execute()
  const ids = [...new Set(texts.map(({ id }) => id as number))]
  const items = new Map(
    (await load(trx, resource, ids, { ...view, now: undefined })).map((item) => [item.id, item]),
  )
  const named = groupBy(
    texts.flatMap((text): Named[] => {
      const item = items.get(text.id as number)
      if (item === undefined) return []
      const name = String(text[resource.titleField] ?? '').toLowerCase()
      // A place may be called in one language and have the address of another one, because few addresses are translated.
      return [text, {}].map((text) => ({ name, item, text }))
    }),
    ({ name }) => name,
  )
  const meantBy = (one: Wanted) => {
    const same = (named.get(nameOf(resource, one).toLowerCase()) ?? []).filter((other) => isSame(other, one))
    return [...new Set(same.map(({ item }) => item.id))]
  }
  const unclear = wanted.map(meantBy).filter((some) => some.length > 1)
  const uses = await usesIn(trx, source, resource.singular as LinkKind, [...new Set(unclear.flat())])
  const usesOf = (id: number) => uses.get(id) ?? 0
  return (one) => meantBy(one).toSorted((id, other) => usesOf(other) - usesOf(id))[0]
}

async function termsOf(db: Kysely<Database>, resource: Resource, wanted: readonly Wanted[]) {
  const names = [...new Set(wanted.map((one) => nameOf(resource, one)))]
  const found = await termsNamed(resource.singular as Kind & ('category' | 'tag'), names, { db })
  return (one: Wanted) => found.get(nameOf(resource, one))
}

/** Returns resources that came from the source and were not deleted permanently, by external ID. */
async function fromSource(trx: Trx, source: string, named: readonly Wanted[]): Promise<Map<string, number>> {
  const known = await importedFrom(trx, source, [...new Set(named.flatMap((one) => identifierOf(one) ?? []))])
  const ids = [...known.values()].map(({ target }) => target)
  if (ids.length === 0) return new Map()
  const terms = await trx.selectFrom('term_ids').select('id').where('id', 'in', ids).execute()
  const entries = await trx.selectFrom('entry_ids').select('id').where('id', 'in', ids).execute()
  const there = { terms: new Set(terms.map(({ id }) => id)), entries: new Set(entries.map(({ id }) => id)) }
  const isThere = ({ kind, target }: Imported) =>
    there[kind === resourceNames.category || kind === resourceNames.tag ? 'terms' : 'entries'].has(target)
  return new Map([...known].flatMap(([id, one]) => (isThere(one) ? [[id, one.target] as const] : [])))
}

/** Returns the fields that can be validated before the linked resources exist. */
export const withoutIdentifiers = ({ parent, categories, tags, ...fields }: Sent): Sent => ({
  ...fields,
  ...(parent === undefined || identifierOf(parent) !== undefined ? {} : { parent }),
  ...(categories === undefined ? {} : { categories: termNames(categories) }),
  ...(tags === undefined ? {} : { tags: termNames(tags) }),
})

const termNames = (value: unknown) =>
  Array.isArray(value) ? (value as Wanted[]).map((one) => (typeof one === 'string' ? one : one.name)) : value

/** IDs of linked resources of one kind, by key. */
class Links {
  private readonly ids = new Map<string, number>()

  constructor(
    private readonly trx: Trx,
    private readonly resource: Resource,
    private readonly identified: ReadonlyMap<string, number>,
  ) {}

  async find(wanted: readonly Wanted[], naming: Naming): Promise<void> {
    if (wanted.length === 0) return
    const { trx, resource } = this
    const find = await idsByName(trx, resource, wanted, naming)
    for (const one of wanted) {
      const id = find(one)
      if (id !== undefined) this.ids.set(keyOf(resource, one), id)
    }
  }

  /** Returns the IDs, and creates missing resources. */
  async idsOf(wanted: readonly Wanted[], view: WritingView, made: CreatedLink[]): Promise<number[]> {
    const ids: number[] = []
    for (const one of wanted) {
      const key = keyOf(this.resource, one)
      const known = this.identified.get(identifierOf(one) ?? '') ?? this.ids.get(key)
      const id = known ?? (await this.make(one, view, made))
      this.ids.set(key, id)
      ids.push(id)
    }
    return [...new Set(ids)]
  }

  private async make(wanted: Wanted, view: WritingView, made: CreatedLink[]): Promise<number> {
    const sent = typeof wanted === 'string' ? { [this.resource.titleField]: wanted } : wanted
    const id = await create(this.trx, this.resource, await draftOf(this.resource, sent, view), view)
    made.push({ kind: this.resource.name, id })
    return id
  }
}

/** Returns the link fields and their targets; only categories have a parent of their own kind. */
function linkFields({ name, links }: Resource, { resources }: WritingView): [string, Resource][] {
  if (name === 'categories') return [['parent', resources.categories]]
  return Object.entries(links ?? {}).map(([field, target]) => [field, resources[target]])
}

export class LinkResolver {
  private constructor(private readonly links: ReadonlyMap<string, Links>) {}

  /** Prepares the links of records of one kind. */
  static async for(
    trx: Trx,
    resource: Resource,
    source: string,
    sent: readonly Sent[],
    view: WritingView,
  ): Promise<LinkResolver> {
    const fields = linkFields(resource, view)
    const all = fields.map(([name]) => sent.flatMap((one) => listOf(one[name])))
    const identified = await fromSource(trx, source, all.flat())
    const links = fields.map(([name, target]) => [name, new Links(trx, target, identified)] as const)
    for (const [index, [, one]] of links.entries()) await one.find(all[index]!, { source, view })
    return new LinkResolver(new Map(links))
  }

  /** Replaces names by IDs. */
  async resolve(sent: Sent, view: WritingView, made: CreatedLink[]): Promise<Sent> {
    const resolved: Record<string, unknown> = { ...sent }
    for (const [name, links] of this.links)
      if (sent[name] !== undefined) resolved[name] = await links.idsOf(listOf(sent[name]), view, made)
    if (Array.isArray(resolved.parent)) resolved.parent = (resolved.parent as number[])[0] ?? 0
    return resolved
  }
}
