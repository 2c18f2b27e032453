import type { Config } from '../config.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { findAdministration } from '../store/check/administrators.ts'
import { ensureAdministrator } from '../identity/user-store.ts'
import type { PasswordLink } from '../identity/personal-passwords.ts'
import type { Caller, Role } from '../identity/roles.ts'
import { now, random } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { CommandError } from './error-messages.ts'
import { addUser, newPasswordLink } from './users.ts'

const firstName = 'admin'

interface FirstAdministrator {
  readonly name: string
  readonly password: string
  /** With this link, the administrator sets a password for signing in with a browser. */
  readonly link: PasswordLink
}

/** The first administrator as long as nobody has chosen a password: a start that is killed may not have told how. */
type Waiting = Pick<FirstAdministrator, 'name'>

export type Entrance = FirstAdministrator | Waiting | undefined

/**
 * Ensures that somebody can sign in: the administrator of the settings or, if there are no users at all, a new one
 * whose password is printed and returned, but not stored.
 */
export async function ensureAdministratorExists({ admin }: Config, { db }: OpenDatabase): Promise<Entrance> {
  if (admin !== undefined) {
    await ensureAdministrator(db, admin, now(), random)
    return undefined
  }
  if ((await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined) {
    const problem = await checkAdministrators(db)
    if (problem !== undefined) tellOperator(problem)
    return waitingAdministrator(db)
  }
  const { password } = await addUser(db, { username: firstName, role: 'administrator' }, 'first password')
  tellOperator(
    `Created the first administrator, ${firstName}, with this application password (shown only once):`,
  )
  tellOperator(`  ${password}`)
  return { name: firstName, password, link: await newPasswordLink(db, firstName) }
}

/** Returns the error message if nobody may administer the calendar, which only the operator can repair. */
export async function checkAdministrators(db: OpenDatabase['db']): Promise<string | undefined> {
  const { users, isMissing } = await findAdministration(db)
  if (!isMissing) return undefined
  return `${users === 0 ? 'There are no users' : `None of ${users} users is an administrator`}, so nobody can administer the calendar; create an administrator with: calends user add NAME --role administrator.`
}

async function waitingAdministrator(db: OpenDatabase['db']): Promise<Waiting | undefined> {
  const chosen = await db.selectFrom('user_passwords').select('user_id').limit(1).executeTakeFirst()
  const first = chosen === undefined ? await firstAdministrator(db) : undefined
  return first && { name: first.username }
}

const firstAdministrator = (db: OpenDatabase['db']) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('role', '=', 'administrator')
    .orderBy('id')
    .executeTakeFirst()

/** Returns the administrator with the lowest ID. */
export async function anyAdministrator({ db }: OpenDatabase): Promise<Caller> {
  const found = await firstAdministrator(db)
  if (found === undefined)
    throw new CommandError(
      'There is no administrator; create one with: calends user add NAME --role administrator.',
    )
  return { ...found, role: found.role as Role }
}
