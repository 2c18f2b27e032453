import { createPasswordUses } from './password-uses.ts'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { migrate, openDatabase } from '../store/open.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import type { HttpProblem } from '../errors.ts'
import { createLimits } from '../server/limits/rate-limit.ts'
import {
  createApplicationPassword,
  removeApplicationPassword,
  type NewApplicationPassword,
} from './application-passwords.ts'
import { createCredentialVerifier } from './credential-verifier.ts'
import { createUser, removeUser, updateUser } from './user-store.ts'

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const incorrect = (problem: HttpProblem) => problem.code === 'incorrect_credentials' && problem.status === 401
const limited = (problem: HttpProblem) =>
  problem.code === 'rest_too_many_requests' && Number(problem.headers['retry-after']) >= 1

async function start() {
  const database = openDatabase('sqlite::memory:')
  await migrate(database)
  after(() => database.close())
  const { db } = database
  const clock = { now: 1_795_262_400 }
  const now = () => clock.now
  const limits = createLimits({ now: () => clock.now * 1000, enabled: true })
  const credentialVerifier = createCredentialVerifier({
    db,
    now,
    limits,
    random: randomBytes,
    uses: createPasswordUses(),
  })
  const { id } = await inTransaction(db, (trx) => createUser(trx, { username: 'Ann', role: 'author' }, now()))
  const issue = (wanted: Partial<NewApplicationPassword> = {}) =>
    createApplicationPassword(db, randomBytes, id, { name: 'Phone', ...wanted }, now())
  const verify = async (authorization: string | undefined, address = '192.0.2.1') =>
    (await credentialVerifier.verify({ authorization, address }))?.caller
  const fail = async (times: number, username = 'ann', address = '192.0.2.1') => {
    for (let time = 0; time < times; time += 1)
      await assert.rejects(verify(basic(username, `wrong ${time}`), address), incorrect)
  }
  return { db, clock, credentialVerifier, id, issue, verify, fail }
}

test('a request without credentials is anonymous', async () => {
  const { verify } = await start()

  assert.equal(await verify(undefined), undefined)
})

test('each password of a user is accepted, with or without spaces', async () => {
  const { id, issue, verify } = await start()
  const [made, chosen] = [await issue(), await issue({ password: 'grüne Wiese' })]

  for (const authorization of [
    basic('Ann', made.password),
    basic('aNN', made.password.replaceAll(' ', '')),
    basic('ann', chosen.password),
    basic('ann', 'gru\u0308neWiese'),
  ])
    assert.deepEqual(await verify(authorization), { id, username: 'Ann', role: 'author' })
})

test('the token of a password is accepted too', async () => {
  const { id, issue, verify } = await start()
  const { token } = await issue()

  assert.deepEqual(await verify(`Bearer ${token}`), { id, username: 'Ann', role: 'author' })
})

test('incorrect and malformed credentials get the same response', async () => {
  const { issue, verify } = await start()
  const { password, token } = await issue()

  for (const authorization of [
    basic('ann', 'wrong'),
    basic('nobody', password),
    basic('ann', token),
    `Bearer ${password.replaceAll(' ', '')}`,
    `Bearer ${token}x`,
    'Basic %',
    'Digest x',
    'Basic',
    '',
  ])
    await assert.rejects(verify(authorization), incorrect)
})

test('malformed credentials count as wrong ones', async () => {
  const { issue, verify } = await start()
  const { password, token } = await issue()
  for (let time = 0; time < 20; time += 1)
    await assert.rejects(verify(time % 2 === 0 ? 'Basic %' : 'Digest x'), incorrect)

  await assert.rejects(verify('Basic'), limited)
  await assert.rejects(verify(basic('ann', password)), limited)
  assert.equal((await verify(`Bearer ${token}`))?.username, 'Ann')
})

test('an expired password and its token are rejected, cached or not', async () => {
  const { clock, issue, verify } = await start()
  const { password, token } = await issue({ expires: clock.now + 30 })
  await verify(basic('ann', password))
  await verify(`Bearer ${token}`)

  clock.now += 30

  await assert.rejects(verify(basic('ann', password)), incorrect)
  await assert.rejects(verify(`Bearer ${token}`), incorrect)
})

test('changed roles, changed names and deleted passwords take effect at once', async () => {
  const { db, id, issue, verify } = await start()
  const [first, second] = [await issue(), await issue()]
  await verify(basic('ann', first.password))
  await verify(basic('ann', second.password))

  await inTransaction(db, (trx) => updateUser(trx, id, { role: 'editor' }))
  assert.equal((await verify(basic('ann', first.password)))?.role, 'editor')

  await inTransaction(db, (trx) => removeApplicationPassword(trx, id, first.stored.uuid))
  await assert.rejects(verify(basic('ann', first.password)), incorrect)
  await assert.rejects(verify(`Bearer ${first.token}`), incorrect)

  await inTransaction(db, (trx) => updateUser(trx, id, { username: 'Anna' }))
  await assert.rejects(verify(basic('ann', second.password)), incorrect)
  assert.equal((await verify(basic('anna', second.password)))?.username, 'Anna')

  await inTransaction(db, (trx) => removeUser(trx, id))
  await assert.rejects(verify(basic('anna', second.password)), incorrect)
})

test('an unknown role gives no permissions', async () => {
  const { db, issue, verify } = await start()
  const { token } = await issue()
  await db.updateTable('users').set({ role: 'overlord' }).execute()

  assert.equal((await verify(`Bearer ${token}`))?.role, 'subscriber')
})

test('verified credentials are cached for a minute, unless the cache is cleared', async () => {
  const { clock, credentialVerifier, issue, verify } = await start()
  const authorization = basic('ann', (await issue()).password)
  const time = async () => {
    const begin = performance.now()
    await verify(authorization)
    return performance.now() - begin
  }
  const first = await time()
  const again = Math.min(await time(), await time(), await time())
  credentialVerifier.clearCache()
  const forgotten = await time()
  clock.now += 60
  const later = await time()

  for (const slow of [first, forgotten, later]) assert.ok(slow > 2 * again, `${slow} ms against ${again} ms`)
})

test('concurrent requests with the same header are one attempt', async () => {
  const { verify, fail } = await start()

  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => verify(basic('ann', 'wrong'))))

  assert.ok(tries.every((one) => one.status === 'rejected' && incorrect(one.reason as HttpProblem)))
  await fail(19)
  await assert.rejects(verify(basic('ann', 'once more')), limited)
})

test('after 20 wrong passwords in a minute, the correct one has to wait', async () => {
  const { clock, issue, verify, fail } = await start()
  const { password } = await issue()
  await fail(20)

  await assert.rejects(verify(basic('ann', 'wrong')), limited)
  await assert.rejects(verify(basic('ann', password)), limited)
  clock.now += 60
  assert.equal((await verify(basic('ann', password)))?.username, 'Ann')
})

test('recently verified users are not locked out by the attempts of others', async () => {
  const { clock, issue, verify, fail } = await start()
  const { password } = await issue()
  await verify(basic('ann', password))
  await fail(20)

  assert.equal((await verify(basic('ann', password)))?.username, 'Ann')
  clock.now += 59
  assert.equal((await verify(basic('ann', password)))?.username, 'Ann')
})

test('wrong passwords do not lock out other clients', async () => {
  const { issue, verify, fail } = await start()
  const { password } = await issue()
  for (let host = 1; host <= 10; host += 1) await fail(10, 'ANN', `198.51.100.${host}`)

  assert.equal((await verify(basic('ann', password), '203.0.113.5'))?.username, 'Ann')
})

test('wrong passwords count for the address, whatever the account', async () => {
  const { issue, verify, fail } = await start()
  const { password } = await issue()
  for (let user = 1; user <= 10; user += 1) await fail(2, `user${user}`)

  await assert.rejects(verify(basic('ann', password)), limited)
  assert.equal((await verify(basic('ann', password), '192.0.2.2'))?.username, 'Ann')
})

test('concurrent attempts gain nothing: over the limit, correct and incorrect passwords get the same response', async () => {
  const { issue, verify } = await start()
  const { password } = await issue()
  const guesses = [...Array.from({ length: 30 }, (_, index) => `wrong ${index}`), password]

  const tries = await Promise.allSettled(guesses.map((guess) => verify(basic('ann', guess))))
  const statuses = tries.map((one) => (one.status === 'rejected' ? (one.reason as HttpProblem).status : 200))

  assert.equal(statuses.filter((status) => status === 401).length, 20)
  assert.equal(statuses.filter((status) => status === 429).length, 11)
})
