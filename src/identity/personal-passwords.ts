import type { Kysely } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import { refuse } from '../resources/parameter.ts'
import type { Instant } from '../time/index.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashToken, type RandomBytes } from './secrets.ts'
import { endSessionsOf, newBrowserToken } from './sessions.ts'
import { forgetAttempts } from './sign-in-failures.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/** Personal passwords for signing in with a browser, and the links for setting them (interface: Sessions). */

const minPasswordLength = 12

const linkSeconds = 86_400

/** Throws if the password is too short or easy to guess. */
export function requireStrong(password: string, names: readonly string[]): void {
  if ([...password].length < minPasswordLength)
    refuse('rest_too_short', 'Must have at least {minimum} characters.', { minimum: minPasswordLength })
  if (isCommonPassword(password, names))
    refuse('rest_common_password', 'This password is easy to guess; choose another one.')
}

/**
 * Sets the password, ends all sessions of the user and invalidates all password links. Wrong passwords are forgotten,
 * because whoever has tried the forgotten one too often must be able to sign in with the new one.
 */
export async function setPersonalPassword(
  trx: Trx,
  { id: userId, username }: { readonly id: number; readonly username: string },
  password_hash: string,
  changed: Instant,
): Promise<void> {
  await trx
    .insertInto('user_passwords')
    .values({ user_id: userId, password_hash, changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash, changed }))
    .execute()
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute()
  await endSessionsOf(trx, userId)
  await forgetAttempts(trx, username)
}

export interface PasswordLink {
  readonly token: string
  readonly expires: Instant
}

/** Creates a link that replaces any previous one of the user. */
export async function createPasswordLink(
  trx: Trx,
  random: RandomBytes,
  userId: number,
  now: Instant,
  lifetime = linkSeconds,
): Promise<PasswordLink> {
  const [token, expires] = [newBrowserToken(random), now + lifetime]
  await trx
    .deleteFrom('password_links')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('expires', '<=', now)]))
    .execute()
  await trx
    .insertInto('password_links')
    .values({ token_hash: hashToken(token), user_id: userId, expires })
    .execute()
  return { token, expires }
}

/** Returns the user of a link; undefined if it has expired or was already used. */
export const findPasswordLink = (
  db: Kysely<Database>,
  token: string,
  now: Instant,
): Promise<{ id: number; username: string } | undefined> =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id', 'users.username'])
    .where('token_hash', '=', hashToken(token))
    .where('expires', '>', now)
    .executeTakeFirst()
