import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../src/store/open.ts'
import { anEvent, Service } from './service.ts'

/** A PostgreSQL server that answers, but has other settings or lets nobody in. */

const server = process.env.TEST_POSTGRES_URL
describe(
  'a PostgreSQL that is not as we set it up',
  server === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  () => {
    const service = new Service({}, 'postgres')
    const operator = new pg.Client({ connectionString: server })
    before(async () => {
      await service.start()
      await operator.connect()
    })
    after(async () => {
      await operator.end()
      await service.stop()
    })

    const name = () => new URL(service.database.url).pathname.slice(1)
    /** Returns when they have ended, because a request could still use one that is only about to. */
    const endConnections = () =>
      operator.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
        name(),
      ])

    test('searches find the same, however it reads backslashes', async () => {
      for (const title of ['50% off! x', '50_ off', 'C:\\off'])
        await service.post('/events', anEvent({ title, venue: { venue: title } }))
      await operator.query(`alter database ${name()} set standard_conforming_strings = off`)
      await endConnections()
      // A request may still meet a connection that was just ended.
      await service.get('/tags?search=any')
      for (const [search, total] of Object.entries({ '0% o': 1, '0_ o': 1, 'f! x': 1, 'c:\\o': 1, off: 3 })) {
        const query = `search=${encodeURIComponent(`"${search}"`)}`
        for (const path of [`/events?${query}`, `/events?${query}&orderby=relevance`, `/venues?${query}`])
          assert.equal((await service.get(path)).body.total, total, path)
      }
      await operator.query(`alter database ${name()} reset standard_conforming_strings`)
      await endConnections()
      await service.get('/tags?search=other')
    })

    test('statements wait for each other if the server allows fewer connections than the pool wants', async (t) => {
      const role = `few_${name()}`
      await operator.query(`create role ${role} login connection limit 2 password 'few'`)
      const url = Object.assign(new URL(service.database.url), { username: role, password: 'few' })
      const told: string[] = []
      const database = openDatabase(url.href, { pool: 10, tell: (text) => told.push(text) })
      t.after(async () => {
        await database.close()
        await operator.query(`drop role ${role}`)
      })

      const sleeping = Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(database.db))

      assert.equal((await Promise.all(sleeping)).length, 12)
      assert.match(
        told.join('\n'),
        /^The server allows fewer than 10 connections, .*CALENDS_DATABASE_POOL[^\n]*$/,
      )
    })

    let asked = 0
    async function statuses() {
      asked += 1
      const replies = [
        await service.get(`/tags?search=${asked}`),
        await service.post('/tags', { name: `Tag ${asked}` }),
      ]
      return replies.map(({ status, headers }) => [status, headers.get('retry-after')])
    }
    const unavailable = [
      [503, '1'],
      [503, '1'],
    ]
    const available = [
      [200, null],
      [201, null],
    ]

    test('requests get 503, whatever the reason, and succeed when it lets the service in again', async () => {
      assert.deepEqual(await statuses(), available)

      await operator.query(`alter database ${name()} allow_connections false`)
      await endConnections()
      // A request may still meet a connection that was just ended.
      await statuses()
      assert.deepEqual(await statuses(), unavailable)
      await operator.query(`alter database ${name()} rename to ${name()}_moved`)
      assert.deepEqual(await statuses(), unavailable)

      await operator.query(`alter database ${name()}_moved rename to ${name()}`)
      await operator.query(`alter database ${name()} allow_connections true`)
      assert.deepEqual(await statuses(), available)

      // Its connections take on a role that may do nothing.
      await operator.query(`alter database ${name()} set role = pg_monitor`)
      await endConnections()
      await statuses()
      assert.deepEqual(await statuses(), unavailable)

      await operator.query(`alter database ${name()} reset role`)
      await endConnections()
      await statuses()
      assert.deepEqual(await statuses(), available)
    })
  },
)
