import type { Kysely } from 'kysely'
import type { Database } from '../store/sql/schema.ts'
import type { Db } from '../store/sql/db.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { createApplicationPassword, issue, keepIssued } from '../identity/application-passwords.ts'
import { createUser, findByName, type NewUser, type User } from '../identity/users.ts'
import { now, random } from './chance.ts'
import { CommandProblem } from './problem.ts'

/** What operators do to users, without asking the service. */

export interface Opened {
  readonly username: string
  readonly password: string
  readonly token: string
}

/** A user and their first application password, both or neither. */
export async function addUser(db: Db, wanted: NewUser, label: string): Promise<Opened> {
  const issued = await issue(random, { name: label }, now())
  const { username } = await inTransaction(db, async (trx) => {
    const user = await createUser(trx, wanted, now())
    await keepIssued(trx, user.id, issued)
    return user
  })
  return { username, password: issued.password, token: issued.token }
}

export async function addPassword(db: Db, name: string, label: string): Promise<Opened> {
  const { id, username } = await userNamed(db, name)
  const { password, token } = await createApplicationPassword(db, random, id, { name: label }, now())
  return { username, password, token }
}

export async function userNamed(db: Kysely<Database>, name: string): Promise<User> {
  const user = await findByName(db, name)
  if (user === undefined) throw new CommandProblem(`There is no user ${name}.`)
  return user
}
