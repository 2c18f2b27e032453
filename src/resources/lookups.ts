import { sql, type Kysely } from 'kysely'
import { filledUp, prepare } from '../store/sql/prepared.ts'
import { askTogether } from '../store/sql/together.ts'
import type { Database, LinkKind, TextTableName } from '../store/sql/schema.ts'
import { Invalid, type Kind } from '../errors.ts'
import { mayRead } from '../identity/roles.ts'
import { say } from '../locales/sentence.ts'
import type { Lookup, ResourceName } from './resource.ts'
import type { Message } from '../locales/fr.ts'

/** What only the database can say of ids and names in parameters. */

const unknownIds: Record<Kind, Message> = {
  event: 'There is no event with the id {ids}.',
  venue: 'There is no venue with the id {ids}.',
  organizer: 'There is no organizer with the id {ids}.',
  category: 'There is no category with the id {ids}.',
  tag: 'There is no tag with the id {ids}.',
}

const unknownSlugs: Record<'category' | 'tag', Message> = {
  category: 'There is no category with the id or slug {ids}.',
  tag: 'There is no tag with the id or slug {ids}.',
}

const tables: Record<Kind, ResourceName> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
}

const unknown = (name: string, kind: Kind, ids: readonly (number | string)[], { faults }: Lookup) =>
  faults.set(name, new Invalid(`rest_unknown_${kind}`, say(unknownIds[kind], { ids: ids.map(String) })))

/** Ids that a parameter gives, and what they should be of. */
export interface Given {
  readonly name: string
  readonly kind: Kind
  readonly ids: readonly number[]
}

type Found = { readonly kind: Kind; readonly id: number }

const shapesKept = 500
const textFor = new Map<string, ReturnType<typeof prepare<Found>>>()

/** Few lengths, for there is a shape for each of them beside each of the others. */
const roundedUp = (ids: readonly number[]): number[] =>
  filledUp(ids, 4 ** Math.ceil(Math.log2(ids.length) / 2))

const oneOf = (db: Kysely<Database>, kind: Kind, ids: readonly never[]) =>
  db
    .selectFrom(tables[kind])
    .select([sql<Kind>`${sql.lit(kind)}`.as('kind'), 'id'])
    .where('id', 'in', ids)

type Asked = readonly (readonly [kind: Kind, ids: readonly number[]])[]

/** Those of all the kinds that are there, in one query. */
function finding(asked: Asked) {
  const shape = asked.map(([kind, ids]) => `${kind} ${ids.length}`).join(' ')
  const known = textFor.get(shape)
  if (known !== undefined) return known
  const built = prepare<Found>((db, values) => {
    let from = 0
    const [first, ...others] = asked.map(([kind, ids]) =>
      oneOf(db, kind, values.slice(from, (from += ids.length))),
    )
    return others.reduce((query, other) => query.unionAll(other), first!)
  })
  if (textFor.size >= shapesKept) textFor.clear()
  textFor.set(shape, built)
  return built
}

const kinds = Object.keys(tables) as Kind[]

/** As many of one kind as a query takes beside the others. */
const idsAtOnce = 4 ** 6

/** Of everything that is asked for at the same time, what is there; nearly always in one query. */
const present = askTogether<readonly Given[], ReadonlyMap<Kind, ReadonlySet<number>>>(async (db, all) => {
  const found = new Map(kinds.map((kind) => [kind, new Set<number>()]))
  const given = all.flat()
  const idsOf = (kind: Kind) => given.filter((one) => one.kind === kind).flatMap(({ ids }) => ids)
  const left = kinds.map((kind): [Kind, number[]] => [kind, [...new Set(idsOf(kind))]])
  for (;;) {
    const asked = left
      .filter(([, ids]) => ids.length > 0)
      .map(([kind, ids]) => [kind, roundedUp(ids.splice(0, idsAtOnce))] as const)
    if (asked.length === 0) return all.map(() => found)
    const rows = await finding(asked)(
      db,
      asked.flatMap(([, ids]) => ids),
    )
    for (const { kind, id } of rows) found.get(kind)!.add(id)
  }
})

async function existing(
  given: readonly Given[],
  { db }: Lookup,
): Promise<(given: Given) => ReadonlySet<number>> {
  const found = await present(db, given)
  return ({ kind }) => found.get(kind)!
}

/** Keeps a fault for each parameter that names ids which are not there. */
export async function checkAllIds(given: readonly Given[], lookup: Lookup): Promise<void> {
  const found = await existing(given, lookup)
  for (const one of given) {
    const lacking = one.ids.filter((id) => !found(one).has(id))
    if (lacking.length > 0) unknown(one.name, one.kind, lacking, lookup)
  }
}

export const checkIds = (name: string, kind: Kind, ids: readonly number[], lookup: Lookup): Promise<void> =>
  checkAllIds([{ name, kind, ids }], lookup)

/** An event that the asker may read: others are unknown to them. */
export async function checkEvent(name: string, id: number, lookup: Lookup): Promise<void> {
  const row = await lookup.db
    .selectFrom('events')
    .select(['author', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || !mayRead(lookup.asker, row)) unknown(name, 'event', [id], lookup)
}

const termTexts = { category: 'category_texts', tag: 'tag_texts' } as const satisfies Record<
  string,
  TextTableName
>

/** Ids of the terms that these slugs name, in any language. */
export async function idsBySlug(
  kind: 'category' | 'tag',
  slugs: readonly string[],
  { db }: Pick<Lookup, 'db'>,
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom(termTexts[kind])
    .select(['slug', 'id'])
    .where('slug', 'in', slugs)
    .where('live', '=', 1)
    .execute()
  return new Map(rows.map(({ slug, id }) => [slug ?? '', id]))
}

const isId = (item: number | string): item is number => typeof item === 'number'

/** The ids meant by ids and slugs, which may be digits too; a fault names those that are unknown. */
export async function resolveTerms(
  name: string,
  kind: 'category' | 'tag',
  items: readonly (number | string)[],
  lookup: Lookup,
): Promise<number[]> {
  const ids = { name, kind, ids: items.filter(isId) }
  const found = (await existing([ids], lookup))(ids)
  const slugOf = (item: number | string) => String(item).toLowerCase()
  const isKnown = (item: number | string): item is number => isId(item) && found.has(item)
  const slugs = items.filter((item) => !isKnown(item)).map(slugOf)
  const bySlug = await idsBySlug(kind, slugs, lookup)
  const lacking = items.filter((item) => !isKnown(item) && !bySlug.has(slugOf(item)))
  if (lacking.length > 0)
    lookup.faults.set(
      name,
      new Invalid(`rest_unknown_${kind}`, say(unknownSlugs[kind], { ids: lacking.map(String) })),
    )
  return items.flatMap((item) => (isKnown(item) ? [item] : (bySlug.get(slugOf(item)) ?? [])))
}

export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Ids of the terms that these slugs or names stand for; names ignore case, in any language (contract §5). */
export async function termsNamed(
  kind: 'category' | 'tag',
  names: readonly string[],
  lookup: Pick<Lookup, 'db'>,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const bySlug = await idsBySlug(kind, names, lookup)
  const rows = await lookup.db
    .selectFrom(termTexts[kind])
    .select(['name_key', sql<number>`min(id)`.as('id')])
    .where('name_key', 'in', names.map(nameKey))
    .groupBy('name_key')
    .execute()
  const byName = new Map(rows.map(({ name_key, id }) => [name_key, id]))
  return new Map(
    names.flatMap((name) => {
      const id = bySlug.get(name) ?? byName.get(nameKey(name))
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

export const termKind = (kind: LinkKind): 'category' | 'tag' => (kind === 'categories' ? 'category' : 'tag')
