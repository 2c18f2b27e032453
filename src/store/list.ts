import { sql } from 'kysely'
import { inLanguage } from '../resources/conditions.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type {
  Condition,
  IndexedFilter,
  ListContext,
  ListPlan,
  Page,
  Paging,
  Reader,
} from '../resources/listing.ts'
import type { Resource } from '../resources/resource.ts'
import { combine, type IndexQuery, type EventIndex, type Narrowing } from './event-index/index.ts'
import { selectPage } from './sql/page.ts'
import { schedulesOf, type EventTimes } from './sql/schedules.ts'

/** Lists are answered by the index of all visible events if it supports every filter, and by SQL otherwise. */

/** A list, regardless of the page. */
export interface Listing {
  readonly resource: Resource
  /** The parsed and validated parameters. */
  readonly values: Values<Parameters>
  readonly reader: Reader
}

export interface ListQuery extends Listing, Paging {}

export interface ListSource extends Pick<ListContext, 'db' | 'dialect'> {
  /** Undefined while it is behind the version that the request sees. */
  readonly index: EventIndex | undefined
}

interface PageOfList extends Page {
  readonly plan: ListPlan
}

type Sent = readonly (readonly [name: string, value: unknown])[]

const sentIn = ({ values }: ListPlan): Sent =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null)

type AnyFilter = Partial<IndexedFilter<Parameters, string>>

const filterOf = ({ filters }: Resource, name: string): AnyFilter | undefined =>
  (filters as Readonly<Record<string, AnyFilter>>)[name]

/** The effective parameters, and the context that filters need. */
export interface PlannedList {
  readonly resource: Resource
  readonly plan: ListPlan
  readonly context: ListContext
}

export function planned({ db, dialect }: ListSource, { resource, values, reader }: Listing): PlannedList {
  const plan = resource.plan?.(values, reader) ?? { values, shown: {} }
  return { resource, plan, context: { ...reader, db, dialect } }
}

export function conditionsOf({ resource, plan, context }: PlannedList): Condition[] {
  const { values } = plan
  const narrowing = sentIn(plan).flatMap(
    ([name, value]) => filterOf(resource, name)?.sql?.(value as never, context, values as never) ?? [],
  )
  return [
    ...(resource.visible?.(values, context) ?? []),
    ...narrowing,
    ...(context.onlyIn === undefined ? [] : [inLanguage(resource.name, context.onlyIn)]),
  ]
}

/** How each filter narrows the index; undefined if one of them can only be answered by the database. */
async function narrowingsOf(
  { resource, plan, context }: PlannedList,
  index: EventIndex,
): Promise<Narrowing[] | undefined> {
  const answers = sentIn(plan).map(([name, value]) => {
    const { index: narrow } = filterOf(resource, name) ?? {}
    return typeof narrow === 'function'
      ? narrow(value as never, { ...context, index }, plan.values as never)
      : (narrow ?? {})
  })
  if (answers.includes('database')) return undefined
  const ofLanguage =
    context.onlyIn === undefined ? [] : [{ includedTargets: [[`language ${context.onlyIn}` as const]] }]
  const ofReader = resource.indexed?.narrowedFor(context) ?? {}
  return [...(await Promise.all(answers as Narrowing[])), ...ofLanguage, ofReader]
}

/** The list as a query of the index; undefined if only the database can answer it. */
export async function indexQueryOf(
  list: PlannedList,
  index: EventIndex | undefined,
): Promise<IndexQuery | undefined> {
  const { indexed } = list.resource
  if (index === undefined || !indexed?.isPublic(list.plan.values as never, list.context)) return undefined
  const narrowings = await narrowingsOf(list, index)
  if (narrowings === undefined || !index.isReady) return undefined
  return combine(narrowings, directionOf(list) === 'desc')
}

/** Undefined if the list has another order than the index. */
export const directionOf = ({ resource, plan }: PlannedList) =>
  resource.indexed?.direction(plan.values as never)

/** Larger lists are not re-sorted in memory, because that costs too much for one page. */
const maxReordered = 1_000

/** What the index knows of a page: its IDs, or else what helps the database to find them. */
interface KnownPage {
  readonly total: number
  readonly ids?: readonly number[]
  /** All events of a search, because the database would search the texts once more, and block all requests meanwhile. */
  readonly searched?: readonly number[]
}

const isSearch = ({ plan }: PlannedList) => typeof (plan.values as { search?: unknown }).search === 'string'

/** Small lists are sorted by end time; for larger ones and other orders, only the total is known. */
function listInOtherOrder(
  { page, perPage }: Paging,
  list: PlannedList,
  index: EventIndex,
  query: IndexQuery,
): KnownPage {
  const { resource, plan } = list
  const direction = resource.indexed?.directionByEnd(plan.values as never)
  const limit = isSearch(list) ? Infinity : direction === undefined ? 0 : maxReordered
  const { ids, total } = index.select(query, { offset: 0, limit })
  if (direction !== undefined && total <= maxReordered)
    return { total, ids: index.byEnd(ids, direction).slice((page - 1) * perPage, page * perPage) }
  return isSearch(list) ? { total, searched: ids } : { total }
}

/** The page from the index; only the total if the list has another order. */
async function listFromIndex(
  { page, perPage }: Paging,
  list: PlannedList,
  index: EventIndex | undefined,
): Promise<KnownPage | undefined> {
  const query = await indexQueryOf(list, index)
  if (query === undefined) return undefined
  if (directionOf(list) === undefined) return listInOtherOrder({ page, perPage }, list, index!, query)
  return index!.select(query, { offset: (page - 1) * perPage, limit: perPage })
}

/** The IDs of one page, and the total number of matches. */
export async function listIds(source: ListSource, query: ListQuery): Promise<PageOfList> {
  const { resource, values } = query
  const list = planned(source, query)
  const { plan, context } = list
  const { ids, total, searched } = (await listFromIndex(query, list, source.index)) ?? {}
  if (ids !== undefined) return { ids, total: total!, plan }
  const order = resource.order(values, context)
  const conditions =
    searched === undefined
      ? conditionsOf(list)
      : [source.dialect.hasIdOf(sql.ref(`${resource.name}.id`), searched)]
  const page = await selectPage(source, {
    resource,
    conditions,
    order,
    paging: query,
    // The events that a search found are known by their IDs.
    isSearch: resource.indexed !== undefined && isSearch(list) && searched === undefined,
    total,
  })
  return { ...page, plan }
}

/** When the first events of a list take place, in its order: from the index without any query, if it can answer. */
export async function listTimes(
  source: ListSource,
  listing: Listing,
  limit: number,
): Promise<readonly EventTimes[]> {
  const query = { ...listing, page: 1, perPage: limit }
  const known = await listFromIndex(query, planned(source, query), source.index)
  if (known?.ids !== undefined) return source.index!.timesOf(known.ids)
  const { ids } = await listIds(source, query)
  const times = new Map(
    (await schedulesOf(source.db, ids)).map(({ id, start_utc, end_utc }) => [id, { id, start_utc, end_utc }]),
  )
  return ids.flatMap((id) => times.get(id) ?? [])
}
