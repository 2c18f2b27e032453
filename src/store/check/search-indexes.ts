import { kinds, type TextTableName } from '../../resources/kinds.ts'
import { changeEverything } from '../changes/change-log.ts'
import type { Db } from '../sql/db.ts'
import type { OpenDatabase, StaleIndex } from '../sql/dialects/dialect.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Checks the full-text indexes. */

export const findStaleIndexes = async (db: Db): Promise<readonly StaleIndex[]> =>
  db.dialect.searchIndexes.findStale(
    db,
    kinds.map((kind): TextTableName => `${kind}_texts`),
  )

export async function rebuildIndexes(
  database: Pick<OpenDatabase, 'db' | 'unlimited'>,
  stale: readonly StaleIndex[],
): Promise<void> {
  const { db } = database
  await db.dialect.searchIndexes.rebuild(
    database,
    stale.map(({ table }) => table),
  )
  // Results of searches are cached.
  await inTransaction(db, changeEverything)
}
