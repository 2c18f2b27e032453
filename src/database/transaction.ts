import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { keepJournal, openJournal } from './changes.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'

/** Which database a Kysely of ours writes to. */
const dialects = new WeakMap<Kysely<Database>, Dialect>()

export const writesTo = (db: Kysely<Database>, dialect: Dialect): void => void dialects.set(db, dialect)

type Write<T> = (trx: Transaction<Database>) => Promise<T>

const tries = 4
const longestPause = 50

/**
 * One transaction for one write. It begins with a write, so that writers wait for each other instead of failing
 * half-way, and so that `state.version` tells every reader that something has changed. What another writer has spoilt
 * is tried again from its beginning.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  write: Write<T>,
  random: () => number = Math.random,
): Promise<T> {
  const dialect = dialects.get(db)!
  for (let left = tries; ; left -= 1)
    try {
      return await once(db, dialect, write)
    } catch (error) {
      if (left <= 1 || !dialect.isRetryable(error)) throw error
      await pause(random() * longestPause)
    }
}

/** Our own version counts as soon as it is committed, so that whoever has the answer reads what they wrote. */
async function once<T>(db: Kysely<Database>, dialect: Dialect, write: Write<T>): Promise<T> {
  const { version, result } = await db.transaction().execute(async (trx) => {
    const moved = await dialect.moveVersion(trx)
    openJournal(trx)
    const written = await write(trx)
    await keepJournal(trx, moved)
    return { version: moved, result: written }
  })
  dialect.committed(version)
  return result
}
