import { createHash } from 'node:crypto'
import { incorrectCredentials, tooManyRequests } from '../errors.ts'
import type { Db } from '../store/sql/db.ts'
import { composed } from '../text/normalization.ts'
import type { Instant } from '../time/index.ts'
import { recordAudit } from './audit-log.ts'
import type { CredentialFailures } from './failures.ts'
import { createKeyedLock } from './keyed-lock.ts'
import { isKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { callerOf, type Caller } from './roles.ts'
import { findMatchingHashes, withoutSpaces, type RandomBytes } from './secrets.ts'
import { startSession } from './sessions.ts'
import { administratorPassword } from './user-store.ts'
import { usernameKey } from './usernames.ts'

/** Signing in with the password of a person (interface: Sessions). */

export interface SignInOptions {
  readonly db: Db
  readonly random: RandomBytes
  readonly limits: { readonly credentials: CredentialFailures }
  /** Whether names have a limit too. */
  readonly isLimited: boolean
}

interface SignInAttempt {
  readonly username: string
  readonly password: string
  readonly address: string
  /** The token of a browser that was let in before. */
  readonly known: string | undefined
  readonly now: Instant
}

/** Wrong passwords in a row for one name, after which unknown browsers wait. */
const maxFailures = 10
const waitSeconds = 15 * 60

const nameHash = (username: string) => createHash('sha256').update(usernameKey(username)).digest('hex')

/**
 * Counts the attempt before the password is verified, so that attempts at the same time gain nothing. Names that nobody
 * has are counted as well, so that the response does not tell which exist.
 */
function countAttempt({ db }: SignInOptions, { username, now }: SignInAttempt): Promise<void> {
  const name_hash = nameHash(username)
  return db.writes.withoutVersionChange(async (trx) => {
    await trx
      .deleteFrom('sign_in_failures')
      .where('last', '<=', now - waitSeconds)
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
 * The user with that name and password; undefined if there is none, after the same time. The password of the settings
 * counts until that administrator has set another one.
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

/** Attempts of one address run one after another, so that those beyond its limit are refused without hashing. */
export function createSignIn(options: SignInOptions): SignIn {
  const withKeyLock = createKeyedLock()
  return (attempt) => withKeyLock(attempt.address, () => signIn(options, attempt))
}

/** Lets the user in, or throws the same for a wrong name and a wrong password. */
async function signIn(options: SignInOptions, attempt: SignInAttempt): Promise<SignedIn> {
  const { db, limits, isLimited } = options
  const { username, address, now } = attempt
  if (limits.credentials.isBlocked(address)) throw tooManyRequests(limits.credentials.retryAfter(address))
  const isKnown = await isKnownBrowser(db, attempt.known, username, now)
  if (isLimited && !isKnown) await countAttempt(options, attempt)
  const caller = await verifyPersonalPassword(db, attempt)
  if (caller !== undefined) return letIn(options, caller, attempt, isKnown)
  limits.credentials.recordFailure(address)
  await db.writes.withoutVersionChange((trx) =>
    recordAudit(trx, { action: 'sign-in-failed', by: { username }, address, now }),
  )
  throw incorrectCredentials()
}

function letIn(
  { db, random }: SignInOptions,
  caller: Caller,
  { address, known, now }: SignInAttempt,
  isKnown: boolean,
): Promise<SignedIn> {
  return db.writes.withoutVersionChange(async (trx) => {
    // A browser that does not wait says nothing of those that do.
    if (!isKnown)
      await trx.deleteFrom('sign_in_failures').where('name_hash', '=', nameHash(caller.username)).execute()
    await recordAudit(trx, { action: 'sign-in', by: caller, address, now })
    return {
      caller,
      session: await startSession(trx, random, caller.id, now),
      // A token that we did not make might be known to whoever gave it to the browser.
      browser: await rememberBrowser(trx, random, caller.id, now, isKnown ? known : undefined),
    }
  })
}
