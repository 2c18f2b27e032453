import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { databaseVersionOf } from '../src/store/changes/version-tracker.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { createDatabase } from './postgres.ts'
import { Service, anEvent, testTime, type Json } from './service.ts'

/** A second node on the database of a service. */
async function anotherNode({ database }: Service, settings: Readonly<Record<string, string>> = {}) {
  const config = readConfig({
    environment: { DATABASE_URL: database.url, CALENDS_RATE_LIMIT: 'off', ...settings },
    readFile: () => undefined,
  })
  const own = openDatabase(database.url, { readYourWrites: config.readYourWrites })
  const app = buildApp({ config, database: own, now: () => testTime * 1000 })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    database: own,
    get: async (path: string) => (await (await fetch(`${origin}/cal/events/v1${path}`)).json()) as Json,
    close: async () => {
      await app.close()
      await own.close()
    },
  }
}

type Node = Awaited<ReturnType<typeof anotherNode>>

/** Retries for at most a second: what docs/operating.md promises of other nodes. */
async function withinASecond(holds: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const at = performance.now() - begun
    if (await holds()) return at
    assert.ok(at < 1_000, 'a read that began a second after the write did not see it')
    await pause(10)
  }
}

const isVersionKnown = async ({ database }: Pick<Node, 'database'>) => {
  for (let tries = 0; database.dialect.version() === undefined && tries < 100; tries++) await pause(50)
  assert.notEqual(database.dialect.version(), undefined)
}

const hasServer = process.env.TEST_POSTGRES_URL !== undefined
describe('two nodes on PostgreSQL', hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set' }, () => {
  const service = new Service({}, 'postgres')
  let other: Node
  before(async () => {
    await service.start()
    other = await anotherNode(service)
  })
  after(async () => {
    await other.close()
    await service.stop()
  })

  const create = async (title: string) => (await service.post('/events', anEvent({ title }))).body
  const retitle = (id: number, title: string) => service.patch(`/events/${id}`, { title })
  const titleOn = async (node: Node, id: number) => (await node.get(`/events/${id}`)).title

  test('a node sees its own writes at once, even with cached responses', async () => {
    const { id } = await create('Round 0')
    await isVersionKnown(service)
    for (let round = 1; round <= 20; round++) {
      await service.get(`/events/${id}`)
      await retitle(id, `Round ${round}`)
      assert.equal((await service.get(`/events/${id}`)).body.title, `Round ${round}`)
    }
  })

  test('another node sees each write within a second, even with cached responses', async () => {
    const { id } = await create('Turn 0')
    await isVersionKnown(other)
    for (let turn = 1; turn <= 10; turn++) {
      await titleOn(other, id)
      await retitle(id, `Turn ${turn}`)
      await withinASecond(async () => (await titleOn(other, id)) === `Turn ${turn}`)
    }
  })

  test('responses are cached until the next write', async () => {
    const { id } = await create('Remembered')
    await isVersionKnown(service)
    await service.get(`/events/${id}`)
    await sql`update event_texts set title = 'Behind our back' where id = ${id}`.execute(service.database.db)

    assert.equal((await service.get(`/events/${id}`)).body.title, 'Remembered')
  })

  test('a write without a notification is detected within a second', async () => {
    const { id } = await create('Told')
    await isVersionKnown(other)
    await titleOn(other, id)
    await service.database.db.transaction().execute(async (trx) => {
      await sql`update state set value = value + 1 where name = 'version'`.execute(trx)
      await sql`insert into changes select value, 'events', ${id} from state where name = 'version'`.execute(
        trx,
      )
      await sql`update event_texts set title = 'Untold' where id = ${id}`.execute(trx)
      await sql`delete from event_documents where id = ${id}`.execute(trx)
    })

    await withinASecond(async () => (await titleOn(other, id)) === 'Untold')
  })

  test('a node whose listening connection is cut does not fall behind', async () => {
    const { id } = await create('Cut 0')
    await isVersionKnown(other)
    await titleOn(other, id)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'calends version' and datname = current_database()`.execute(
      service.database.db,
    )
    await retitle(id, 'Cut 1')
    assert.equal((await service.get(`/events/${id}`)).body.title, 'Cut 1')
    await withinASecond(async () => (await titleOn(other, id)) === 'Cut 1')

    await isVersionKnown(other)
    await titleOn(other, id)
    await retitle(id, 'Cut 2')
    await withinASecond(async () => (await titleOn(other, id)) === 'Cut 2')
  })

  test('a write that failed moves nothing', async () => {
    // Of the database, because a connection that was cut before counts in that of the node.
    const version = async () => {
      await isVersionKnown(service)
      return databaseVersionOf(service.database.dialect.version()!)
    }
    const before = await version()
    await service.post('/events', anEvent({ title: '' }))
    await service.post('/tags', { name: 'Lonely' }, { as: 'admin:wrong' })

    assert.equal(await version(), before)
  })

  test('without CALENDS_READ_YOUR_WRITES a write shows within a second', async (t) => {
    const patient = await anotherNode(service, { CALENDS_READ_YOUR_WRITES: 'off' })
    t.after(() => patient.close())
    const { id } = await create('Patience 0')
    await isVersionKnown(patient)
    await titleOn(patient, id)
    await retitle(id, 'Patience 1')

    await withinASecond(async () => (await titleOn(patient, id)) === 'Patience 1')
  })

  test('a write shows within a second although a replica that lacks it is read meanwhile', async (t) => {
    // A database of its own that gets each write from us, so that it lags for as long as we like.
    const replica = new Service({}, 'postgres')
    await replica.start()
    t.after(() => replica.stop())
    const settings = { CALENDS_READ_YOUR_WRITES: 'off', CALENDS_READ_REPLICAS: replica.database.url }
    const primary = new Service(settings, 'postgres')
    await primary.start()
    t.after(() => primary.stop())
    const createOnBoth = async (name: string): Promise<number> => {
      const { body } = await replica.post('/tags', { name })
      assert.equal((await primary.post('/tags', { name })).body.id, body.id)
      return body.id
    }
    const rename = (of: Service, id: number, name: string) => of.patch(`/tags/${id}`, { name })
    const [first, second] = [await createOnBoth('First'), await createOnBoth('Second')]
    const nameOf = async (id: number) =>
      (await primary.get('/tags?hide_empty=false')).body.tags.find((tag: Json) => tag.id === id).name
    const readFor = async (milliseconds: number) => {
      for (const end = performance.now() + milliseconds; performance.now() < end; await pause(20))
        await nameOf(second)
    }
    await isVersionKnown(primary)
    await readFor(1_000)
    assert.notEqual(primary.database.readDatabase(), primary.database.db)

    for (const one of [replica, primary]) await rename(one, first, 'First again')
    await readFor(400)
    await rename(primary, second, 'Second again')
    await readFor(1_000)

    assert.equal(await nameOf(second), 'Second again')
  })
})

describe(
  'two nodes on PostgreSQL with another isolation level',
  hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set' },
  () => {
    for (const level of ['repeatable read', 'serializable'])
      test(`writes of both succeed although the default is ${level}`, async (t) => {
        const service = new Service({}, 'postgres')
        await service.start()
        t.after(() => service.stop())
        const { db, url } = service.database
        const name = new URL(url).pathname.slice(1)
        await sql`alter database ${sql.id(name)} set default_transaction_isolation = ${sql.lit(level)}`.execute(
          db,
        )
        const nodes = [
          new Service({ DATABASE_URL: url }, 'postgres'),
          new Service({ DATABASE_URL: url }, 'postgres'),
        ]
        for (const node of nodes) {
          await node.start()
          t.after(() => node.stop())
        }

        const statuses = new Set<number>()
        const write = async (node: Service) => {
          for (let number = 0; number < 15; number += 1)
            statuses.add(
              (await node.post('/events', anEvent({ title: `Event ${number}`, tags: ['Jazz'] }))).status,
            )
        }
        await Promise.all(nodes.flatMap((node) => [write(node), write(node), write(node)]))

        assert.deepEqual([...statuses], [201])
      })
  },
)

test(
  'calendars in two schemas of a database do not take the writes of each other for theirs',
  hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set' },
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    const inSchema = async (schema: string) => {
      const own = new URL(url)
      own.searchParams.set('options', `-csearch_path=${schema}`)
      const database = openDatabase(own.href)
      t.after(() => database.close())
      await sql`create schema ${sql.id(schema)}`.execute(database.db)
      await migrate(database)
      return database
    }
    const [town, village] = [await inSchema('town'), await inSchema('village')]
    t.after(drop)
    await isVersionKnown({ database: village })
    const before = village.dialect.version()

    const { db, dialect } = town
    for (let write = 0; write < 5; write++)
      await db.transaction().execute((trx) => dialect.incrementVersion(trx))
    await pause(600)

    assert.equal(village.dialect.version(), before)
  },
)
