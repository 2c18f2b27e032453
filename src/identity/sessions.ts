import type { Db } from '../store/sql/db.ts'
import { prepare } from '../store/sql/prepared-queries.ts'
import { isSameDigest, sha256 } from '../text/digest.ts'
import type { Instant } from '../time/index.ts'
import type { PasswordOwner } from './application-passwords.ts'
import { callerOf, type Caller, type OptionalCaller } from './roles.ts'
import { hashToken, type RandomBytes } from './secrets.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/** Browser sessions (interface: Sessions). Tokens have 256 random bits and are stored as hashes. */

export const sessionSeconds = 12 * 3_600

/** Sessions are renewed only after this time, to avoid a write for each request. */
const renewalSeconds = 15 * 60

export const newBrowserToken = (random: RandomBytes): string => random(32).toString('base64url')

/** The CSRF token is derived from the session token, so it need not be stored; the derivation cannot be reversed. */
export const csrfTokenOf = (token: string): string => sha256(`csrf ${token}`)

export const isCsrfToken = (sent: string, token: string): boolean => isSameDigest(sent, csrfTokenOf(token))

/** Starts a session and returns its token. Also deletes expired sessions. */
export async function startSession(
  trx: Trx,
  random: RandomBytes,
  userId: number,
  now: Instant,
): Promise<string> {
  const token = newBrowserToken(random)
  await trx
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('expires', '<=', now), eb('expires', '>', latestEnd(now))]))
    .execute()
  await trx
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires: now + sessionSeconds })
    .execute()
  return token
}

interface SessionRow extends PasswordOwner {
  readonly expires: Instant
}

/**
 * A session that ends later was started while the clock was ahead, further than clocks of several processes differ, and
 * would last as long.
 */
const latestEnd = (now: Instant) => now + sessionSeconds + renewalSeconds

const sessionByToken = prepare<SessionRow>((db, [hash, now, latest]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'sessions.expires'])
    .where('token_hash', '=', hash!)
    .where('sessions.expires', '>', now!)
    .where('sessions.expires', '<=', latest!),
)

/** The user of a session, without renewing it; undefined if it has ended. */
export async function findSessionCaller(db: Db, token: string, now: Instant): Promise<OptionalCaller> {
  const [row] = await sessionByToken(db, [hashToken(token), now, latestEnd(now)])
  return row && callerOf(row)
}

export interface Session {
  readonly caller: Caller
  /** Whether the session was extended, so that the cookie must be extended too. */
  readonly isRenewed: boolean
}

/** Returns the session of a token and renews it if necessary; undefined if it has expired. */
export async function openSession(db: Db, token: string, now: Instant): Promise<Session | undefined> {
  const hash = hashToken(token)
  const [row] = await sessionByToken(db, [hash, now, latestEnd(now)])
  if (row === undefined) return undefined
  const isRenewed = row.expires - now <= sessionSeconds - renewalSeconds
  if (isRenewed)
    await db.writes.withoutVersionChange((trx) =>
      trx
        .updateTable('sessions')
        .set({ expires: now + sessionSeconds })
        .where('token_hash', '=', hash)
        .execute(),
    )
  return { caller: callerOf(row), isRenewed }
}

export const endSession = (trx: Trx, token: string): Promise<unknown> =>
  trx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()

export const endSessionsOf = (trx: Trx, userId: number): Promise<unknown> =>
  trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
