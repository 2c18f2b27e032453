import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { LinkKind } from '../../store/sql/schema.ts'
import { mayEditSome } from '../../identity/roles.ts'
import { all, inLanguage, isAmong } from '../conditions.ts'
import type { Asking, Condition, ListPlan, Paging, Page } from '../resource.ts'
import { filters } from './queries.ts'
import { selectionOf } from './selecting.ts'
import { windowTotal, type Window } from './totals.ts'

/**
 * Lists that are one range of an index: what everybody sees in a window of time, in all or of one venue, organizer or
 * term. Links carry the time of their event, so such a list never looks at events that are not in it.
 */

type PlanValues = ListPlan['values']

/** Parameters that narrow nothing. */
const neutral = ['page', 'per_page', 'strict_dates', 'order', 'ml_language', 'ml_fallback']
const windowed = ['start_date', 'end_date']

/** The narrowest first: a venue has fewer events than a category. */
const linkNames = ['venue', 'organizer', 'tags', 'categories'] as const

const isSaid = ([, value]: [string, unknown]) => value !== undefined && value !== null

const isPublished = (status: unknown) => Array.isArray(status) && status.every((one) => one === 'publish')

/** Whether the list is of what everybody sees, in the usual order. */
function isPlain({ status, context, include, orderby, order }: PlanValues, { asker }: Asking): boolean {
  const isPublic = isPublished(status) || (status === undefined && !mayEditSome(asker))
  const isUsual = (orderby === undefined || orderby === 'start_date') && order !== 'desc'
  return isPublic && isUsual && context !== 'edit' && include === undefined
}

/** Names of the parameters that narrow by something else than time. */
const narrowing = (values: PlanValues): string[] =>
  Object.entries(values)
    .filter(isSaid)
    .map(([name]) => name)
    .filter((name) => ![...neutral, ...windowed, 'status', 'context', 'orderby'].includes(name))

const windowOf = (values: PlanValues): Window => {
  const at = (name: string) => (values[name] as { at: number } | undefined)?.at
  return { from: at('start_date'), to: at('end_date') }
}

async function targetsOf(kind: LinkKind, values: PlanValues, { db }: Asking): Promise<number[]> {
  const ids = values[kind] as number[]
  if (kind !== 'categories') return ids
  const below = await db
    .selectFrom('category_tree')
    .select('descendant')
    .distinct()
    .where('ancestor', 'in', ids)
    .execute()
  return below.map(({ descendant }) => descendant)
}

/** The links of the window; of several targets, each event once. */
function linksIn(kind: LinkKind, targets: readonly number[], { from, to }: Window): RawBuilder<unknown> {
  const conditions = all([
    sql<SqlBool>`kind = ${kind}`,
    isAmong(sql.ref('target'), targets),
    sql<SqlBool>`visible = 1`,
    ...(from === undefined ? [] : [sql<SqlBool>`start_utc >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`start_utc <= ${to}`, sql<SqlBool>`end_utc <= ${to}`]),
  ])
  const distinct = targets.length === 1 ? sql`` : sql`distinct`
  return sql`(select ${distinct} event_id, start_utc from event_links where ${conditions}) as listed`
}

/** What narrows beside the links that lead is asked of the events themselves. */
function remaining(names: readonly string[], values: PlanValues, asking: Asking): Condition[] {
  const narrow = filters as Record<
    string,
    (value: never, asking: Asking, all: never) => Condition | undefined
  >
  return [
    ...names.flatMap((name) => narrow[name]?.(values[name] as never, asking, values as never) ?? []),
    ...(asking.onlyIn === undefined ? [] : [inLanguage('events', asking.onlyIn)]),
  ]
}

async function linkedPage(
  kind: LinkKind,
  names: readonly string[],
  values: PlanValues,
  asking: Asking,
  { page, perPage }: Paging,
): Promise<Page> {
  const links = linksIn(kind, await targetsOf(kind, values, asking), windowOf(values))
  const rest = remaining(
    names.filter((name) => name !== kind),
    values,
    asking,
  )
  const found =
    rest.length === 0
      ? sql`from ${links}`
      : sql`from ${links} cross join events where events.id = listed.event_id and ${all(rest)}`
  const counted = await sql<{ n: number }>`select count(*) as n ${found}`.execute(asking.db)
  const total = Number(counted.rows[0]?.n ?? 0)
  const offset = (page - 1) * perPage
  if (offset >= total) return { ids: [], total }
  const { rows } = await sql<{ event_id: number }>`
    select listed.event_id ${found} order by listed.start_utc, listed.event_id limit ${perPage} offset ${offset}`.execute(
    asking.db,
  )
  return { ids: rows.map(({ event_id }) => event_id), total }
}

/** The page as the calendar has it; of orders that it does not keep, the total alone. */
async function inCalendar(
  values: PlanValues,
  asking: Asking,
  { page, perPage }: Paging,
): Promise<Partial<Page> | undefined> {
  const selection = await selectionOf(values, asking)
  if (selection === undefined) return undefined
  const isUsual = values.orderby === undefined || values.orderby === 'start_date'
  const range = isUsual ? { offset: (page - 1) * perPage, limit: perPage } : { offset: 0, limit: 0 }
  const { ids, total } = asking.calendar!.select(selection, range)
  return isUsual ? { ids, total } : { total }
}

/** The page, or its total alone, where a quicker way leads there; else the conditions have to. */
export async function find(
  { values }: ListPlan,
  asking: Asking,
  paging: Paging,
): Promise<Partial<Page> | undefined> {
  const kept = asking.calendar?.isReady ? await inCalendar(values, asking, paging) : undefined
  return kept ?? byIndex(values, asking, paging)
}

async function byIndex(
  values: PlanValues,
  asking: Asking,
  paging: Paging,
): Promise<Partial<Page> | undefined> {
  if (!isPlain(values, asking)) return undefined
  const names = narrowing(values)
  if (names.length === 0) return { total: await windowTotal(windowOf(values), asking) }
  const leading = linkNames.find((name) => names.includes(name))
  return leading === undefined ? undefined : linkedPage(leading, names, values, asking, paging)
}
