import { kinds, type TextTableName } from '../../resources/kinds.ts'
import type { Db } from '../sql/db.ts'
import type { OpenDatabase, StaleIndex } from '../sql/dialects/dialect.ts'

/** Checks the full-text indexes. */

export const findStaleIndexes = async (db: Db): Promise<readonly StaleIndex[]> =>
  db.dialect.searchIndexes.findStale(
    db,
    kinds.map((kind): TextTableName => `${kind}_texts`),
  )

export const rebuildIndexes = (
  database: Pick<OpenDatabase, 'db' | 'unlimited'>,
  stale: readonly StaleIndex[],
): Promise<void> =>
  database.db.dialect.searchIndexes.rebuild(
    database,
    stale.map(({ table }) => table),
  )
