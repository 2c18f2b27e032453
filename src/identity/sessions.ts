import { createHash, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Db } from '../store/sql/db.ts'
import { prepare } from '../store/sql/prepared-queries.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Instant } from '../time/index.ts'
import type { PasswordOwner } from './application-passwords.ts'
import { callerOf, type Caller } from './roles.ts'
import { hashToken, type RandomBytes } from './secrets.ts'

/** Sessions of people in a browser (interface: Sessions). Their tokens have 256 random bits and are stored hashed. */

type Trx = Transaction<Database>

export const sessionSeconds = 12 * 3_600

/** A session is renewed once it is that old, because a write for each request would be too many. */
const renewalSeconds = 15 * 60

export const newBrowserToken = (random: RandomBytes): string => random(32).toString('base64url')

/** Follows from the token, so that nothing has to be stored; the token does not follow from it. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url')

export function isCsrfToken(sent: string, token: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(csrfTokenOf(token))]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Starts a session and returns its token. Those that are over are deleted on the way. */
export async function startSession(
  trx: Trx,
  random: RandomBytes,
  userId: number,
  now: Instant,
): Promise<string> {
  const token = newBrowserToken(random)
  await trx.deleteFrom('sessions').where('expires', '<=', now).execute()
  await trx
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires: now + sessionSeconds })
    .execute()
  return token
}

interface SessionRow extends PasswordOwner {
  readonly expires: Instant
}

const sessionByToken = prepare<SessionRow>((db, [hash, now]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'sessions.expires'])
    .where('token_hash', '=', hash!)
    .where('sessions.expires', '>', now!),
)

export interface Session {
  readonly caller: Caller
  /** Whether it lasts longer now, as the cookie of the browser has to. */
  readonly isRenewed: boolean
}

/** The session of the token, renewed if that is due. */
export async function openSession(db: Db, token: string, now: Instant): Promise<Session | undefined> {
  const hash = hashToken(token)
  const [row] = await sessionByToken(db, [hash, now])
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
