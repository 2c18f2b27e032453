import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { mayEditOthers, mayRead } from '../identity/roles.ts'
import { contactTables, isOpenTo, type ContactKind } from '../resources/event-visibility.ts'
import type { Page } from '../resources/listing.ts'
import type { Counting, TargetCounts } from './event-index/index.ts'
import type { ValueCache } from './value-cache.ts'
import {
  conditionsOf,
  directionOf,
  indexQueryOf,
  planned,
  type Listing,
  type ListSource,
  type PlannedList,
} from './list.ts'
import { selectFirstOfLinks, selectLinkCounts } from './sql/link-counts.ts'
import type { Database, LinkKind } from './sql/schema.ts'

export interface CountSource extends ListSource {
  /** Version of the data; the index has reached it, or a newer one. */
  readonly version: number | undefined
  /** Defined whenever the index is. */
  readonly cache: ValueCache | undefined
}

/** Each category with its ancestors and itself. */
async function linesOf(db: Kysely<Database>): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.selectFrom('category_tree').selectAll().execute()
  return new Map(
    [...groupBy(rows, ({ descendant }) => descendant)].map(([id, line]) => [
      id,
      line.map(({ ancestor }) => ancestor),
    ]),
  )
}

/**
 * Everything that the counts depend on. The caller's role is enough, because the index never answers lists that depend
 * on who owns an entry.
 */
const keyOf = (version: number | undefined, kind: LinkKind, { plan, context }: PlannedList) =>
  JSON.stringify([
    version,
    kind,
    plan.values,
    plan.asOf,
    context.caller?.role,
    context.named,
    context.onlyIn,
    context.onlyOpen,
  ])

/** Cached, because the targets to count are the same for every list. */
const countingOf = (cache: ValueCache, kind: LinkKind, kinds: readonly string[]): Promise<Counting> =>
  cache.getOrCompute(`counting ${kinds.join()}`, async (db) => ({
    kinds,
    lines: kind === 'categories' ? await linesOf(db) : undefined,
  }))

async function countInIndex(
  source: CountSource,
  list: PlannedList,
  kind: LinkKind,
): Promise<TargetCounts | undefined> {
  const kinds = list.resource.indexed?.namesOf(kind, list.context)
  if (kinds === undefined) return undefined
  const { index, cache, version } = source
  if (index === undefined || cache === undefined) return undefined
  const key = keyOf(version, kind, list)
  const known = index.knownCounts(key)
  if (known !== undefined) return known
  const query = await indexQueryOf(list, index)
  return query && index.count(query, await countingOf(cache, kind, kinds), key)
}

const isContact = (kind: LinkKind): kind is ContactKind => Object.hasOwn(contactTables, kind)

/** Venues or organizers that are not published: few, and the same for every list. */
function unpublished({ db, cache }: CountSource, kind: ContactKind) {
  const table = contactTables[kind]
  const read = (from: Kysely<Database>) =>
    from.selectFrom(table).select(['id', 'author', 'status']).where('status', '<>', 'publish').execute()
  return cache === undefined ? read(db) : cache.getOrCompute(`unpublished ${kind}`, read)
}

/** Without links that the caller may not see, by which no list can be filtered either. */
async function withoutHidden<T>(
  source: CountSource,
  { context: { caller } }: PlannedList,
  kind: LinkKind,
  counts: ReadonlyMap<number, T>,
): Promise<ReadonlyMap<number, T>> {
  if (!isContact(kind) || mayEditOthers(caller)) return counts
  const rows = await unpublished(source, kind)
  const hidden = rows.filter((row) => row.status === 'trash' || !mayRead(caller, row)).map(({ id }) => id)
  if (!hidden.some((id) => counts.has(id))) return counts
  const isHidden = new Set(hidden)
  return new Map([...counts].filter(([id]) => !isHidden.has(id)))
}

/**
 * For each target, how many events of a list a filter by that target would find; a category includes its descendants.
 */
export async function countLinks(
  source: CountSource,
  listing: Listing,
  kind: LinkKind,
): Promise<TargetCounts> {
  const list = planned(source, listing)
  const counts =
    (await countInIndex(source, list, kind)) ??
    (await selectLinkCounts(source.db, [...conditionsOf(list), isOpenTo(list.context)], kind))
  return withoutHidden(source, list, kind, counts)
}

async function firstsInIndex(
  { index, cache, version }: CountSource,
  list: PlannedList,
  kind: ContactKind,
  limit: number,
): Promise<ReadonlyMap<number, Page> | undefined> {
  const kinds = list.resource.indexed?.namesOf(kind, list.context)
  if (kinds === undefined || cache === undefined || directionOf(list) === undefined) return undefined
  const query = await indexQueryOf(list, index)
  const key = `${keyOf(version, kind, list)} ${query?.isDescending}`
  return query && index!.firstOfEach(query, await countingOf(cache, kind, kinds), limit, key)
}

/**
 * The first events of a list at each venue, or by each organizer, and how many there are: by venue in the order of these
 * events.
 */
export async function firstOfLinks(
  source: CountSource,
  listing: Listing,
  kind: ContactKind,
  limit: number,
): Promise<ReadonlyMap<number, Page>> {
  const list = planned(source, listing)
  const conditions = [...conditionsOf(list), isOpenTo(list.context)]
  const order = listing.resource.order(listing.values, list.context)
  const firsts =
    (await firstsInIndex(source, list, kind, limit)) ??
    (await selectFirstOfLinks(source.db, { conditions, order, kind, limit }))
  return withoutHidden(source, list, kind, firsts)
}
