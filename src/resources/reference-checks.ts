import { sql } from 'kysely'
import { ValidationError } from '../errors.ts'
import { mayRead } from '../identity/roles.ts'
import { boundedKey } from '../text/bounded-key.ts'
import { composed } from '../text/normalization.ts'
import { slugAsSent, slugSought } from '../text/slug.ts'
import type { Kind, TextTableName } from './kinds.ts'
import { unique } from './parameter-lists.ts'
import type { GivenIds, Lookup } from './resource.ts'

/** Checks of IDs and names that require the database. */

export const refuseIds = ({ name, kind, ids }: GivenIds, { errors }: Lookup) =>
  errors.set(
    name,
    ValidationError.of(`rest_unknown_${kind}`, `There is no ${kind} with the ID {ids}.`, {
      ids: ids.map(String),
    }),
  )

/** Returns the parameters with only those of their IDs that do not exist. */
export async function withoutExisting(given: readonly GivenIds[], lookup: Lookup): Promise<GivenIds[]> {
  const found = await lookup.existing(given)
  return given.map((one) => ({ ...one, ids: one.ids.filter((id) => !found.get(one.kind)!.has(id)) }))
}

export async function checkIds(
  name: string,
  kind: Kind,
  ids: readonly number[],
  lookup: Lookup,
): Promise<void> {
  for (const missing of await withoutExisting([{ name, kind, ids }], lookup))
    if (missing.ids.length > 0) refuseIds(missing, lookup)
}

/** Checks that an event exists and the caller may read it; others are reported as nonexistent. */
export async function checkEvent(name: string, id: number, lookup: Lookup): Promise<void> {
  const row = await lookup.db
    .selectFrom('events')
    .select(['author', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || !mayRead(lookup.caller, row)) refuseIds({ name, kind: 'event', ids: [id] }, lookup)
}

const termTexts = { category: 'category_texts', tag: 'tag_texts' } as const satisfies Record<
  string,
  TextTableName
>

/** IDs of the terms with these slugs, in any language. */
async function idsBySlug(
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

/**
 * Resolves IDs, slugs and names; a slug may consist of digits, and may be sent as the text that it is made of. Unknown
 * ones are reported as an error.
 */
export async function resolveTerms(
  name: string,
  kind: 'category' | 'tag',
  items: readonly (number | string)[],
  lookup: Lookup,
): Promise<number[]> {
  const ids = { name, kind, ids: items.filter(isId) }
  const found = (await lookup.existing([ids])).get(kind)!
  const slugOf = (item: number | string) => slugSought(String(item))
  const isKnown = (item: number | string): item is number => isId(item) && found.has(item)
  const madeOf = (item: number | string) => slugAsSent(String(item))
  const unknown = items.filter((item) => !isKnown(item))
  const bySlug = await idsBySlug(kind, unique([...unknown.map(slugOf), ...unknown.map(madeOf)]), lookup)
  const others = unknown.filter((item) => !bySlug.has(slugOf(item)))
  const byName = await termsNamed(kind, others.map(String), lookup)
  const missing = others.filter((item) => !byName.has(String(item)) && !bySlug.has(madeOf(item)))
  if (missing.length > 0)
    lookup.errors.set(
      name,
      ValidationError.of(`rest_unknown_${kind}`, `There is no ${kind} with the ID or slug {ids}.`, {
        ids: missing.map(String),
      }),
    )
  return unique(
    items.flatMap((item) =>
      isKnown(item)
        ? [item]
        : (bySlug.get(slugOf(item)) ?? byName.get(String(item)) ?? bySlug.get(madeOf(item)) ?? []),
    ),
  )
}

/** PostgreSQL refuses entries of an index of more than 2,704 bytes. */
const maxKeyBytes = 2_600

/** A name, to compare whether others are equal. */
export const nameKey = (name: string): string => boundedKey(composed(name).toLowerCase(), maxKeyBytes)

/**
 * IDs of the terms with these slugs or names; names are case-insensitive, in any language (interface: Languages). A name
 * precedes a slug in another case, because "C" is the tag of that name and not "C++", whose slug is "c".
 */
export async function termsNamed(
  kind: 'category' | 'tag',
  names: readonly string[],
  lookup: Pick<Lookup, 'db'>,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const bySlug = await idsBySlug(kind, names.map(slugSought), lookup)
  const rows = await lookup.db
    .selectFrom(termTexts[kind])
    .select(['name_key', sql<number>`min(id)`.as('id')])
    .where('name_key', 'in', names.map(nameKey))
    .groupBy('name_key')
    .execute()
  const byName = new Map(rows.map(({ name_key, id }) => [name_key, id]))
  return new Map(
    names.flatMap((name) => {
      const id = bySlug.get(name) ?? byName.get(nameKey(name)) ?? bySlug.get(slugSought(name))
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}
