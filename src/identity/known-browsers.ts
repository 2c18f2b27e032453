import type { Kysely } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import type { Instant } from '../time/index.ts'
import { hashToken, type RandomBytes } from './secrets.ts'
import { newBrowserToken } from './sessions.ts'
import { usernameKey } from './usernames.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/**
 * Remembers browsers in which a user has signed in before, so that users are not locked out while somebody else guesses
 * their password.
 */

export const knownBrowserSeconds = 365 * 86_400

/** Limited, because programs that sign in without cookies count as a new browser each time. */
const maxBrowsersPerUser = 50

export async function isKnownBrowser(
  db: Kysely<Database>,
  token: string | undefined,
  username: string,
  now: Instant,
): Promise<boolean> {
  if (token === undefined) return false
  const known = await db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where('token_hash', '=', hashToken(token))
    .where('username_key', '=', usernameKey(username))
    .where('expires', '>', now)
    .executeTakeFirst()
  return known !== undefined
}

/** Remembers the browser and returns its token, which is a new one unless it already has one. */
export async function rememberBrowser(
  trx: Trx,
  random: RandomBytes,
  userId: number,
  now: Instant,
  currentToken: string | undefined,
): Promise<string> {
  const token = currentToken ?? newBrowserToken(random)
  const [token_hash, expires] = [hashToken(token), now + knownBrowserSeconds]
  await trx
    .insertInto('known_browsers')
    .values({ token_hash, user_id: userId, expires })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires }))
    .execute()
  await forgetOldest(trx, userId)
  return token
}

async function forgetOldest(trx: Trx, userId: number) {
  const oldest = await trx
    .selectFrom('known_browsers')
    .select('expires')
    .where('user_id', '=', userId)
    .orderBy('expires', 'desc')
    .offset(maxBrowsersPerUser)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined)
    await trx
      .deleteFrom('known_browsers')
      .where('user_id', '=', userId)
      .where('expires', '<=', oldest.expires)
      .execute()
}
