import { createHash } from 'node:crypto'
import { incorrectCredentials, tooManyRequests } from '../errors.ts'
import type { Db } from '../store/sql/db.ts'
import { composed } from '../text/normalization.ts'
import type { Instant } from '../time/index.ts'
import { administratorPassword } from './application-passwords.ts'
import type { CredentialAttempts } from './attempts.ts'
import { recordAudit } from './audit-log.ts'
import { isKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { callerOf, type Caller } from './roles.ts'
import { findMatchingHashes, withoutSpaces, type RandomBytes } from './secrets.ts'
import { startSession } from './sessions.ts'
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

/** Consecutive wrong passwords per username, after which unknown browsers must wait. */
const maxFailures = 10
const waitSeconds = 15 * 60

const nameHash = (username: string) => createHash('sha256').update(usernameKey(username)).digest('hex')

/**
 * Counts the attempt before the password is verified, so that concurrent attempts cannot exceed the limit. Unknown
 * usernames are counted too, so that responses do not reveal which ones exist.
 */
function countAttempt({ db }: SignInOptions, { username, now }: SignInAttempt): Promise<void> {
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

const findAccount = (db: Db, username: string, now: Instant) =>
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

/**
 * Returns the user with this name and password; undefined if there is none, after the same time. The password from the
 * settings is valid until the administrator sets a personal one.
 */
export async function verifyPersonalPassword(
  db: Db,
  { username, password, now }: Pick<SignInAttempt, 'username' | 'password' | 'now'>,
): Promise<Caller | undefined> {
  const account = await findAccount(db, username, now)
  const own = account?.own ?? undefined
  const stored = own ?? account?.ofSettings ?? undefined
  const secret = own === undefined ? withoutSpaces(password) : composed(password)
  const matching = await findMatchingHashes(stored === undefined ? [] : [stored], secret)
  return account !== undefined && matching.length > 0 ? callerOf(account) : undefined
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
  if (found !== undefined) return completeSignIn(options, found.caller, attempt, found.isKnown)
  await db.writes.withoutVersionChange((trx) =>
    recordAudit(trx, { action: 'sign-in-failed', by: { username }, address, now }),
  )
  throw incorrectCredentials()
}

async function findCaller(options: SignInOptions, attempt: SignInAttempt) {
  const { db, isLimited } = options
  const isKnown = await isKnownBrowser(db, attempt.known, attempt.username, attempt.now)
  if (isLimited && !isKnown) await countAttempt(options, attempt)
  const caller = await verifyPersonalPassword(db, attempt)
  return caller && { caller, isKnown }
}

function completeSignIn(
  { db, random }: SignInOptions,
  caller: Caller,
  { address, known, now }: SignInAttempt,
  isKnown: boolean,
): Promise<SignedIn> {
  return db.writes.withoutVersionChange(async (trx) => {
    // A sign-in from a known browser does not reset the counter, which was not consulted.
    if (!isKnown)
      await trx.deleteFrom('sign_in_failures').where('name_hash', '=', nameHash(caller.username)).execute()
    await recordAudit(trx, { action: 'sign-in', by: caller, address, now })
    return {
      caller,
      session: await startSession(trx, random, caller.id, now),
      // An unknown token is replaced, because whoever planted it in the browser would know it.
      browser: await rememberBrowser(trx, random, caller.id, now, isKnown ? known : undefined),
    }
  })
}
