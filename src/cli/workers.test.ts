import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Program, type Run } from '../../test/program.ts'
import { migratedOnServer } from '../../test/templates.ts'

const runs: Run[] = []
const programs: Program[] = []
after(() => {
  for (const { child } of runs) child.kill('SIGKILL')
  for (const program of programs) program.remove()
})

const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`

async function started(environment: Record<string, string> = {}) {
  const program = await new Program().migrated('administered')
  programs.push(program)
  const run = program.start(['serve', '--workers', '2'], { CALENDS_ADMIN: 'admin:secret', ...environment })
  runs.push(run)
  const [, base = ''] = await run.says(/ listening at (\S+)\n/)
  return { run, base, program, origin: new URL(base).origin }
}

/** Each request uses a connection of its own, because connections are distributed among the workers in turn. */
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { connection: 'close', ...init.headers } })

const write = (base: string, name: string) =>
  ask(`${base}/tags`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

const pidsOf = ({ stdout }: Run) => [
  ...new Set([...stdout.matchAll(/"pid":(\d+)[^\n]*"msg":"Server listening/g)].map(([, pid]) => Number(pid))),
]

/** Polls until the condition holds; fails after half a minute, because a busy machine takes time to start a process. */
async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return
    await pause(50)
  }
  assert.fail('it never came')
}

test('writes through one worker are visible on all workers', async () => {
  const { run, base } = await started()
  const names = Array.from({ length: 24 }, (_, nth) => `Tag ${nth}`)
  const written = await Promise.all(names.map((name) => write(base, name)))
  assert.deepEqual(new Set(written.map(({ status }) => status)), new Set([201]))

  for (let time = 0; time < 6; time += 1) {
    const before = await Promise.all(
      Array.from({ length: 4 }, async () => (await ask(`${base}/tags?hide_empty=0`)).json()),
    )
    assert.deepEqual(new Set(before.map((body) => (body as { total: number }).total)), new Set([24 + time]))
    assert.equal((await write(base, `Another ${time}`)).status, 201)
  }
  await until(() => pidsOf(run).length === 2)
  run.kill('SIGTERM')
  assert.equal((await run.outcome()).code, 0)
})

test('a worker that dies is replaced while the others continue', async () => {
  const { run, base } = await started()
  await until(() => pidsOf(run).length === 2)
  process.kill(pidsOf(run)[0]!, 'SIGKILL')
  await run.logs(/worker exited unexpectedly; starting a replacement/)
  assert.equal((await write(base, 'Jazz')).status, 201)
  await until(() => pidsOf(run).length === 3)
  for (let time = 0; time < 4; time += 1) assert.equal((await ask(`${base}/tags`)).status, 200)

  run.kill('SIGINT')
  assert.equal((await run.outcome()).code, 0)
  for (const pid of pidsOf(run)) assert.throws(() => process.kill(pid, 0), /ESRCH/)
})

test('workers exit with their primary process', async () => {
  const { run } = await started()
  await until(() => pidsOf(run).length === 2)
  run.kill('SIGKILL')
  await run.outcome()

  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0)
    } catch {
      return true
    }
  }
  await until(() => pidsOf(run).every(isGone))
})

function continueIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has ended, as it should.
  }
}

/** Two workers on SQLite that have writes to finish when one of them is suspended, so that one waits for the other. */
async function withSuspendedWorker() {
  const { run, base, program } = await started()
  await until(() => pidsOf(run).length === 2)
  const [suspended] = pidsOf(run)
  // Continued, it sees that the primary process is gone, also if the test fails.
  after(() => continueIfThere(suspended!))
  // Each worker verifies the password once, which would take longer than the wait below on a busy machine.
  const known = await Promise.all(Array.from({ length: 4 }, (_, nth) => write(base, `Known ${nth}`)))
  assert.deepEqual(new Set(known.map(({ status }) => status)), new Set([201]))
  const file = new Sqlite(join(program.folder, 'data/calends.db'))
  file.exec('begin immediate')
  const writes = Array.from({ length: 8 }, (_, nth) => write(base, `Waiting ${nth}`).catch(() => undefined))
  await pause(500)
  process.kill(suspended!, 'SIGSTOP')
  file.exec('rollback')
  file.close()
  await pause(1_000)
  return { run, base, writes }
}

test(
  'writes do not wait for a suspended worker for more than five seconds, and a stop kills it',
  { timeout: 90_000 },
  async () => {
    const { run, base, writes } = await withSuspendedWorker()
    const asked = performance.now()
    const others = Array.from({ length: 4 }, (_, nth) => write(base, `Other ${nth}`))
    assert.equal((await Promise.any(others)).status, 503)
    assert.ok(performance.now() - asked < 10_000)

    const stopped = performance.now()
    run.kill('SIGTERM')
    assert.equal((await run.outcome()).code, 1)
    assert.ok(performance.now() - stopped < 25_000)
    await Promise.allSettled([...writes, ...others])
  },
)

test('a second signal stops suspended workers at once', { timeout: 90_000 }, async () => {
  const { run, writes } = await withSuspendedWorker()
  run.kill('SIGTERM')
  await pause(1_500)
  const again = performance.now()
  run.kill('SIGTERM')
  assert.equal((await run.outcome()).code, 143)
  assert.ok(performance.now() - again < 8_000)
  await Promise.allSettled(writes)
})

test('a stop is graceful for workers that are only starting', async () => {
  const program = await new Program().migrated('administered')
  programs.push(program)
  const run = program.start(['serve', '--workers', '3', '--port', '0'])
  runs.push(run)
  await run.logs(/Server listening/)
  await pause(50)
  run.kill('SIGTERM')

  assert.equal((await run.outcome()).code, 0)
})

test('metrics cover all workers, whichever responds', async () => {
  const { base, origin } = await started({ CALENDS_RATE_LIMIT: 'off' })
  for (let time = 0; time < 10; time += 1) await ask(`${base}/tags`)

  for (let time = 0; time < 2; time += 1) {
    const text = await (await ask(`${origin}/metrics`)).text()
    assert.match(
      text,
      /http_requests_total\{method="GET",route="\/cal\/events\/v1\/tags",status="200"\} 10\n/,
    )
    assert.match(text, /calends_build_info\{[^}]*\} 1\n/)
  }
})

test('wrong passwords are counted by all workers together', async () => {
  const { base } = await started()
  const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`
  const statuses: number[] = []
  for (let time = 0; time < 24; time += 1) {
    statuses.push((await ask(`${base}/tags`, { headers: { authorization: wrong } })).status)
    await pause(5)
  }
  assert.deepEqual(statuses, [...Array<number>(20).fill(401), ...Array<number>(4).fill(429)])
})

test('a port in use is reported once, and an in-memory database cannot be shared', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const program = new Program()
  programs.push(program)
  const serve = ['serve', '--workers', '2', '--admin', 'admin:secret']

  const inUse = await program.run([...serve, '--port', String(port)])
  const inMemory = await program.run([...serve, '--database-url', 'sqlite::memory:'])
  other.close()

  assert.deepEqual(
    [inUse.code, inUse.stderr],
    [1, `Port ${port} on 127.0.0.1 is already in use; set another one with --port or PORT.\n`],
  )
  assert.equal(inMemory.code, 1)
  assert.match(inMemory.stderr, /CALENDS_WORKERS \(2\) requires a database that processes can share/)
})

test(
  'workers share a PostgreSQL server as nodes do',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async () => {
    const { url, drop } = await migratedOnServer('administered')
    const { run, base } = await started({ DATABASE_URL: url })
    const { id } = (await (await write(base, 'Jazz')).json()) as { id: number }
    await pause(1_000)
    for (let time = 0; time < 4; time += 1) assert.equal((await ask(`${base}/tags/${id}`)).status, 200)
    run.kill('SIGTERM')
    assert.equal((await run.outcome()).code, 0)
    await drop()
  },
)
