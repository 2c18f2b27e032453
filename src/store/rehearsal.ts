import type { Store } from './index.ts'
import type { ReadSource } from './reads.ts'
import type { Db } from './sql/db.ts'
import { inTransaction, type Trx } from './sql/write-queue.ts'
import { transactionOf } from './writes.ts'

/** What a write would have answered; thrown, because only a transaction that fails is taken back. */
class TakenBack extends Error {
  constructor(readonly result: unknown) {
    super('The write was only rehearsed.')
  }
}

async function takingBack<T>(db: Pick<Db, 'writes'>, run: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (trx) => {
      throw new TakenBack(await run(trx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T
    throw error
  }
}

/** The same store, but every write is checked and done, answered, and taken back. */
export const rehearsalOf = (store: Store, db: Pick<Db, 'writes'>, source: ReadSource): Store => ({
  ...store,
  write: (run) => takingBack(db, (trx) => run(transactionOf(trx, source))),
  writeTogether: (batch, prepare) =>
    takingBack(db, async (trx) => {
      const [result] = await batch.finish(trx, [await prepare(transactionOf(trx, source))])
      return result!
    }),
})
