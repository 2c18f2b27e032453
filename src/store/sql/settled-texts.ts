import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Trx } from './write-queue.ts'

/** Texts that are stored once and never change. */

export async function settledText(db: Kysely<Database>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settled_texts').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores the text, unless one is already stored; returns the stored one. */
export async function settle(trx: Trx, name: string, value: string): Promise<string> {
  await trx
    .insertInto('settled_texts')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await settledText(trx, name))!
}
