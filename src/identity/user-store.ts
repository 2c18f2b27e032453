import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { UserTable } from '../store/sql/schema/accounts.ts'
import { countOf } from '../store/sql/count.ts'
import type { Db, Reading } from '../store/sql/db.ts'
import { byCodePoints } from '../store/sql/dialects/dialect.ts'
import type { Paging } from '../resources/listing.ts'
import { selectRows } from '../store/sql/page.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import { maxId } from '../store/sql/ids.ts'
import { ValidationError, invalidParameter, lastAdministrator, userNotFound, userOwns } from '../errors.ts'
import { all, isAmong } from '../resources/conditions.ts'
import { entryTables } from '../resources/kinds.ts'
import { fold, searchable } from '../text/search.ts'
import type { Instant } from '../time/index.ts'
import {
  administratorPassword,
  generatePassword,
  generatePasswordFor,
  replaceByName,
  type IssuedPassword,
} from './application-passwords.ts'
import type { Role } from './roles.ts'
import { findMatchingHashes, withoutSpaces, type RandomBytes } from './secrets.ts'
import { usernameKey } from './usernames.ts'

export type User = Selectable<UserTable>

export interface NewUser {
  readonly username: string
  readonly role: Role
  readonly name?: string | null
  readonly email?: string | null
}

/** Absent fields remain unchanged; null clears. */
type UserChanges = { readonly [Field in keyof NewUser]?: NewUser[Field] | null }

export const findUser = async (db: Reading, id: number): Promise<User | undefined> =>
  id <= maxId ? db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst() : undefined

export const findByName = (db: Reading, username: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst()

export const usernameInUse = () =>
  ValidationError.of('rest_username_taken', 'This username is already in use; choose another one.')

const usernameInUseError = () => invalidParameter('username', usernameInUse())

export async function createUser(
  trx: Trx,
  { username, role, name, email }: NewUser,
  now: Instant,
): Promise<User> {
  const user = await trx
    .insertInto('users')
    .values({
      username,
      username_key: usernameKey(username),
      name: name ?? '',
      email: email ?? '',
      role,
      registered: now,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (user === undefined) throw usernameInUseError()
  return user
}

/** Somebody without a name is called by the username. */
export const displayName = ({ name, username }: Pick<User, 'name' | 'username'>): string =>
  name === '' ? username : name

interface UserQuery extends Paging {
  readonly search?: string | null
  readonly role?: Role | null
}

/**
 * Returns the IDs of users whose username, name or e-mail address contains the text, ignoring case and accents in any
 * script.
 */
async function searchUserIds(db: Reading, search: string): Promise<number[]> {
  const users = await db.selectFrom('users').select(['id', 'username', 'name', 'email']).execute()
  const wanted = fold(search)
  return users
    .filter(({ username, name, email }) =>
      [username, name, email].some((text) => searchable(text).includes(wanted)),
    )
    .map(({ id }) => id)
}

export async function listUsers(
  db: Reading,
  { search, role, ...paging }: UserQuery,
): Promise<{ users: User[]; total: number }> {
  const found = typeof search === 'string' ? [isAmong(sql.ref('id'), await searchUserIds(db, search))] : []
  const matching = db
    .selectFrom('users')
    .where(all([...found, ...(typeof role === 'string' ? [isAmong(sql.ref('role'), [role])] : [])]))
  const ordered = matching.selectAll().orderBy('username_key', byCodePoints(db))
  const { rows, total } = await selectRows(matching, ordered, paging)
  return { users: rows, total }
}

/** At least one administrator must remain, because only administrators can manage users. */
async function requireOtherAdministrator(trx: Trx, { id, role }: User) {
  if (role !== 'administrator') return
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other === undefined) throw lastAdministrator()
}

export async function requireUser(db: Reading, id: number): Promise<User> {
  const user = await findUser(db, id)
  if (user === undefined) throw userNotFound()
  return user
}

/** Merges the fields. Writers wait for each other, so nothing changes between the checks and the write. */
export async function updateUser(trx: Trx, id: number, changes: UserChanges): Promise<User> {
  const previous = await requireUser(trx, id)
  const username = changes.username ?? previous.username
  const holder = await findByName(trx, username)
  if (holder !== undefined && holder.id !== id) throw usernameInUseError()
  const role = changes.role ?? previous.role
  if (role !== 'administrator') await requireOtherAdministrator(trx, previous)
  const name = changes.name === undefined ? previous.name : (changes.name ?? '')
  const email = changes.email === undefined ? previous.email : (changes.email ?? '')
  return trx
    .updateTable('users')
    .set({ username, username_key: usernameKey(username), role, name, email })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const ownedTables = [...entryTables, 'images'] as const

/** Imports run with the permissions of their author, so a schedule would end with a user who leaves. */
const reassignedTables = [...ownedTables, 'imports'] as const

/** Tables whose rows are deleted with the user. */
const accountTables = [
  'application_passwords',
  'user_passwords',
  'password_links',
  'sessions',
  'known_browsers',
] as const

/** Counts the entries and images of a user, including trashed ones. */
export async function countOwned(db: Reading, id: number): Promise<number> {
  const owned = ownedTables.map((table) => countOf(db.selectFrom(table).where('author', '=', id)))
  return (await Promise.all(owned)).reduce((sum, n) => sum + n, 0)
}

/**
 * Transfers what belongs to the user, or fails if there are entries or images and no new owner is given. Returns the
 * deleted user.
 */
export async function removeUser(
  trx: Trx,
  id: number,
  { reassign }: { reassign?: number | null | undefined } = {},
): Promise<User> {
  const previous = await requireUser(trx, id)
  await requireOtherAdministrator(trx, previous)
  if (typeof reassign === 'number') await reassignEntries(trx, id, reassign)
  const count = await countOwned(trx, id)
  if (count > 0) throw userOwns(count)
  for (const table of accountTables) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  await trx.deleteFrom('users').where('id', '=', id).execute()
  return previous
}

export const invalidReassign = () =>
  ValidationError.of('rest_unknown_user', 'Must be the ID of another user, who receives the entries.')

async function reassignEntries(trx: Trx, from: number, to: number) {
  if (from === to || (await findUser(trx, to)) === undefined)
    throw invalidParameter('reassign', invalidReassign())
  for (const table of reassignedTables)
    await trx.updateTable(table).set({ author: to }).where('author', '=', from).execute()
}

interface Administrator {
  readonly name: string
  readonly password: string
}

/** Ensures that the administrator of the settings exists and has the password given there. */
export async function ensureAdministrator(
  db: Db,
  { name: username, password }: Administrator,
  now: Instant,
  random: RandomBytes = randomBytes,
): Promise<void> {
  const known = await findByName(db, username)
  if (known?.role === 'administrator' && (await hasPassword(db, known, password))) return
  const wanted = { name: administratorPassword, password }
  const issued = await (known
    ? generatePasswordFor(db, random, known.id, wanted, now)
    : generatePassword(random, wanted, now))
  await inTransaction(db, (trx) => storeAdministrator(trx, username, issued, now))
}

async function hasPassword(db: Reading, { id }: User, password: string): Promise<boolean> {
  const rows = await db
    .selectFrom('application_passwords')
    .select('password_hash')
    .where('user_id', '=', id)
    .where('name', '=', administratorPassword)
    .where('expires', 'is', null)
    .execute()
  const hashes = rows.map(({ password_hash }) => password_hash)
  return hashes.length === 1 && (await findMatchingHashes(hashes, withoutSpaces(password))).length === 1
}

async function storeAdministrator(trx: Trx, username: string, issued: IssuedPassword, now: Instant) {
  const known = await findByName(trx, username)
  const { id } = known ?? (await createUser(trx, { username, role: 'administrator' }, now))
  await updateUser(trx, id, { role: 'administrator' })
  await replaceByName(trx, id, issued)
}
