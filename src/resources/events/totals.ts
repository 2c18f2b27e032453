import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '../../store/sql/schema.ts'
import { dayNumber, midnightOf, secondsOfDay, type Instant } from '../../time/index.ts'
import { all, isVisibleEvent } from '../conditions.ts'
import type { Asking, Condition } from '../resource.ts'

/**
 * Totals of a window of time without counting event by event: whole days come from the tallies, the days that are cut
 * are counted, and what begins inside but ends after the window is taken off.
 */

export interface Window {
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

const counted = async (db: Kysely<Database>, conditions: readonly Condition[]): Promise<number> => {
  const { n } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('n'))
    .where(all(conditions))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Events that begin on whole days, from the first up to but without the last. */
async function onDays(
  db: Kysely<Database>,
  first: number | undefined,
  last: number | undefined,
  { onlyIn }: Asking,
): Promise<number> {
  const { n } = await db
    .selectFrom('tallies')
    .select((eb) => eb.fn.sum('n').as('n'))
    .where('kind', '=', 'start')
    .where('target', '=', 0)
    .where('language', '=', onlyIn ?? '')
    .$if(first !== undefined, (query) => query.where('bucket', '>=', first!))
    .$if(last !== undefined, (query) => query.where('bucket', '<', last!))
    .executeTakeFirstOrThrow()
  return Number(n ?? 0)
}

/** From an hour up to but without another. */
const begins = (from: Instant, to: Instant): Condition =>
  sql<SqlBool>`events.start_utc >= ${from} and events.start_utc < ${to}`

async function beginning(db: Kysely<Database>, { from, to }: Window, asking: Asking): Promise<number> {
  const first = from === undefined ? undefined : dayNumber(from - 1) + 1
  const last = to === undefined ? undefined : dayNumber(to + 1)
  if (first !== undefined && last !== undefined && first > last)
    return counted(db, [isVisibleEvent(asking), begins(from!, to! + 1)])
  const cut = [
    ...(first !== undefined && midnightOf(first) > from! ? [begins(from!, midnightOf(first))] : []),
    ...(last !== undefined && midnightOf(last) <= to! ? [begins(midnightOf(last), to! + 1)] : []),
  ]
  const parts = await Promise.all([
    onDays(db, first, last, asking),
    ...cut.map((condition) => counted(db, [isVisibleEvent(asking), condition])),
  ])
  return parts.reduce((sum, part) => sum + part, 0)
}

/** The index of long events holds this very expression. */
const isLong = sql<SqlBool>`events.end_utc - events.start_utc >= 86400`

/** What begins in the window and ends after it: short events of its last day, and long ones. */
async function outlasting(db: Kysely<Database>, { from, to }: Window, asking: Asking): Promise<number> {
  if (to === undefined) return 0
  // One lower bound alone: of two, SQLite may seek by the earlier one and walk the whole window.
  const lastDay = Math.max(to - secondsOfDay, from ?? -Infinity)
  // The signs leave SQLite one index: that of starts for the last day, that of long events for the others.
  const endsLater = sql<SqlBool>`+events.end_utc > ${to}`
  const [short, long] = await Promise.all([
    counted(db, [isVisibleEvent(asking), begins(lastDay, to + 1), endsLater, sql<SqlBool>`not ${isLong}`]),
    counted(db, [
      isVisibleEvent(asking),
      ...(from === undefined ? [] : [sql<SqlBool>`+events.start_utc >= ${from}`]),
      sql<SqlBool>`+events.start_utc <= ${to}`,
      sql<SqlBool>`events.end_utc > ${to}`,
      isLong,
    ]),
  ])
  return short + long
}

/** How many visible events lie in a window. */
export async function windowTotal(window: Window, asking: Asking): Promise<number> {
  if (window.from !== undefined && window.to !== undefined && window.from > window.to) return 0
  const [inside, beyond] = await Promise.all([
    beginning(asking.db, window, asking),
    outlasting(asking.db, window, asking),
  ])
  return inside - beyond
}
