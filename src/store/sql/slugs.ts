import { sql, type Selectable, type SqlBool } from 'kysely'
import { batchesOf } from '../../batches-of.ts'
import { slugTaken } from '../../errors.ts'
import { groupBy } from '../../group-by.ts'
import type { Draft, Item, Resource } from '../../resources/resource.ts'
import { numberedSlug, slugify } from '../../text/slug.ts'
import { dayOf, type Wall } from '../../time/index.ts'
import { prepareByIds, preparedPerKey } from './prepared-queries.ts'
import { asUntyped } from './untyped.ts'
import type { TextColumns } from './schema.ts'
import type { Trx } from './write-queue.ts'

/**
 * A slug identifies one live resource of its kind in URLs (interface: Slugs); its texts may share one. Checking before
 * writing is safe, because writers wait for each other from the beginning of their transactions.
 */

export type StoredText = Selectable<TextColumns> & Readonly<Record<string, unknown>>

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

/** Far below the number of parameters that databases accept. */
const slugsPerQuery = 4_096

/** Those used by another resource. */
async function slugsInUse(trx: Trx, resource: Resource, slugs: readonly string[], ownId?: number) {
  const inUse = new Set<string>()
  for (const some of batchesOf(slugs, slugsPerQuery))
    for (const { id, slug } of await selectSlugOwners(resource)(trx, some)) if (id !== ownId) inUse.add(slug)
  return inUse
}

/** How many are left to choose from where others are in use or wanted twice. */
const spareCandidates = 4

/** `jazz`, `jazz-2`, `jazz-3` … for one wanted slug, some of which are checked. */
class Candidates {
  private next = 1
  /** Up to which number they are checked. */
  private checked = 0

  constructor(
    readonly wanted: string,
    readonly timesWanted: number,
  ) {}

  /** Those to check next; without a count more than the time before. */
  unchecked(count = this.timesWanted + spareCandidates * (this.checked + 1)): readonly string[] {
    const from = this.checked + 1
    this.checked += count
    return candidatesFrom(this.wanted, from, count)
  }

  /** The first that is not taken, if one is checked. */
  free(taken: ReadonlySet<string>): string | undefined {
    for (; this.next <= this.checked; this.next += 1) {
      const [slug] = candidatesFrom(this.wanted, this.next, 1)
      if (!taken.has(slug!)) return slug
    }
    return undefined
  }
}

const candidatesOf = (wanted: readonly string[]): ReadonlyMap<string, Candidates> =>
  new Map(
    [...groupBy(wanted, (slug) => slug)].map(([slug, { length }]) => [slug, new Candidates(slug, length)]),
  )

/**
 * A free slug for each wanted one, in a number of queries that hardly depends on theirs: one suffices if all are free, and
 * the candidates of those that are not are checked together.
 */
export async function findFreeSlugs(
  trx: Trx,
  resource: Resource,
  wanted: readonly string[],
  ownId?: number,
): Promise<readonly string[]> {
  const candidates = candidatesOf(wanted)
  const taken = new Set<string>()
  const check = async (slugs: readonly string[]) => {
    for (const slug of await slugsInUse(trx, resource, slugs, ownId)) taken.add(slug)
  }
  // Of many most are free; a single one is checked with its candidates at once.
  if (wanted.length > 1) await check([...candidates.values()].flatMap((one) => one.unchecked(1)))
  const contested = [...candidates.values()].filter(
    (one) => one.timesWanted > 1 || one.free(taken) === undefined,
  )
  await check(contested.flatMap((one) => one.unchecked()))
  const given: string[] = []
  for (const slug of wanted) {
    const own = candidates.get(slug)!
    let free = own.free(taken)
    for (; free === undefined; free = own.free(taken)) await check(own.unchecked())
    taken.add(free)
    given.push(free)
  }
  return given
}

export const findFreeSlug = async (
  trx: Trx,
  resource: Resource,
  wanted: string,
  ownId: number,
): Promise<string> => (await findFreeSlugs(trx, resource, [wanted], ownId))[0]!

/** The slug that was sent, else that of the title; the kind and the ID if nothing remains (interface: Slugs). */
export const wantedSlug = ({ singular, titleField }: Resource, text: Draft['text'], id: number): string => {
  const title = text[titleField]
  return String(text.slug ?? slugify(typeof title === 'string' ? title : '')) || `${singular}-${id}`
}

/** The slug of an occurrence: that of the series, followed by the day. */
export const datedSlug = (slug: string, wall: Wall): string => `${slug}-${dayOf(wall)}`

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
  const named = wantedSlug(resource, { ...text, [resource.titleField]: title }, id)
  // Its series may get a text in this language later, and with it this slug.
  const isTranslatedAlone = own === undefined && row.recurrence_id != null
  const wanted = isTranslatedAlone ? datedSlug(named, row.recurrence_id as Wall) : named
  return { slug: await findFreeSlug(trx, resource, wanted, id) }
}
