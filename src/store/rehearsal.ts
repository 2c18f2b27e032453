import type { Store } from './index.ts'
import type { ReadSource } from './reads.ts'
import type { Db } from './sql/db.ts'
import { inTransaction, type Trx } from './sql/write-queue.ts'
import { transactionOf } from './writes.ts'

/** The result of a write; thrown, because only a transaction that fails is rolled back. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('The write was only rehearsed.')
  }
}

async function rollingBack<T>(db: Pick<Db, 'writes'>, run: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (trx) => {
      throw new RolledBack(await run(trx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/** The same store for dry runs: each write is checked and executed, returns its result, and is rolled back. */
export const rehearsalOf = (store: Store, db: Pick<Db, 'writes'>, source: ReadSource): Store => ({
  ...store,
  write: (run) => rollingBack(db, (trx) => run(transactionOf(trx, source))),
  writeTogether: (batch, prepare) =>
    rollingBack(db, async (trx) => {
      const [result] = await batch.finish(trx, [await prepare(transactionOf(trx, source))])
      return result!
    }),
})
