import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { prepare } from '../store/sql/prepared.ts'
import { askTogether } from '../store/sql/together.ts'
import type { Db } from '../store/sql/db.ts'
import type { ApplicationPasswordTable, Database, UserTable } from '../store/sql/schema.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { userNotFound } from '../errors.ts'
import type { Instant } from '../time/index.ts'
import {
  hashLike,
  hashSecret,
  hashToken,
  matching,
  newPassword,
  newToken,
  newUuid,
  withoutSpaces,
} from './secrets.ts'
import type { RandomBytes } from './secrets.ts'
import { usernameKey } from './usernames.ts'

/** Passwords for programs, and the tokens beside them: a user may have many, each with a name and an end. */

export type ApplicationPassword = Omit<Selectable<ApplicationPasswordTable>, 'password_hash' | 'token_hash'>

export interface Wanted {
  readonly name: string
  readonly expires?: Instant | null
  /** Chosen by somebody; otherwise it is made up. */
  readonly password?: string
}

/** What is kept of a new password, and what is shown of it this once. */
export interface Issued {
  readonly row: Omit<Insertable<ApplicationPasswordTable>, 'user_id'>
  readonly password: string
  readonly token: string
}

const shown = ['uuid', 'user_id', 'name', 'created', 'expires'] as const

export const listApplicationPasswords = (
  db: Kysely<Database>,
  userId: number,
): Promise<ApplicationPassword[]> =>
  db
    .selectFrom('application_passwords')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created')
    .orderBy('uuid')
    .execute()

/** Made before the transaction that keeps it, for hashing takes its time; `like` is a hash whose salt is shared. */
export async function issue(
  random: RandomBytes,
  { name, expires = null, password = newPassword(random) }: Wanted,
  now: Instant,
  like?: string,
): Promise<Issued> {
  const [secret, token] = [withoutSpaces(password), newToken(random)]
  const password_hash = await (like === undefined ? hashSecret(secret) : hashLike(like, secret))
  const row = {
    uuid: newUuid(random),
    name,
    password_hash,
    token_hash: hashToken(token),
    created: now,
    expires,
  }
  return { row, password, token }
}

/** The passwords of one user share a salt: then a try costs one hash however many they have, which tells nobody. */
export async function issueFor(
  db: Kysely<Database>,
  random: RandomBytes,
  userId: number,
  wanted: Wanted,
  now: Instant,
): Promise<Issued> {
  const sibling = await db
    .selectFrom('application_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .executeTakeFirst()
  return issue(random, wanted, now, sibling?.password_hash)
}

export async function keepIssued(
  trx: Transaction<Database>,
  userId: number,
  { row }: Issued,
): Promise<ApplicationPassword> {
  const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw userNotFound()
  return trx
    .insertInto('application_passwords')
    .values({ ...row, user_id: userId })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export async function createApplicationPassword(
  db: Db,
  random: RandomBytes,
  userId: number,
  wanted: Wanted,
  now: Instant,
): Promise<Issued & { readonly kept: ApplicationPassword }> {
  const issued = await issueFor(db, random, userId, wanted, now)
  return { ...issued, kept: await inTransaction(db, (trx) => keepIssued(trx, userId, issued)) }
}

/** Removes those of one name and keeps the new one instead. */
export async function replaceNamed(
  trx: Transaction<Database>,
  userId: number,
  issued: Issued,
): Promise<void> {
  await trx
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .where('name', '=', issued.row.name)
    .execute()
  await keepIssued(trx, userId, issued)
}

/** Removes one and tells what it was; undefined where the user has none of that id. */
export const removeApplicationPassword = (
  db: Db,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword | undefined> =>
  inTransaction(db, (trx) =>
    trx
      .deleteFrom('application_passwords')
      .where('user_id', '=', userId)
      .where('uuid', '=', uuid.toLowerCase())
      .returning(shown)
      .executeTakeFirst(),
  )

/** Passwords that open the door now, each beside its user. */
const valid = (db: Kysely<Database>, now: Instant) =>
  db
    .selectFrom('application_passwords')
    .innerJoin('users', 'users.id', 'application_passwords.user_id')
    .where((eb) =>
      eb.or([eb('application_passwords.expires', 'is', null), eb('application_passwords.expires', '>', now)]),
    )

const caller = ['users.id', 'users.username', 'users.role'] as const

export type Holder = Pick<Selectable<UserTable>, 'id' | 'username' | 'role'>

/** The id of the password that is the right one; finding none takes the same time, whoever the user is. */
export async function verifyApplicationPassword(
  db: Kysely<Database>,
  { username, password }: { username: string; password: string },
  now: Instant,
): Promise<string | undefined> {
  const rows = await valid(db, now)
    .select(['uuid', 'password_hash'])
    .where('username_key', '=', usernameKey(username))
    .execute()
  const hashes = rows.map(({ password_hash }) => password_hash)
  const [match] = await matching(hashes, withoutSpaces(password))
  return rows.find(({ password_hash }) => password_hash === match)?.uuid
}

const heldByPassword = prepare<Holder>((db, [now, uuid, key]) =>
  valid(db, now!).select(caller).where('uuid', '=', uuid!).where('username_key', '=', key!),
)

const heldByToken = prepare<Holder>((db, [now, hash]) =>
  valid(db, now!).select(caller).where('token_hash', '=', hash!),
)

type Held = readonly [now: Instant, uuid: string, key: string]

/** Who sends many requests at a time has the same password in all of them. */
const holders = askTogether<Held, Holder | undefined>((db, all) => {
  const asked = new Map(all.map((held) => [held.join('\n'), held]))
  const found = new Map([...asked].map(([key, held]) => [key, heldByPassword(db, held)]))
  return Promise.all(all.map(async (held) => (await found.get(held.join('\n'))!)[0]))
})

/** Whose password it is, if it is still there and the user still has that name. */
export const holderOf = (
  db: Kysely<Database>,
  uuid: string,
  username: string,
  now: Instant,
): Promise<Holder | undefined> => holders(db, [now, uuid, usernameKey(username)])

export async function holderOfToken(
  db: Kysely<Database>,
  token: string,
  now: Instant,
): Promise<Holder | undefined> {
  const [holder] = await heldByToken(db, [now, hashToken(token)])
  return holder
}
