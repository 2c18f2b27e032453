import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** `category_tree` holds every category with each of its ancestors and itself, so that no query has to recurse. */

const subtree = (id: number) => sql`select descendant from category_tree where ancestor = ${id}`

/** Puts a category, with all that lies below it, under another parent. */
export async function place(trx: Transaction<Database>, id: number, parent: number): Promise<void> {
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

/** Children of a category that goes move to the grandparent (contract §9). */
export async function lift(trx: Transaction<Database>, id: number, parent: number): Promise<void> {
  await trx.updateTable('categories').set({ parent }).where('parent', '=', id).execute()
  await trx
    .deleteFrom('category_tree')
    .where((eb) => eb.or([eb('ancestor', '=', id), eb('descendant', '=', id)]))
    .execute()
}
