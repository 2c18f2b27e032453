import { sql, type Kysely } from 'kysely'
import { groupBy } from '../../group-by.ts'
import type { Database } from '../../store/sql/schema.ts'
import type { Above, Lookup } from '../resource.ts'
import { hues } from './schema.ts'
import type { Trx } from '../../store/sql/write-queue.ts'

/**
 * `category_tree` contains every category paired with each of its ancestors and itself, so that queries need no
 * recursion.
 */

const subtree = (id: number) => sql`select descendant from category_tree where ancestor = ${id}`

/** The content of `category_tree`, computed from the parents, as a common table expression; cycles end it. */
export const categoryTree = sql`tree (ancestor, descendant) as (
  select id, id from categories
  union
  select above.id, tree.descendant from tree
  join categories as below on below.id = tree.ancestor join categories as above on above.id = below.parent
)`

/** How many levels a line of categories would have at most with the target under this parent. */
export async function levelsUnder(
  parent: number,
  { db, targetId }: Pick<Lookup, 'db' | 'targetId'>,
): Promise<number> {
  const above = sql`select count(*) from category_tree where descendant = ${parent}`
  const below = sql`select count(*) as levels from category_tree where ancestor in (${subtree(targetId ?? 0)}) and descendant in (${subtree(targetId ?? 0)}) group by descendant`
  const { rows } = await sql<{
    levels: number
  }>`select (${above}) + coalesce((select max(levels) from (${below}) as lines), 1) as levels`.execute(db)
  return Number(rows[0]!.levels)
}

/** Moves a category and its descendants to another parent. */
export async function place(trx: Trx, id: number, parent: number): Promise<void> {
  await sql`insert into category_tree (ancestor, descendant) values (${id}, ${id}) on conflict do nothing`.execute(
    trx,
  )
  await sql`delete from category_tree where descendant in (${subtree(id)}) and ancestor not in (${subtree(id)})`.execute(
    trx,
  )
  await sql`insert into category_tree (ancestor, descendant) select above.ancestor, below.descendant from category_tree as above cross join category_tree as below where above.descendant = ${parent} and below.ancestor = ${id}`.execute(
    trx,
  )
}

/** Children of a deleted category move to the grandparent (interface: Categories). */
export async function lift(trx: Trx, id: number, parent: number): Promise<void> {
  await trx.updateTable('categories').set({ parent }).where('parent', '=', id).execute()
  await trx
    .deleteFrom('category_tree')
    .where((eb) => eb.or([eb('ancestor', '=', id), eb('descendant', '=', id)]))
    .execute()
}

/**
 * The hue of the category itself, otherwise of its nearest ancestor with a hue, otherwise one derived from the ID of
 * its root.
 */
export const shownHue = sql<number>`(
  with recursive line (id, parent, hue) as (
    select own.id, own.parent, own.hue from categories as own where own.id = categories.id
    union
    select above.id, above.parent, above.hue from line join categories as above on above.id = line.parent
    where line.hue is null
  )
  select coalesce(hue, (id - 1) % ${sql.lit(hues)} + 1) from line where hue is not null or parent = 0
)`

interface Ancestor {
  readonly descendant: number
  readonly id: number
  readonly parent: number
  readonly original_language: string
  readonly language: string
  readonly slug: string | null
}

const ancestorsOf = (db: Kysely<Database>, ids: readonly number[]): Promise<Ancestor[]> =>
  db
    .selectFrom('category_tree')
    .innerJoin('categories', 'categories.id', 'category_tree.ancestor')
    .innerJoin('category_texts', 'category_texts.id', 'categories.id')
    .select([
      'descendant',
      'categories.id',
      'parent',
      'original_language',
      'category_texts.language',
      'category_texts.slug',
    ])
    .where('descendant', 'in', ids)
    .whereRef('descendant', '<>', 'ancestor')
    .execute()

function named(texts: readonly Ancestor[]): Above {
  const slugs = Object.fromEntries(texts.flatMap(({ language, slug }) => (slug ? [[language, slug]] : [])))
  return { slug: slugs[texts[0]!.original_language] ?? '', slugs }
}

/** Ancestors from the root down; each is the parent of the next. */
function descend(ancestors: readonly Ancestor[]): Above[] {
  const byParent = groupBy(ancestors, ({ parent }) => parent)
  const path: Above[] = []
  for (let texts = byParent.get(0); texts !== undefined; texts = byParent.get(texts[0]!.id))
    path.push(named(texts))
  return path
}

export async function above(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Above[]>> {
  const ancestors = groupBy(await ancestorsOf(db, ids), ({ descendant }) => descendant)
  return new Map([...ancestors].map(([id, rows]) => [id, descend(rows)]))
}
