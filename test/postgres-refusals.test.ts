import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { Service } from './service.ts'

/** A PostgreSQL server that answers, but lets nobody in. */

const server = process.env.TEST_POSTGRES_URL
describe(
  'a PostgreSQL that refuses connections',
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
      const name = new URL(service.database.url).pathname.slice(1)
      assert.deepEqual(await statuses(), available)

      await operator.query(`alter database ${name} allow_connections false`)
      await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        name,
      ])
      // A request may still meet a connection that was just ended.
      await statuses()
      assert.deepEqual(await statuses(), unavailable)
      await operator.query(`alter database ${name} rename to ${name}_moved`)
      assert.deepEqual(await statuses(), unavailable)

      await operator.query(`alter database ${name}_moved rename to ${name}`)
      await operator.query(`alter database ${name} allow_connections true`)
      assert.deepEqual(await statuses(), available)
    })
  },
)
