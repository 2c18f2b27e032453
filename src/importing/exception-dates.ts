import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { liveOccurrences, originsOf } from '../store/series/rows.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Wall } from '../time/index.ts'
import { isSame } from './context.ts'
import type { Reason } from './reasons.ts'
import type { Content } from './record.ts'

/** Which exceptions of a series differ, and which of them find an occurrence. */

/** The dates that series and those split from them have here, by the IDs of the series. */
export async function datesHere(
  db: Kysely<Database>,
  series: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<Wall>>> {
  const origins = await originsOf(db, series)
  const rows = await liveOccurrences(db, [...origins.keys()])
  const byOrigin = groupBy(rows, ({ post_parent }) => origins.get(post_parent)!)
  return new Map([...byOrigin].map(([id, some]) => [id, new Set(some.map((row) => row.recurrence_id!))]))
}

/** The dates whose exceptions are not those of the last import. */
export const changedDates = (
  { exceptions: now = {} }: Content,
  { exceptions: before = {} }: Content,
): Wall[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (wall) => !isSame(now[wall], before[wall]),
  )

const mostNamed = 5

export const withoutOccurrence = (walls: readonly Wall[]): Reason =>
  message('Exceptions without an occurrence here are skipped: {dates}.', {
    dates: [...walls.slice(0, mostNamed), ...(walls.length > mostNamed ? ['…'] : [])].join(', '),
  })
