import type { Config } from '../config.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { ensureAdministrator } from '../identity/user-store.ts'
import type { PasswordLink } from '../identity/personal-passwords.ts'
import type { Caller, Role } from '../identity/roles.ts'
import { now, random } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { CommandError } from './error-messages.ts'
import { addUser, newPasswordLink } from './users.ts'

const firstName = 'admin'

export interface FirstAdministrator {
  readonly name: string
  readonly password: string
  /** With this link, the administrator sets a password for signing in with a browser. */
  readonly link: PasswordLink
}

/**
 * Ensures that somebody can sign in: the administrator of the settings or, if there are no users at all, a new one
 * whose password is printed and returned, but not stored.
 */
export async function ensureAdministratorExists(
  { admin }: Config,
  { db }: OpenDatabase,
): Promise<FirstAdministrator | undefined> {
  if (admin !== undefined) {
    await ensureAdministrator(db, admin, now(), random)
    return undefined
  }
  if ((await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined) return undefined
  const { password } = await addUser(db, { username: firstName, role: 'administrator' }, 'first password')
  tellOperator(
    `Created the first administrator, ${firstName}, with this application password (shown only once):`,
  )
  tellOperator(`  ${password}`)
  return { name: firstName, password, link: await newPasswordLink(db, firstName) }
}

/** Returns the administrator with the lowest ID. */
export async function anyAdministrator({ db }: OpenDatabase): Promise<Caller> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('role', '=', 'administrator')
    .orderBy('id')
    .executeTakeFirst()
  if (found === undefined)
    throw new CommandError(
      'There is no administrator; create one with: calends user add NAME --role administrator.',
    )
  return { ...found, role: found.role as Role }
}
