import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { isOpenTo } from '../resources/event-visibility.ts'
import type { Counting, TargetCounts } from './event-index/index.ts'
import type { KeptValues } from './kept-values.ts'
import {
  conditionsOf,
  indexQueryOf,
  planned,
  type Listing,
  type ListSource,
  type PlannedList,
} from './list.ts'
import { selectLinkCounts } from './sql/link-counts.ts'
import type { Database, LinkKind } from './sql/schema.ts'

interface CountSource extends ListSource {
  /** Of the data; the index has it, or a newer one. */
  readonly version: number | undefined
  /** Known where the index is. */
  readonly kept: KeptValues | undefined
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

/** What the counts depend on. The role is enough, because the index answers nobody by what is their own. */
const keyOf = (version: number | undefined, kind: LinkKind, { plan, context }: PlannedList) =>
  JSON.stringify([version, kind, plan.values, plan.asOf, context.caller?.role, context.named, context.onlyIn])

/** What is counted is the same for every list, so it is found out once. */
const countingOf = (kept: KeptValues, kind: LinkKind, kinds: readonly string[]): Promise<Counting> =>
  kept.of(`counting ${kinds.join()}`, async (db) => ({
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
  const { index, kept, version } = source
  if (index === undefined || kept === undefined) return undefined
  const key = keyOf(version, kind, list)
  const known = index.knownCounts(key)
  if (known !== undefined) return known
  const query = await indexQueryOf(list, index)
  return query && index.count(query, await countingOf(kept, kind, kinds), key)
}

/** How many events of a list a filter by each target finds: by a category, also those of its descendants. */
export async function countLinks(
  source: CountSource,
  listing: Listing,
  kind: LinkKind,
): Promise<TargetCounts> {
  const list = planned(source, listing)
  const found = await countInIndex(source, list, kind)
  return found ?? selectLinkCounts(source.db, [...conditionsOf(list), isOpenTo(list.context)], kind)
}
