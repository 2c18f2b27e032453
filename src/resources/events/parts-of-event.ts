import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '../../store/sql/schema.ts'
import { all } from '../conditions.ts'
import type { Condition } from '../listing.ts'
import type { Target } from './index-targets.ts'

/**
 * The events that are part of another one (interface: Event filters). Of a series only its occurrences, because any
 * author may name it as the parent of an event.
 */

/** The database looks up once whether the parent is a series. */
export const isPartOf = (id: number): Condition =>
  all([
    sql<SqlBool>`events.post_parent = ${id}`,
    sql<SqlBool>`(events.recurrence_id is not null or not exists (select 1 from series where series.id = ${id}))`,
  ])

/** The same in the event index. */
export async function partsOf(id: number, db: Kysely<Database>): Promise<Target> {
  const series = await db.selectFrom('series').select('id').where('id', '=', id).executeTakeFirst()
  return series === undefined ? `parent ${id}` : `series ${id}`
}
