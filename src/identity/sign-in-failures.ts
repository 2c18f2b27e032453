import { createHash } from 'node:crypto'
import { tooManyRequests } from '../errors.ts'
import type { Db } from '../store/sql/db.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'
import { usernameKey } from './usernames.ts'

/** Wrong personal passwords, counted per username (interface: Sessions). */

/** Consecutive wrong passwords per username, after which unknown browsers must wait. */
const maxFailures = 10
const waitSeconds = 15 * 60

const nameHash = (username: string) => createHash('sha256').update(usernameKey(username)).digest('hex')

/**
 * Counts the attempt before the password is verified, so that concurrent attempts cannot exceed the limit. Unknown
 * usernames are counted too, so that responses do not reveal which ones exist.
 */
export function countAttempt(
  db: Db,
  { username, now }: { readonly username: string; readonly now: Instant },
): Promise<void> {
  const name_hash = nameHash(username)
  return db.writes.withoutVersionChange(async (trx) => {
    await trx
      .deleteFrom('sign_in_failures')
      .where(({ eb, or }) =>
        or([
          eb('last', '<=', now - waitSeconds),
          // Counted while the clock was ahead, further than clocks of several processes differ.
          eb('last', '>', now + waitSeconds),
        ]),
      )
      .execute()
    const known = await trx
      .selectFrom('sign_in_failures')
      .selectAll()
      .where('name_hash', '=', name_hash)
      .executeTakeFirst()
    const failures = known?.failures ?? 0
    if (failures >= maxFailures) throw tooManyRequests(known!.last + waitSeconds - now)
    const counted = { failures: failures + 1, last: now }
    await trx
      .insertInto('sign_in_failures')
      .values({ name_hash, ...counted })
      .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(counted))
      .execute()
  })
}

/** Called when the right password was given, or a new one was set, which nobody has guessed at yet. */
export const forgetAttempts = (trx: Trx, username: string): Promise<unknown> =>
  trx.deleteFrom('sign_in_failures').where('name_hash', '=', nameHash(username)).execute()
