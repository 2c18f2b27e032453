import type { Insertable, Kysely, Selectable } from 'kysely'
import { prepare } from '../store/sql/prepared-queries.ts'
import { batchQueries } from '../store/sql/query-batcher.ts'
import type { Db } from '../store/sql/db.ts'
import { byCodePoints } from '../store/sql/dialects/dialect.ts'
import type { Database } from '../store/sql/schema.ts'
import type { ApplicationPasswordTable, UserTable } from '../store/sql/schema/accounts.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import { invalidParameter, userNotFound, ValidationError } from '../errors.ts'
import type { Instant } from '../time/index.ts'
import {
  hashWithSameSalt,
  hashSecret,
  hashToken,
  findMatchingHashes,
  newPassword,
  newToken,
  newUuid,
  withoutSpaces,
} from './secrets.ts'
import type { RandomBytes } from './secrets.ts'
import { usernameKey } from './usernames.ts'

/** Passwords and tokens for programs: a user may have several, each with a name and an expiry date. */

/** The name of the application password that is set by CALENDS_ADMIN. It also signs in, so nobody can give it to another. */
export const administratorPassword = 'CALENDS_ADMIN'

const reservedName = () =>
  invalidParameter(
    'name',
    ValidationError.of('rest_reserved_name', 'This name belongs to the password of the settings.'),
  )

export type ApplicationPassword = Omit<Selectable<ApplicationPasswordTable>, 'password_hash' | 'token_hash'>

export interface NewApplicationPassword {
  readonly name: string
  readonly expires?: Instant | null
  /** Generated if absent. */
  readonly password?: string
}

/** The stored row of a new password, and the secrets that are shown only once. */
export interface IssuedPassword {
  readonly row: Omit<Insertable<ApplicationPasswordTable>, 'user_id'>
  readonly password: string
  readonly token: string
}

const publicColumns = ['uuid', 'user_id', 'name', 'created', 'expires', 'last_used'] as const

export const listApplicationPasswords = (
  db: Kysely<Database>,
  userId: number,
): Promise<ApplicationPassword[]> =>
  db
    .selectFrom('application_passwords')
    .select(publicColumns)
    .where('user_id', '=', userId)
    .orderBy('created')
    .orderBy('name', byCodePoints(db))
    .orderBy('uuid')
    .execute()

/**
 * Called before the transaction that stores the password, because hashing takes time; `saltSource` is a hash whose
 * salt is reused.
 */
export async function generatePassword(
  random: RandomBytes,
  { name, expires = null, password = newPassword(random) }: NewApplicationPassword,
  now: Instant,
  saltSource?: string,
): Promise<IssuedPassword> {
  const [secret, token] = [withoutSpaces(password), newToken(random)]
  const password_hash = await (saltSource === undefined
    ? hashSecret(secret)
    : hashWithSameSalt(saltSource, secret))
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

/**
 * All passwords of a user share one salt, so that a login attempt computes one hash regardless of their number and
 * the response time reveals nothing.
 */
export async function generatePasswordFor(
  db: Kysely<Database>,
  random: RandomBytes,
  userId: number,
  wanted: NewApplicationPassword,
  now: Instant,
): Promise<IssuedPassword> {
  const sibling = await db
    .selectFrom('application_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .executeTakeFirst()
  return generatePassword(random, wanted, now, sibling?.password_hash)
}

export async function storeIssuedPassword(
  trx: Trx,
  userId: number,
  { row }: IssuedPassword,
): Promise<ApplicationPassword> {
  const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw userNotFound()
  return trx
    .insertInto('application_passwords')
    .values({ ...row, user_id: userId })
    .returning(publicColumns)
    .executeTakeFirstOrThrow()
}

/** Throws if the name is that of the password of the settings. */
export async function createApplicationPassword(
  db: Db,
  random: RandomBytes,
  userId: number,
  wanted: NewApplicationPassword,
  now: Instant,
  /** Runs in the same transaction, to write an audit entry for example; `uuid` is that of the new password. */
  alongside: (trx: Trx, uuid: string) => Promise<void> = () => Promise.resolve(),
): Promise<IssuedPassword & { readonly stored: ApplicationPassword }> {
  if (wanted.name === administratorPassword) throw reservedName()
  const issued = await generatePasswordFor(db, random, userId, wanted, now)
  const stored = await inTransaction(db, async (trx) => {
    await alongside(trx, issued.row.uuid)
    return storeIssuedPassword(trx, userId, issued)
  })
  return { ...issued, stored }
}

/** Replaces all passwords with the same name by the new one. */
export async function replaceByName(trx: Trx, userId: number, issued: IssuedPassword): Promise<void> {
  await trx
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .where('name', '=', issued.row.name)
    .execute()
  await storeIssuedPassword(trx, userId, issued)
}

/** Deletes and returns a password; undefined if the user has none with that ID. */
export const removeApplicationPassword = (
  trx: Trx,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword | undefined> =>
  trx
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .where('uuid', '=', uuid.toLowerCase())
    .returning(publicColumns)
    .executeTakeFirst()

/** Unexpired passwords, joined with their users. */
const unexpiredPasswords = (db: Kysely<Database>, now: Instant) =>
  db
    .selectFrom('application_passwords')
    .innerJoin('users', 'users.id', 'application_passwords.user_id')
    .where((eb) =>
      eb.or([eb('application_passwords.expires', 'is', null), eb('application_passwords.expires', '>', now)]),
    )

const owner = ['users.id', 'users.username', 'users.role', 'application_passwords.uuid'] as const

/** A user and the UUID of one of the user's passwords. */
export type PasswordOwner = Pick<Selectable<UserTable>, 'id' | 'username' | 'role'> & {
  readonly uuid: string
}

/** Returns the UUID of the matching password. Takes the same time if there is none, whether or not the user exists. */
export async function verifyApplicationPassword(
  db: Kysely<Database>,
  { username, password }: { username: string; password: string },
  now: Instant,
): Promise<string | undefined> {
  const rows = await unexpiredPasswords(db, now)
    .select(['uuid', 'password_hash'])
    .where('username_key', '=', usernameKey(username))
    .execute()
  const hashes = rows.map(({ password_hash }) => password_hash)
  const [match] = await findMatchingHashes(hashes, withoutSpaces(password))
  return rows.find(({ password_hash }) => password_hash === match)?.uuid
}

const ownerByPassword = prepare<PasswordOwner>((db, [now, uuid, key]) =>
  unexpiredPasswords(db, now!).select(owner).where('uuid', '=', uuid!).where('username_key', '=', key!),
)

const ownerByToken = prepare<PasswordOwner>((db, [now, hash]) =>
  unexpiredPasswords(db, now!).select(owner).where('token_hash', '=', hash!),
)

type OwnerQuery = readonly [now: Instant, uuid: string, key: string]

/** Groups equal queries, because concurrent requests of one client use the same password. */
const ownersByPassword = batchQueries<OwnerQuery, PasswordOwner | undefined>((db, all) => {
  const distinct = new Map(all.map((query) => [query.join('\n'), query]))
  const found = new Map([...distinct].map(([key, query]) => [key, ownerByPassword(db, query)]))
  return Promise.all(all.map(async (query) => (await found.get(query.join('\n'))!)[0]))
})

/** Returns the owner of a password, if it still exists, has not expired, and the user still has that name. */
export const findOwner = (
  db: Kysely<Database>,
  uuid: string,
  username: string,
  now: Instant,
): Promise<PasswordOwner | undefined> => ownersByPassword(db, [now, uuid, usernameKey(username)])

export async function findTokenOwner(
  db: Kysely<Database>,
  token: string,
  now: Instant,
): Promise<PasswordOwner | undefined> {
  const [holder] = await ownerByToken(db, [now, hashToken(token)])
  return holder
}
