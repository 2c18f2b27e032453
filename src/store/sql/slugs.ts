import { sql, type Selectable, type SqlBool, type Transaction } from 'kysely'
import { slugTaken } from '../../errors.ts'
import type { Draft, Item, Resource } from '../../resources/resource.ts'
import { numberedSlug, slugify } from '../../text/slug.ts'
import { prepareByIds, preparedPerKey } from './prepared-queries.ts'
import { asUntyped } from './read.ts'
import type { Database, TextColumns } from './schema.ts'

/** Names in addresses: each stands for one live resource of its kind (interface: Slugs). */

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
  prepareByIds<{ slug: string; text_id: number }>((db, slugs) =>
    asUntyped(db).selectFrom(texts).select(['slug', 'text_id']).where(isLive).where('slug', 'in', slugs),
  ),
)

/** Those that another text has. */
async function slugsInUse(trx: Trx, resource: Resource, slugs: readonly string[], textId?: number) {
  const rows = await selectSlugOwners(resource)(trx, slugs)
  return new Set(rows.filter((text) => text.text_id !== textId).map(({ slug }) => slug))
}

/** The first free one of `jazz`, `jazz-2`, `jazz-3` …; each look takes in more of them than the one before. */
export async function findFreeSlug(
  trx: Trx,
  resource: Resource,
  wanted: string,
  { textId, given }: { textId?: number | undefined; given?: ReadonlySet<string> } = {},
): Promise<string> {
  for (let [from, count] = [1, initialCandidates]; ; from += count, count *= 4) {
    const tries = candidatesFrom(wanted, from, count)
    const others = await slugsInUse(trx, resource, tries, textId)
    const free = tries.find((slug) => !others.has(slug) && !given?.has(slug))
    if (free !== undefined) return free
  }
}

/** One for each that is wanted; most are free, which one look at all of them tells. */
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

/** What is left empty by the title is named by kind and id (interface: Slugs). */
export const defaultSlug = ({ singular }: Resource, text: unknown, id: number) =>
  slugify(typeof text === 'string' ? text : '') || `${singular}-${id}`

/** A slug that was asked for is refused where another live resource has it (interface: Slugs). */
async function requireFreeSlug(
  trx: Trx,
  resource: Resource,
  slug: string,
  id: number,
  own: StoredText | undefined,
) {
  const holder = await asUntyped(trx)
    .selectFrom(resource.texts)
    .select('id')
    .where('slug', '=', slug)
    .where('live', '=', 1)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (holder !== undefined) throw slugTaken(slug)
  return findFreeSlug(trx, resource, slug, { textId: own?.text_id })
}

/** The slug of a text that is edited or begun, where that gets one. */
export async function slugColumn(
  trx: Trx,
  resource: Resource,
  { text }: Draft,
  { id }: Item,
  own: StoredText | undefined,
): Promise<{ slug?: string | null }> {
  const title = text[resource.titleField] ?? own?.[resource.titleField]
  if (typeof text.slug === 'string' && text.slug !== '')
    return { slug: await requireFreeSlug(trx, resource, text.slug, id, own) }
  const isKept =
    text.slug === undefined && (own === undefined ? title === undefined : own.slug !== null || title == null)
  const source = text.slug ?? title
  if (isKept || source == null) return {}
  return {
    slug: await findFreeSlug(trx, resource, defaultSlug(resource, source, id), { textId: own?.text_id }),
  }
}
