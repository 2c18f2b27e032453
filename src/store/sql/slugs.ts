import { sql, type Selectable, type SqlBool, type Transaction } from 'kysely'
import { slugTaken } from '../../errors.ts'
import type { Draft, Item, Resource } from '../../resources/resource.ts'
import { numberedSlug, slugify } from '../../text/slug.ts'
import { prepareByIds, preparedPerKey } from './prepared-queries.ts'
import { asUntyped } from './untyped.ts'
import type { Database, TextColumns } from './schema.ts'

/**
 * A slug identifies one live resource of its kind in URLs (interface: Slugs); its texts may share one. Checking before
 * writing is safe, because writers wait for each other from the beginning of their transactions.
 */

type Trx = Transaction<Database>

export type StoredText = Selectable<TextColumns> & Readonly<Record<string, unknown>>

const initialCandidates = 16

const candidatesFrom = (wanted: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    from + index === 1 ? wanted : numberedSlug(wanted, from + index),
  )

/** Written as a literal, because the partial index is used only if the condition matches its definition. */
const isLive = sql<SqlBool>`live = 1`

const selectSlugOwners = preparedPerKey(({ texts }: Resource) =>
  prepareByIds<{ slug: string; id: number }>((db, slugs) =>
    asUntyped(db).selectFrom(texts).select(['slug', 'id']).where(isLive).where('slug', 'in', slugs),
  ),
)

/** Those used by another resource. */
async function slugsInUse(trx: Trx, resource: Resource, slugs: readonly string[], ownId?: number) {
  const rows = await selectSlugOwners(resource)(trx, slugs)
  return new Set(rows.filter(({ id }) => id !== ownId).map(({ slug }) => slug))
}

/** The first free one of `jazz`, `jazz-2`, `jazz-3` …; each query checks more candidates than the one before. */
export async function findFreeSlug(
  trx: Trx,
  resource: Resource,
  wanted: string,
  { ownId, given }: { ownId?: number; given?: ReadonlySet<string> } = {},
): Promise<string> {
  for (let [from, count] = [1, initialCandidates]; ; from += count, count *= 4) {
    const tries = candidatesFrom(wanted, from, count)
    const others = await slugsInUse(trx, resource, tries, ownId)
    const free = tries.find((slug) => !others.has(slug) && !given?.has(slug))
    if (free !== undefined) return free
  }
}

/** A free slug for each wanted one; most are free, so a single query usually suffices. */
export async function findFreeSlugs(
  trx: Trx,
  resource: Resource,
  wanted: readonly string[],
): Promise<readonly string[]> {
  if (wanted.length === 1) return [await findFreeSlug(trx, resource, wanted[0]!)]
  const others = await slugsInUse(trx, resource, [...new Set(wanted)])
  const given = new Set<string>()
  for (const slug of wanted)
    given.add(others.has(slug) || given.has(slug) ? await findFreeSlug(trx, resource, slug, { given }) : slug)
  return [...given]
}

/** The slug that was sent, else that of the title; the kind and the ID if nothing remains (interface: Slugs). */
export const wantedSlug = ({ singular, titleField }: Resource, text: Draft['text'], id: number): string => {
  const title = text[titleField]
  return String(text.slug ?? slugify(typeof title === 'string' ? title : '')) || `${singular}-${id}`
}

/** A slug that was sent is rejected if another live resource uses it (interface: Slugs). */
async function requireFreeSlug(trx: Trx, resource: Resource, slug: string, id: number) {
  if ((await slugsInUse(trx, resource, [slug], id)).has(slug)) throw slugTaken(slug)
  return slug
}

/** The slug of a text that is updated or added, if it gets a new one. */
export async function slugColumn(
  trx: Trx,
  resource: Resource,
  { text }: Draft,
  { id, row }: Item,
  own: StoredText | undefined,
): Promise<{ slug?: string | null }> {
  const isOriginal = own?.language === row.original_language
  const sent = text[resource.titleField]
  const title = sent === undefined ? own?.[resource.titleField] : sent
  if (typeof text.slug === 'string' && text.slug !== '')
    return { slug: await requireFreeSlug(trx, resource, text.slug, id) }
  // A translation without a name needs no slug of its own, because that of the original leads to it.
  if (text.slug === null && title == null && !isOriginal) return { slug: null }
  const isKept =
    text.slug === undefined && (own === undefined ? title === undefined : own.slug !== null || title == null)
  if (isKept || (text.slug ?? title) == null) return {}
  const wanted = wantedSlug(resource, { ...text, [resource.titleField]: title }, id)
  return { slug: await findFreeSlug(trx, resource, wanted, { ownId: id }) }
}
