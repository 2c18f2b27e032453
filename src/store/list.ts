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
  Resource,
} from '../resources/resource.ts'
import { combine, type EventIndex, type Narrowing } from './event-index/index.ts'
import { selectPage } from './sql/read.ts'

/** One list, two answerers: the index of all visible events if it knows every filter, and SQL for everything else. */

export interface ListQuery extends Paging {
  readonly resource: Resource
  /** The parameters as they were read and checked. */
  readonly values: Values<Parameters>
  readonly reader: Reader
}

export interface ListSource extends Pick<ListContext, 'db' | 'dialect'> {
  /** Undefined while it is not as new as the version that the request sees. */
  readonly index: EventIndex | undefined
}

export interface PageOfList extends Page {
  readonly plan: ListPlan
}

type Sent = readonly (readonly [name: string, value: unknown])[]

const sentIn = ({ values }: ListPlan): Sent =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null)

type AnyFilter = Partial<IndexedFilter<Parameters, string>>

const filterOf = ({ filters }: Resource, name: string): AnyFilter | undefined =>
  (filters as Readonly<Record<string, AnyFilter>>)[name]

function conditionsOf(resource: Resource, plan: ListPlan, context: ListContext): Condition[] {
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

/** What each filter narrows the index to; undefined if only the database can answer one of them. */
async function narrowingsOf(
  resource: Resource,
  plan: ListPlan,
  context: ListContext & { readonly index: EventIndex },
): Promise<Narrowing[] | undefined> {
  const answers = sentIn(plan).map(([name, value]) => {
    const { index } = filterOf(resource, name) ?? {}
    return typeof index === 'function' ? index(value as never, context, plan.values as never) : (index ?? {})
  })
  if (answers.includes('database')) return undefined
  const ofLanguage =
    context.onlyIn === undefined ? [] : [{ includedTargets: [[`language ${context.onlyIn}`]] }]
  return [...(await Promise.all(answers as Narrowing[])), ...ofLanguage]
}

/** The page as the index has it; only the total if the list is in another order. */
async function listFromIndex(
  { resource, page, perPage }: ListQuery,
  plan: ListPlan,
  context: ListContext,
  index: EventIndex | undefined,
): Promise<Page | { readonly total: number; readonly ids?: undefined } | undefined> {
  const { indexed } = resource
  if (index === undefined || !indexed?.isPublic(plan.values as never, context)) return undefined
  const narrowings = await narrowingsOf(resource, plan, { ...context, index })
  if (narrowings === undefined || !index.isReady) return undefined
  const direction = indexed.direction(plan.values as never)
  const query = combine(narrowings, direction === 'desc')
  if (direction === undefined) return { total: index.select(query, { offset: 0, limit: 0 }).total }
  return index.select(query, { offset: (page - 1) * perPage, limit: perPage })
}

/** The ids of one page, and how many match in all. */
export async function listIds({ db, dialect, index }: ListSource, query: ListQuery): Promise<PageOfList> {
  const { resource, values, reader } = query
  const context: ListContext = { ...reader, db, dialect }
  const plan = resource.plan?.(values, reader) ?? { values, shown: {} }
  const found = await listFromIndex(query, plan, context, index)
  if (found?.ids !== undefined) return { ...found, plan }
  const conditions = conditionsOf(resource, plan, context)
  const order = resource.order(values, context)
  return { ...(await selectPage(db, resource, conditions, order, query, found?.total)), plan }
}
