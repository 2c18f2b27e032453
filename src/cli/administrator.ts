import type { Config } from '../config.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { ensureAdministrator } from '../identity/users.ts'
import type { Caller, Role } from '../identity/roles.ts'
import { now, random } from './chance.ts'
import { tellOperator } from './console.ts'
import { CommandProblem } from './problem.ts'
import { addUser } from './users.ts'

const firstName = 'admin'

export interface FirstAdministrator {
  readonly name: string
  readonly password: string
}

/**
 * Somebody must be able to sign in: the administrator of the settings, or else, where there is no user at all, one
 * with a new password, which is returned and shown this once.
 */
export async function letAdministratorIn(
  { admin }: Config,
  { db }: OpenDatabase,
): Promise<FirstAdministrator | undefined> {
  if (admin !== undefined) {
    await ensureAdministrator(db, admin, now(), random)
    return undefined
  }
  if ((await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined) return undefined
  const { password } = await addUser(db, { username: firstName, role: 'administrator' }, 'first password')
  tellOperator(`The first administrator is ${firstName}, with this application password, shown this once:`)
  tellOperator(`  ${password}`)
  return { name: firstName, password }
}

/** The one who was there first. */
export async function anyAdministrator({ db }: OpenDatabase): Promise<Caller> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('role', '=', 'administrator')
    .orderBy('id')
    .executeTakeFirst()
  if (found === undefined)
    throw new CommandProblem(
      'There is no administrator; calends user add NAME --role administrator makes one.',
    )
  return { ...found, role: found.role as Role }
}
