import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { groupBy } from '../../group-by.ts'
import { all, ordering } from '../../resources/conditions.ts'
import type { Condition, Order, Page } from '../../resources/listing.ts'
import type { Database, LinkKind } from './schema.ts'

interface FirstsQuery {
  readonly conditions: readonly Condition[]
  readonly order: readonly Order[]
  readonly kind: LinkKind
  /** Per target. */
  readonly limit: number
}

interface RankedLink {
  readonly target: number
  readonly id: number
  readonly total: number
}

/** The first matching events that link to each target, by target in the order of these, in a single statement. */
export async function selectFirstOfLinks(
  db: Kysely<Database>,
  { conditions, order, kind, limit }: FirstsQuery,
): Promise<ReadonlyMap<number, Page>> {
  const { rows } = await sql<RankedLink>`
    select target, id, total from (
      select link.target, listed.id, listed.place,
        count(*) over (partition by link.target) as total,
        row_number() over (partition by link.target order by listed.place) as position
      from (
        select events.id, row_number() over (order by ${ordering(order)}) as place
        from events where ${all(conditions)}
      ) as listed
      join event_links as link on link.event_id = listed.id and link.kind = ${kind}
    ) as ranked
    where position <= ${limit} order by place, target`.execute(db)
  return new Map(
    [...groupBy(rows, ({ target }) => target)].map(([target, links]) => [
      target,
      { ids: idsOf(links), total: Number(links[0]!.total) },
    ]),
  )
}

/** How many of the matching events link to each target; categories include their descendants. */
export async function selectLinkCounts(
  db: Kysely<Database>,
  conditions: readonly Condition[],
  kind: LinkKind,
): Promise<Map<number, number>> {
  const [target, tree] =
    kind === 'categories'
      ? [sql`category_tree.ancestor`, sql`join category_tree on category_tree.descendant = link.target`]
      : [sql`link.target`, sql``]
  const { rows } = await sql<{ target: number; n: number }>`
    select ${target} as target, count(distinct link.event_id) as n
    from (select events.id from events where ${all(conditions)}) as listed
    join event_links as link on link.event_id = listed.id and link.kind = ${kind} ${tree}
    group by ${target}`.execute(db)
  return new Map(rows.map(({ target, n }) => [target, Number(n)]))
}
