import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/**
 * One transaction for one write. It begins with a write, so that two processes on one SQLite file wait for each
 * other instead of failing half-way, and so that `state.version` tells every reader that something has changed.
 */
export const inTransaction = <T>(
  db: Kysely<Database>,
  write: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`update state set value = value + 1 where name = 'version'`.execute(trx)
    return write(trx)
  })
