import { kinds, type TextTableName } from '../../resources/kinds.ts'
import type { Db } from '../sql/db.ts'
import type { OpenDatabase, StaleIndex } from '../sql/dialects/dialect.ts'

/** Checks the full-text indexes. */

const tables = kinds.map((kind): TextTableName => `${kind}_texts`)

export async function findStaleIndexes(
  db: Db,
  progress: (done: number, total: number) => void,
): Promise<readonly StaleIndex[]> {
  const stale: StaleIndex[] = []
  for (const [done, table] of tables.entries()) {
    progress(done, tables.length)
    stale.push(...(await db.dialect.searchIndexes.findStale(db, [table])))
  }
  progress(tables.length, tables.length)
  return stale
}

export const rebuildIndexes = (
  database: Pick<OpenDatabase, 'db' | 'unlimited'>,
  stale: readonly StaleIndex[],
): Promise<void> =>
  database.db.dialect.searchIndexes.rebuild(
    database,
    stale.map(({ table }) => table),
  )
