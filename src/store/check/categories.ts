import { sql, type Kysely } from 'kysely'
import { categoryTree } from '../../resources/categories/tree.ts'
import type { Db } from '../sql/db.ts'
import type { Database } from '../sql/schema.ts'
import { inTransaction, type Trx } from '../sql/write-queue.ts'

/** Checks the parents of categories, and the table of ancestors that is derived from them. */

export interface MisplacedCategory {
  readonly id: number
  readonly parent: number
  /** Whether there is such a category, which then is below this one. */
  readonly exists: boolean
}

/** Categories that no path leads to from the top, because a parent is missing or a line of parents has no end. */
export async function findMisplaced(db: Kysely<Database>): Promise<MisplacedCategory[]> {
  const { rows } = await sql<Omit<MisplacedCategory, 'exists'> & { known: number | null }>`
    with recursive ${categoryTree}
    select categories.id, categories.parent, above.id as known
    from categories left join categories as above on above.id = categories.parent
    where categories.parent <> 0 and (above.id is null or exists (
      select 1 from tree where tree.ancestor = categories.id and tree.descendant = categories.parent))
    order by categories.id`.execute(db)
  return rows.map(({ id, parent, known }) => ({ id, parent, exists: known !== null }))
}

/** Moves these categories to the top; of several that are below each other only the first. */
async function placeAtTop(trx: Trx): Promise<void> {
  for (let wrong = await findMisplaced(trx); wrong.length > 0; wrong = await findMisplaced(trx)) {
    const parentless = wrong.filter(({ exists }) => !exists)
    const moved = (parentless.length > 0 ? parentless : wrong.slice(0, 1)).map(({ id }) => id)
    await trx.updateTable('categories').set({ parent: 0 }).where('id', 'in', moved).execute()
  }
}

interface WrongPair {
  readonly ancestor: number
  readonly descendant: number
  readonly isMissing: boolean
}

/** Ancestors that the table lacks, or has without need. */
export async function findWrongAncestors(db: Kysely<Database>): Promise<WrongPair[]> {
  const { rows } = await sql<Omit<WrongPair, 'isMissing'> & { n: number }>`
    with recursive ${categoryTree}
    select ancestor, descendant, sum(n) as n from (
      select ancestor, descendant, 1 as n from tree
      union all
      select ancestor, descendant, -1 from category_tree
    ) as pairs
    group by ancestor, descendant having sum(n) <> 0 order by descendant, ancestor`.execute(db)
  return rows.map(({ n, ...pair }) => ({ ...pair, isMissing: Number(n) > 0 }))
}

async function correctAncestors(trx: Trx): Promise<void> {
  for (const { ancestor, descendant, isMissing } of await findWrongAncestors(trx))
    if (isMissing) await trx.insertInto('category_tree').values({ ancestor, descendant }).execute()
    else
      await trx
        .deleteFrom('category_tree')
        .where('ancestor', '=', ancestor)
        .where('descendant', '=', descendant)
        .execute()
}

export const correctCategories = (db: Db): Promise<void> =>
  inTransaction(db, async (trx) => {
    await placeAtTop(trx)
    await correctAncestors(trx)
  })
