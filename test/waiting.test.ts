import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Switch } from './faults/server.ts'
import { freePort } from './free-port.ts'
import { createDatabase } from './postgres.ts'
import { Program } from './program.ts'

const server = process.env.TEST_POSTGRES_URL
const needsServer = server === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {}

const at = (url: string, port: number) => Object.assign(new URL(url), { port }).href

test('the start waits for an unavailable database, and reports it', needsServer, async (t) => {
  const { url, drop } = await createDatabase(server!)
  t.after(drop)
  const program = new Program()
  t.after(() => program.remove())
  const port = await freePort()
  const run = program.start(['serve'], { DATABASE_URL: at(url, port), CALENDS_ADMIN: 'admin:secret' })
  await run.says(/is not available yet \(connection refused\); waiting up to 60 seconds\./)
  const address = new Switch(Number(new URL(url).port))
  await address.listen(port)
  t.after(() => address.close())

  await run.says(/The database is available\.\n.*listening at/s)
  run.kill('SIGTERM')
  assert.equal((await run.outcome()).code, 0)
})

/** Makes a program the first process, as that of a container is. */
const [unshare, ...namespace] = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const needsNamespace =
  spawnSync(unshare!, [...namespace, 'true']).status === 0 ? {} : { skip: 'no process namespace can be made' }

test('the first process of a container can be stopped while it waits', needsNamespace, async (t) => {
  const program = new Program([unshare!, ...namespace])
  t.after(() => program.remove())
  const run = program.start(['serve', '--database-wait', '20'], {
    DATABASE_URL: `postgres://me:hush@127.0.0.1:${await freePort()}/x`,
  })
  await run.says(/waiting up to 20 seconds/)
  const launcher = run.child.pid!
  const first = readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').trim()

  process.kill(Number(first), 'SIGTERM')

  assert.equal((await run.outcome()).code, 143)
})

test('a database that does not come is not waited for longer than was set', async (t) => {
  const program = new Program()
  t.after(() => program.remove())
  const { code, stderr } = await program.run(['serve', '--database-wait', '1'], {
    DATABASE_URL: `postgres://me:hush@127.0.0.1:${await freePort()}/x`,
  })

  assert.equal(code, 1)
  assert.match(stderr, /waiting up to 1 seconds\.\n.*connection refused\. Check DATABASE_URL/s)
  assert.doesNotMatch(stderr, /hush|\n {4}at /)
})
