import { changeEverything } from '../changes/change-log.ts'
import type { Db } from '../sql/db.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Checks the triggers that record changes, without which caches and everything derived keep what was there before. */

export const findMissingTriggers = (db: Db): Promise<readonly string[]> => db.dialect.missingTriggers(db)

/** Creates all of them anew. What has changed since they were lost is not known, so everything counts as changed. */
export const createTriggers = (db: Db): Promise<void> =>
  inTransaction(db, async (trx) => {
    await db.dialect.untrackChanges(trx)
    await db.dialect.trackChanges(trx)
    await changeEverything(trx)
  })
