import { kinds, type TextTableName } from '../../resources/kinds.ts'
import { changeEverything } from '../changes/change-log.ts'
import type { Db } from '../sql/db.ts'
import type { StaleIndex } from '../sql/dialects/dialect.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Checks the full-text indexes, if the database leaves them to us. */

/** Undefined if the server itself maintains them. */
export const findStaleIndexes = ({ dialect }: Db): readonly StaleIndex[] | undefined =>
  dialect.searchIndexes?.findStale(kinds.map((kind): TextTableName => `${kind}_texts`))

export const rebuildIndexes = (db: Db, stale: readonly StaleIndex[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const { table } of stale) await db.dialect.searchIndexes?.rebuild(trx, table)
    // Results of searches are cached.
    await changeEverything(trx)
  })
