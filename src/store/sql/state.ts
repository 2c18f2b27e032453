import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Trx } from './write-queue.ts'

/** Numbers that are stored under a name and belong to no resource. */

export async function findState(db: Kysely<Database>, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('state').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? undefined : Number(row.value)
}

export async function storeState(trx: Trx, name: string, value: number): Promise<void> {
  await trx.deleteFrom('state').where('name', '=', name).execute()
  await trx.insertInto('state').values({ name, value }).execute()
}
