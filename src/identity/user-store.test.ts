import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { migrate, openDatabase } from '../store/open.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { createDatabase } from '../../test/postgres.ts'
import type { HttpProblem } from '../errors.ts'
import {
  createApplicationPassword,
  listApplicationPasswords,
  verifyApplicationPassword,
} from './application-passwords.ts'
import type { Role } from './roles.ts'
import {
  countOwned,
  createUser,
  ensureAdministrator,
  findByName,
  findUser,
  listUsers,
  removeUser,
  updateUser,
} from './user-store.ts'

const now = 1_795_262_400

async function start(url = 'sqlite::memory:') {
  const database = openDatabase(url)
  await migrate(database)
  after(() => database.close())
  const { db } = database
  const add = (username: string, role: Role = 'author', more: { name?: string; email?: string } = {}) =>
    inTransaction(db, (trx) => createUser(trx, { username, role, ...more }, now))
  const update = (id: number, changes: Parameters<typeof updateUser>[2]) =>
    inTransaction(db, (trx) => updateUser(trx, id, changes))
  const remove = (id: number, reassign?: number) =>
    inTransaction(db, (trx) => removeUser(trx, id, { reassign }))
  const addVenue = (author: number, id = 1) =>
    db
      .insertInto('venues')
      .values({
        id,
        author,
        original_language: 'en',
        languages: ' en ',
        status: 'trash',
        date: now,
        modified: now,
        image: null,
        zip: null,
        phone: null,
        show_map: 1,
        show_map_link: 1,
        geo_lat: null,
        geo_lng: null,
      })
      .execute()
  return { db, add, update, remove, addVenue }
}

const refused =
  (code: string, status = 409) =>
  (problem: HttpProblem) =>
    problem.code === code && problem.status === status

test('a user is found by id, and by name in any case', async () => {
  const { db, add } = await start()
  const { id } = await add('Ann', 'editor', { name: 'Ann Example', email: 'ann@example.org' })

  assert.deepEqual(await findUser(db, id), {
    id,
    username: 'Ann',
    username_key: 'ann',
    name: 'Ann Example',
    email: 'ann@example.org',
    role: 'editor',
    registered: now,
  })
  assert.equal((await findByName(db, 'aNN'))?.id, id)
  assert.equal(await findUser(db, 2 ** 60), undefined)
})

test('two usernames must not differ only in case', async () => {
  const { add, update } = await start()
  await add('ann')
  const { id } = await add('bob')

  await assert.rejects(add('ANN'), refused('rest_invalid_param', 400))
  await assert.rejects(update(id, { username: 'ANN' }), refused('rest_invalid_param', 400))
  assert.equal((await update(id, { username: 'BOB' })).username, 'BOB')
})

test('an update merges: absent fields remain, null clears', async () => {
  const { add, update } = await start()
  const { id } = await add('ann', 'author', { name: 'Ann', email: 'ann@example.org' })

  const updated = await update(id, { email: null, role: 'editor' })

  assert.deepEqual([updated.name, updated.email, updated.role], ['Ann', '', 'editor'])
})

test('users are searched in any script without case and accents, narrowed by role, and paged', async () => {
  const { db, add } = await start()
  await add('carl', 'author', { email: 'emile@example.org' })
  await add('Bea', 'editor', { name: 'Béatrice Ångström' })
  await add('ann', 'author', { name: 'Αθήνα' })
  const names = async (query: Partial<Parameters<typeof listUsers>[1]>) => {
    const { users, total } = await listUsers(db, { page: 1, perPage: 2, ...query })
    return [users.map(({ username }) => username), total]
  }

  assert.deepEqual(await names({}), [['ann', 'Bea'], 3])
  assert.deepEqual(await names({ page: 2 }), [['carl'], 3])
  assert.deepEqual(await names({ page: 3 }), [[], 3])
  assert.deepEqual(await names({ role: 'author' }), [['ann', 'carl'], 2])
  assert.deepEqual(await names({ search: 'ANGSTROM' }), [['Bea'], 1])
  assert.deepEqual(await names({ search: 'ΑΘΗΝΑ' }), [['ann'], 1])
  assert.deepEqual(await names({ search: 'emile', role: 'editor' }), [[], 0])
})

test('a user with entries is deleted only with reassign', async () => {
  const { db, add, remove, addVenue } = await start()
  const [ann, bob] = [await add('ann'), await add('bob')]
  await addVenue(ann.id)

  await assert.rejects(remove(ann.id), refused('user-owns-content'))
  await assert.rejects(remove(ann.id, ann.id), refused('rest_invalid_param', 400))
  await assert.rejects(remove(ann.id, 99), refused('rest_invalid_param', 400))
  assert.equal((await remove(ann.id, bob.id)).username, 'ann')

  assert.equal(await findUser(db, ann.id), undefined)
  assert.equal(await countOwned(db, bob.id), 1)
  await assert.rejects(remove(ann.id), refused('rest-user-not-found', 404))
})

test('the last administrator can neither be deleted nor demoted', async () => {
  const { add, update, remove } = await start()
  const [ann, bob] = [await add('ann', 'administrator'), await add('bob')]

  await assert.rejects(remove(ann.id), refused('last-administrator'))
  await assert.rejects(update(ann.id, { role: 'editor' }), refused('last-administrator'))
  await update(bob.id, { role: 'administrator' })

  assert.equal((await update(ann.id, { role: 'editor' })).role, 'editor')
  await assert.rejects(remove(bob.id), refused('last-administrator'))
})

test('the administrator of the settings is created once and can sign in', async () => {
  const { db } = await start()
  for (let starts = 0; starts < 3; starts += 1)
    await ensureAdministrator(db, { name: 'Root', password: 'let me in' }, now + starts)

  const user = await findByName(db, 'root')
  const passwords = await listApplicationPasswords(db, user!.id)

  assert.equal(user!.role, 'administrator')
  assert.deepEqual(
    passwords.map(({ name, created }) => [name, created]),
    [['CALENDS_ADMIN', now]],
  )
  assert.equal(
    await verifyApplicationPassword(db, { username: 'ROOT', password: 'letmein' }, now),
    passwords[0]!.uuid,
  )
})

test('another password in the settings replaces only the previous one', async () => {
  const { db, add } = await start()
  const { id } = await add('root', 'subscriber')
  await ensureAdministrator(db, { name: 'root', password: 'former' }, now, randomBytes)
  await ensureAdministrator(db, { name: 'root', password: 'new' }, now, randomBytes)
  const opens = async (password: string) =>
    (await verifyApplicationPassword(db, { username: 'root', password }, now)) !== undefined

  assert.deepEqual([await opens('former'), await opens('new')], [false, true])
  assert.equal((await findUser(db, id))?.role, 'administrator')
  assert.equal((await listApplicationPasswords(db, id)).length, 1)
})

const server = process.env.TEST_POSTGRES_URL

test(
  'users and their passwords have the same order whatever the locale of the database',
  { skip: server === undefined && 'TEST_POSTGRES_URL is not set' },
  async () => {
    const { url, drop } = await createDatabase(server!, { locale: 'en-US' })
    after(drop)
    const { db, add } = await start(url)
    const owner = await add('a_c')
    for (const username of ['ab', 'a-d', 'a.e']) await add(username)
    for (const name of ['b', 'a', 'B'])
      await createApplicationPassword(db, randomBytes, owner.id, { name }, now)

    const { users } = await listUsers(db, { page: 1, perPage: 9 })
    const passwords = await listApplicationPasswords(db, owner.id)

    assert.deepEqual(
      users.map(({ username }) => username),
      ['a-d', 'a.e', 'a_c', 'ab'],
    )
    assert.deepEqual(
      passwords.map(({ name }) => name),
      ['B', 'a', 'b'],
    )
  },
)
