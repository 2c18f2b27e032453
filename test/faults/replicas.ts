import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, openDatabase } from '../../src/store/open.ts'
import type { OpenDatabase } from '../../src/store/sql/dialects/dialect.ts'
import { ensureAdministrator } from '../../src/identity/user-store.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Json } from '../service.ts'
import { Server } from './server.ts'

let primary: Server
let standby: Server
let database: OpenDatabase
let origin: string
let close: () => Promise<void>

before(async () => {
  primary = await Server.create()
  standby = await primary.createStandby('replica')
  const environment = {
    DATABASE_URL: primary.url(),
    CALENDS_READ_REPLICAS: standby.url(),
    CALENDS_RATE_LIMIT: 'off',
  }
  const config = readConfig({ environment, readFile: () => undefined })
  database = openDatabase(config.databaseUrl, { replicas: config.readReplicas })
  await migrate(database)
  await ensureAdministrator(database.db, { name: 'admin', password: 'secret' }, 0)
  const app = buildApp({ config, database, now: Date.now })
  origin = `${await app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
  close = () => app.close()
})

after(async () => {
  await close()
  await database.close()
  await standby.remove()
  await primary.remove()
})

const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`

async function write(method: string, path: string, body: object): Promise<Json> {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
  assert.ok(response.ok, `${method} ${path} is answered ${response.status}`)
  return response.json()
}

async function readName(id: number): Promise<string> {
  const response = await fetch(`${origin}/tags/${id}`)
  assert.equal(response.status, 200)
  return ((await response.json()) as Json).name
}

/** Whether reads use the replica, allowing time for detection. */
async function usesReplica(wanted: boolean, milliseconds = 5_000): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(20)) {
    database.dialect.version()
    if ((database.readDatabase() !== database.db) === wanted) return wanted
  }
  return !wanted
}

test('an up-to-date replica serves readers', async () => {
  const { id } = await write('POST', '/tags', { name: 'Jazz' })

  assert.ok(await usesReplica(true))
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(
    database.readDatabase(),
  )
  assert.deepEqual(rows, [{ is: true }])
  assert.equal(await readName(id), 'Jazz')
})

test('writes are visible at once, whether the replica has them or not', async () => {
  const { id } = await write('POST', '/tags', { name: 'Round 0' })
  for (let round = 1; round <= 20; round++) {
    await write('PATCH', `/tags/${id}`, { name: `Round ${round}` })
    assert.equal(await readName(id), `Round ${round}`)
  }
})

test('a lagging replica is skipped and used again later', async () => {
  const { id } = await write('POST', '/tags', { name: 'Before' })
  assert.ok(await usesReplica(true))
  await standby.ask('select pg_wal_replay_pause()')
  await write('PATCH', `/tags/${id}`, { name: 'After' })

  assert.equal(await readName(id), 'After')
  await pause(1_000)
  assert.equal(await usesReplica(false), false)
  assert.equal(await readName(id), 'After')

  await standby.ask('select pg_wal_replay_resume()')
  assert.ok(await usesReplica(true))
  assert.equal(await readName(id), 'After')
})

test('a failed replica is skipped unnoticed, and used again later', async () => {
  const { id } = await write('POST', '/tags', { name: 'Steady' })
  assert.ok(await usesReplica(true))
  const statuses = new Set<number>()
  let isOver = false
  const reading = (async () => {
    for (let count = 0; !isOver && count < 2_000; count++) {
      const response = await fetch(`${origin}/tags?search=steady&per_page=${1 + (count % 100)}`)
      statuses.add(response.status)
      await response.arrayBuffer()
      await pause(5)
    }
  })()

  await standby.stopImmediately()
  await pause(500)
  assert.equal(await usesReplica(false), false)
  assert.equal(await readName(id), 'Steady')
  await standby.start()
  assert.ok(await usesReplica(true))
  isOver = true
  await reading

  assert.deepEqual([...statuses], [200])
})
