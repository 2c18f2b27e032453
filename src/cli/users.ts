import type { Db } from '../store/sql/db.ts'
import type { Config } from '../config.ts'
import { recordAudit, type AuditAction } from '../identity/audit-log.ts'
import { passwordLinkUrl } from '../identity/administration-urls.ts'
import { createPasswordLink, type PasswordLink } from '../identity/personal-passwords.ts'
import type { Instant } from '../time/index.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import {
  createApplicationPassword,
  generatePassword,
  storeIssuedPassword,
} from '../identity/application-passwords.ts'
import { createUser, findByName, type NewUser, type User } from '../identity/user-store.ts'
import { now, random } from './clock-and-random.ts'
import { print, tellOperator } from './console.ts'
import { withCurrentDatabase, withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { localOrigin } from './listening.ts'
import { configOf } from './settings.ts'

/** User management by operators, directly in the database. */

export type Options = Readonly<Record<string, unknown>>

type Work = (db: Db) => Promise<void>

export const inDatabase = (options: Options, work: Work): Promise<void> =>
  withFilledDatabase(configOf(options), ({ db }) => work(db))

/** Creates the database if necessary, because users may be added before the first start. */
export const inNewDatabase = (options: Options, work: Work): Promise<void> =>
  withCurrentDatabase(configOf(options), ({ db }) => work(db))

interface Opened {
  readonly username: string
  readonly password: string
  readonly token: string
}

/** Records an action of an operator, who has neither a user account nor an address. */
export const recordByOperator = (
  trx: Trx,
  action: AuditAction,
  { id, username }: Pick<User, 'id' | 'username'>,
): Promise<void> =>
  recordAudit(trx, {
    action,
    by: undefined,
    target: { kind: 'user', id, name: username },
    address: '',
    now: now(),
  })

/** Only the password goes to standard output, so that scripts can read it. */
export function showOpened(opened: Opened, { json }: { json?: boolean }): void {
  if (json) return print(JSON.stringify(opened, undefined, 2))
  tellOperator(`Application password of ${opened.username} (shown only once):`)
  print(opened.password)
}

/** Creates a user and their first application password in one transaction. */
export async function addUser(db: Db, newUser: NewUser, label: string): Promise<Opened> {
  const issued = await generatePassword(random, { name: label }, now())
  const { username } = await inTransaction(db, async (trx) => {
    const user = await createUser(trx, newUser, now())
    await storeIssuedPassword(trx, user.id, issued)
    await recordByOperator(trx, 'user-created', user)
    return user
  })
  return { username, password: issued.password, token: issued.token }
}

export async function addPassword(db: Db, name: string, label: string): Promise<Opened> {
  const user = await userNamed(db, name)
  const { password, token } = await createApplicationPassword(
    db,
    random,
    user.id,
    { name: label },
    now(),
    (trx) => recordByOperator(trx, 'application-password-created', user),
  )
  return { username: user.username, password, token }
}

export async function addPasswordLink(
  db: Db,
  name: string,
  config: Config,
): Promise<{ url: string; expires: Instant }> {
  const link = await newPasswordLink(db, name)
  const site = config.publicUrl ?? localOrigin(config)
  return { url: passwordLinkUrl(site, config.prefix, link), expires: link.expires }
}

export async function newPasswordLink(db: Db, name: string): Promise<PasswordLink> {
  const user = await userNamed(db, name)
  return db.writes.withoutVersionChange(async (trx) => {
    await recordByOperator(trx, 'password-link-created', user)
    return createPasswordLink(trx, random, user.id, now())
  })
}

export async function userNamed(db: Db, name: string): Promise<User> {
  const user = await findByName(db, name)
  if (user === undefined) throw new CommandError(`The user ${name} does not exist.`)
  return user
}
