import { sql, type Kysely } from 'kysely'
import { all, ordering } from '../../resources/conditions.ts'
import type { Condition, Order, Page } from '../../resources/listing.ts'
import type { Database } from './schema.ts'

interface RangesQuery {
  readonly conditions: readonly Condition[]
  readonly order: readonly Order[]
  /** Ranges of start times, without their ends. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  /** Per range. */
  readonly limit: number
}

interface RankedEvent {
  readonly place: number
  readonly id: number
  readonly total: number
}

/** The first events of each range, and how many start in it, in a single statement. */
export async function selectRanges(db: Kysely<Database>, query: RangesQuery): Promise<readonly Page[]> {
  const { conditions, order, ranges, limit } = query
  const bounds = ranges.map(
    ({ from, to }, place) =>
      sql`select ${sql.lit(place)} as place, cast(${from} as bigint) as first, cast(${to} as bigint) as bound`,
  )
  // The first event of each range is read even if the limit is 0, because it carries the total.
  const { rows } = await sql<RankedEvent>`
    select place, id, total from (
      select ranges.place, events.id,
        count(*) over (partition by ranges.place) as total,
        row_number() over (partition by ranges.place order by ${ordering(order)}) as position
      from (${sql.join(bounds, sql` union all `)}) as ranges cross join events
      where events.start_utc >= ranges.first and events.start_utc < ranges.bound and ${all(conditions)}
    ) as ranked
    where position <= ${Math.max(limit, 1)} order by place, position`.execute(db)
  return ranges.map((_, place) => {
    const found = rows.filter((row) => row.place === place)
    return { ids: found.slice(0, limit).map(({ id }) => id), total: Number(found[0]?.total ?? 0) }
  })
}
