import { sql, type Kysely } from 'kysely'
import { all } from '../../resources/conditions.ts'
import type { Condition } from '../../resources/resource.ts'
import type { Database, LinkKind } from './schema.ts'

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
