import type { DialectAdapter, Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** What is kept of events beside them, and made anew before the transaction that changes them is committed. */

export type Settle = (trx: Transaction<Database>, eventIds: readonly number[]) => Promise<void>

const registered = new WeakMap<DialectAdapter, Settle>()

const adapterOf = (db: Kysely<Database>) => db.getExecutor().adapter

/** Has the function called once near the end of every transaction, with all events that it has changed. */
export const settled = (db: Kysely<Database>, settle: Settle): void =>
  void registered.set(adapterOf(db), settle)

const idsAtOnce = 1_000

/** Where nobody renders, no document may be left that is not true any more. */
export const forgetDocuments: Settle = async (trx, ids) => {
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await trx
      .deleteFrom('event_documents')
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
}

export const settleEvents: Settle = async (trx, ids) => {
  if (ids.length > 0) await (registered.get(adapterOf(trx)) ?? forgetDocuments)(trx, ids)
}
