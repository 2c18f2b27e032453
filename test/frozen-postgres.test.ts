import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { freeze, startPostgres, type PostgresServer } from './postgres.ts'
import { Program } from './program.ts'

/** A server whose processes are stopped, which neither answers nor closes a connection. */

const hasServer = process.env.TEST_POSTGRES_URL !== undefined
describe('a frozen PostgreSQL', hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set' }, () => {
  let server: PostgresServer
  before(async () => {
    server = await startPostgres()
    const database = openDatabase(server.url)
    await migrate(database)
    await database.close()
  })
  after(() => server.stop())

  const tags = (base: string, search: string) => fetch(`${base}/tags?hide_empty=0&search=${search}`)
  const statusesOf = async (base: string, ...searches: string[]) =>
    (await Promise.all(searches.map((search) => tags(base, search)))).map(({ status }) => status)

  test('requests receive 503 soon after the statement timeout, and their connections are replaced', async (t) => {
    const config = readConfig({
      environment: { DATABASE_URL: server.url, CALENDS_RATE_LIMIT: 'off' },
      readFile: () => undefined,
    })
    const database = openDatabase(server.url, { pool: 2, statementTimeoutMs: 100 })
    const app = buildApp({ config, database, now: Date.now })
    t.after(async () => {
      await app.close()
      await database.close()
    })
    const base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
    assert.deepEqual(await statusesOf(base, 'a', 'b'), [200, 200])

    const thaw = await freeze(server.url)
    t.after(thaw)
    const begun = performance.now()
    assert.deepEqual(await statusesOf(base, 'c', 'd', 'e'), [503, 503, 503])
    assert.ok(performance.now() - begun < 10_000)

    thaw()
    assert.deepEqual(await statusesOf(base, 'f', 'g', 'h'), [200, 200, 200])
  })

  for (const workers of ['1', '2'])
    test(`metrics of ${workers} processes are there within seconds, without those of the database`, async (t) => {
      const program = new Program()
      t.after(() => program.remove())
      const settings = { DATABASE_URL: server.url, CALENDS_ADMIN: 'admin:secret', CALENDS_WORKERS: workers }
      const run = program.start(['serve'], settings)
      t.after(() => run.kill('SIGKILL'))
      const [, base = ''] = await run.says(/ listening at (\S+)\n/)
      // A connection that the start is still opening would not be frozen.
      await pause(1_000)
      const thaw = await freeze(server.url)
      t.after(thaw)

      const begun = performance.now()
      const response = await fetch(new URL('/metrics', base))
      const text = await response.text()
      assert.equal(response.status, 200)
      assert.ok(performance.now() - begun < 5_000)
      assert.match(text, /^process_cpu/m)
      assert.doesNotMatch(text, /^calends_(?:events|database_size_bytes)\b/m)
    })

  test('SIGTERM ends the service, and the request that was cut is logged without a status', async (t) => {
    const program = new Program()
    t.after(() => program.remove())
    const run = program.start(['serve'], { DATABASE_URL: server.url, CALENDS_ADMIN: 'admin:secret' })
    t.after(() => run.kill('SIGKILL'))
    const [, base = ''] = await run.says(/ listening at (\S+)\n/)
    assert.equal((await tags(base, 'first')).status, 200)

    const thaw = await freeze(server.url)
    t.after(thaw)
    const cut = assert.rejects(tags(base, 'cut'))
    await pause(200)
    const begun = performance.now()
    run.kill('SIGTERM')
    const { code, stdout } = await run.outcome()

    assert.equal(code, 1)
    assert.ok(performance.now() - begun < 20_000)
    await cut
    assert.match(stdout, /"path":"[^"]*search=cut","status":0,/)
    assert.match(stdout, /the database has not answered/)
  })
})
