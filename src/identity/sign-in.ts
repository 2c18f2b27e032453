import { incorrectCredentials } from '../errors.ts'
import type { Db, Reading } from '../store/sql/db.ts'
import { composed } from '../text/normalization.ts'
import type { Instant } from '../time/index.ts'
import { administratorPassword } from './application-passwords.ts'
import type { CredentialAttempts } from './attempts.ts'
import { recordAudit } from './audit-log.ts'
import { isKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { callerOf, type Caller, type OptionalCaller } from './roles.ts'
import { findMatchingHashes, withoutSpaces, type RandomBytes } from './secrets.ts'
import { startSession } from './sessions.ts'
import { countAttempt, forgetAttempts } from './sign-in-failures.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import { usernameKey } from './usernames.ts'

/** Signing in with a personal password (interface: Sessions). */

export interface SignInOptions {
  readonly db: Db
  readonly random: RandomBytes
  readonly limits: { readonly credentials: CredentialAttempts }
  /** Whether attempts per username are limited. */
  readonly isLimited: boolean
}

interface SignInAttempt {
  readonly username: string
  readonly password: string
  readonly address: string
  /** The token of a browser in which the user has signed in before. */
  readonly known: string | undefined
  readonly now: Instant
}

const findAccount = (db: Reading, username: string, now: Instant) =>
  db
    .selectFrom('users')
    .leftJoin('user_passwords', 'user_passwords.user_id', 'users.id')
    .leftJoin('application_passwords', (join) =>
      join
        .onRef('application_passwords.user_id', '=', 'users.id')
        .on('application_passwords.name', '=', administratorPassword)
        .on((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)])),
    )
    .select([
      'users.id',
      'users.username',
      'users.role',
      'user_passwords.password_hash as own',
      'application_passwords.password_hash as ofSettings',
    ])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The password from the settings is valid until the administrator sets a personal one. */
const hashOf = ({ own, ofSettings }: Account) => own ?? ofSettings ?? undefined

/** A user whose password was verified, and the hash that it was verified with. */
export interface VerifiedUser {
  readonly caller: Caller
  readonly hash: string
}

/** Returns the user with this name and password; undefined if there is none, after the same time. */
export async function verifyPersonalPassword(
  db: Db,
  { username, password, now }: Pick<SignInAttempt, 'username' | 'password' | 'now'>,
): Promise<VerifiedUser | undefined> {
  const account = await findAccount(db, username, now)
  const stored = account && hashOf(account)
  const secret = account?.own == null ? withoutSpaces(password) : composed(password)
  const [hash] = await findMatchingHashes(stored === undefined ? [] : [stored], secret)
  return account === undefined || hash === undefined ? undefined : { caller: callerOf(account), hash }
}

/**
 * The user by now; undefined if the password is another one. Called in the transaction that relies on the password, because
 * it may have been set while it was verified, which takes long.
 */
export async function findVerified(
  trx: Trx,
  { caller: { id, username }, hash }: VerifiedUser,
  now: Instant,
): Promise<OptionalCaller> {
  const account = await findAccount(trx, username, now)
  return account?.id === id && hashOf(account) === hash ? callerOf(account) : undefined
}

interface SignedIn {
  readonly caller: Caller
  readonly session: string
  readonly browser: string
}

export type SignIn = (attempt: SignInAttempt) => Promise<SignedIn>

export const createSignIn =
  (options: SignInOptions): SignIn =>
  (attempt) =>
    signIn(options, attempt)

/** Signs the user in. The error is the same for unknown usernames and wrong passwords. */
async function signIn(options: SignInOptions, attempt: SignInAttempt): Promise<SignedIn> {
  const { db, limits } = options
  const { username, address, now } = attempt
  const found = await limits.credentials.verify(address, () => findCaller(options, attempt))
  const signedIn = found && (await completeSignIn(options, found.verified, attempt, found.isKnown))
  if (signedIn !== undefined) return signedIn
  await db.writes.withoutVersionChange((trx) =>
    recordAudit(trx, { action: 'sign-in-failed', by: { username }, address, now }),
  )
  throw incorrectCredentials()
}

async function findCaller(options: SignInOptions, attempt: SignInAttempt) {
  const { db, isLimited } = options
  const isKnown = await isKnownBrowser(db, attempt.known, attempt.username, attempt.now)
  if (isLimited && !isKnown) await countAttempt(db, attempt)
  const verified = await verifyPersonalPassword(db, attempt)
  return verified && { verified, isKnown }
}

/** Starts the session; returns undefined if the password is another one by now. */
function completeSignIn(
  { db, random }: SignInOptions,
  verified: VerifiedUser,
  { address, known, now }: SignInAttempt,
  isKnown: boolean,
): Promise<SignedIn | undefined> {
  return db.writes.withoutVersionChange(async (trx) => {
    const caller = await findVerified(trx, verified, now)
    if (caller === undefined) return undefined
    // A sign-in from a known browser does not reset the counter, which was not consulted.
    if (!isKnown) await forgetAttempts(trx, caller.username)
    await recordAudit(trx, { action: 'sign-in', by: caller, address, now })
    return {
      caller,
      session: await startSession(trx, random, caller.id, now),
      // An unknown token is replaced, because whoever planted it in the browser would know it.
      browser: await rememberBrowser(trx, random, caller.id, now, isKnown ? known : undefined),
    }
  })
}
