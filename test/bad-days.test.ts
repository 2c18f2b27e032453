import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { send as sendOverOpenConnection } from './http-client.ts'
import { Program, programCommand, type Run } from './program.ts'

/** A service on a SQLite file whose disk is full, whose lock another process holds, or whose file is damaged or gone. */

const runs: Run[] = []
const programs: Program[] = []
after(() => {
  for (const { child } of runs) child.kill('SIGKILL')
  for (const program of programs) program.remove()
})

const headers = {
  authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}`,
  'content-type': 'application/json',
}

class Running {
  constructor(
    readonly run: Run,
    readonly base: string,
  ) {}

  async read(path = '/tags?hide_empty=0'): Promise<number> {
    return (await fetch(this.base + path)).status
  }

  async write(name: string, description = ''): Promise<Response> {
    return fetch(`${this.base}/tags`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, description }),
    })
  }

  async ready() {
    const response = await fetch(`${new URL(this.base).origin}/health/ready`)
    return [response.status, ((await response.json()) as { checks: { database: string } }).checks.database]
  }

  async stop() {
    this.run.kill('SIGTERM')
    await this.run.outcome()
  }
}

function aProgram() {
  const program = new Program()
  programs.push(program)
  return { program, file: join(program.folder, 'data/calends.db') }
}

async function started(
  program: Program,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const run = program.start(['serve'], {
    CALENDS_ADMIN: 'admin:secret',
    CALENDS_RATE_LIMIT: 'off',
    ...environment,
  })
  runs.push(run)
  const [, base = ''] = await run.says(/ listening at (\S+)\n/)
  return new Running(run, base)
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

test('while another process holds the lock, reads go on, and writes wait or are refused', async () => {
  const { program, file } = aProgram()
  const service = await started(program)
  const other = new Sqlite(file)
  other.exec('begin immediate')
  const waiting = service.write('Waiting')
  await pause(300)
  for (let time = 0; time < 5; time += 1) {
    assert.ok((await msOf(() => service.read(`/tags?hide_empty=0&page=1&per_page=${time + 1}`))) < 1_500)
    assert.ok((await msOf(() => service.ready())) < 1_500)
  }
  other.exec('rollback')
  assert.equal((await waiting).status, 201)

  other.exec('begin immediate')
  const refused = await service.write('Refused')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  other.exec('rollback')
  other.close()

  assert.equal((await service.write('Again')).status, 201)
  assert.deepEqual(await service.ready(), [200, 'ok'])
  await service.stop()
})

const inUtc = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

test('while another process holds the lock, reads do not wait for a publication that is due', async () => {
  const { program, file } = aProgram()
  const service = await started(program, { CALENDS_TIMEZONE: 'UTC' })
  const now = Date.now()
  const [date, day] = [inUtc(now + 2_000), inUtc(now + 86_400_000)]
  const body = JSON.stringify({ title: 'Due', status: 'future', date, start_date: day, end_date: day })
  const created = await fetch(`${service.base}/events`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: number }
  assert.equal(await service.read('/events.ics'), 200)
  const other = new Sqlite(file)
  other.exec('begin immediate')
  await pause(Math.max(0, now + 3_000 - Date.now()))

  for (const path of ['/tags', '/events.ics', `/events/${id}`, '/events.ics', '/events'])
    assert.ok((await msOf(() => service.read(path))) < 1_500, path)
  assert.ok((await msOf(() => Promise.all(Array.from({ length: 6 }, () => service.read())))) < 1_500)
  // The attempt to publish gives up after five seconds; it is not made again for each read.
  await pause(5_000)
  for (let time = 0; time < 3; time += 1) assert.ok((await msOf(() => service.read())) < 1_500)
  assert.equal(await service.read(`/events/${id}`), 403)

  other.exec('rollback')
  other.close()
  while ((await service.read(`/events/${id}`)) !== 200 && Date.now() < now + 60_000) await pause(100)
  assert.equal(await service.read(`/events/${id}`), 200)
  await service.stop()
})

const limitFileSize = (pid: number, bytes: string) =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])

const canLimit = process.platform === 'linux'

test(
  'when the disk takes no more, writes and readiness say so, reads go on, and writes succeed when there is room',
  canLimit ? {} : { skip: 'prlimit is a program of Linux' },
  async () => {
    const { program } = aProgram()
    const service = await started(program)
    limitFileSize(service.run.child.pid!, String(3_000_000))
    const statuses: number[] = []
    for (let time = 0; statuses.at(-3) !== 503 && time < 400; time += 1)
      statuses.push((await service.write(`Tag ${time}`, 'x'.repeat(20_000))).status)

    assert.deepEqual([...new Set(statuses)], [201, 503])
    assert.deepEqual(await service.ready(), [503, 'not writable'])
    assert.equal(await service.read(), 200)
    assert.doesNotMatch(service.run.stdout, /cannot rollback/)
    await service.run.logs(/"code":"SQLITE_(FULL|IOERR)[A-Z_]*"[^\n]*database unavailable/)

    limitFileSize(service.run.child.pid!, 'unlimited')
    assert.equal((await service.write('There is room', 'x'.repeat(20_000))).status, 201)
    assert.deepEqual(await service.ready(), [200, 'ok'])
    await service.stop()
  },
)

test(
  'commands that only read succeed on a full disk, and what the log holds stays there',
  canLimit ? {} : { skip: 'prlimit is a program of Linux' },
  async () => {
    const { program, file } = aProgram()
    const service = await started(program)
    assert.equal((await service.write('In the log', 'x'.repeat(200_000))).status, 201)
    service.run.kill('SIGKILL')
    await service.run.outcome()
    const { size } = statSync(`${file}-wal`)
    const limited = ['--fsize=100000', process.execPath, ...programCommand]
    for (const command of [['user', 'list'], ['export', '--no-images'], ['check']]) {
      const { status, stderr } = spawnSync('prlimit', [...limited, ...command, '--data-dir', dirname(file)])
      assert.equal(status, 0, `${command[0]}: ${stderr.toString()}`)
      assert.doesNotMatch(stderr.toString(), /Cannot/)
    }
    assert.equal(statSync(`${file}-wal`).size, size)

    const writing = ['user', 'add', 'vera', '--role', 'author', '--data-dir', dirname(file)]
    const full = spawnSync('prlimit', [...limited, ...writing])
    assert.equal(full.status, 1)
    assert.match(full.stderr.toString(), /^Cannot use the database: disk [^\n.]+\.\n$/)

    const again = await started(program)
    assert.match(await (await fetch(`${again.base}/tags?hide_empty=0`)).text(), /In the log/)
    await again.stop()
  },
)

/** Lets no further file be opened; returns a function that allows it again. */
function limitOpenFiles(pid: number): () => void {
  const open = new Set(readdirSync(`/proc/${pid}/fd`))
  const free = [...open, ''].findIndex((_, number) => !open.has(String(number)))
  const limit = (files: number) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`])
  limit(free)
  return () => limit(1_024)
}

test(
  'without free file descriptors a request that needs one gets 503, and succeeds when there are some',
  canLimit ? {} : { skip: 'prlimit is a program of Linux' },
  async () => {
    const { program } = aProgram()
    const service = await started(program)
    // The date is read by a library that is loaded with the first phrase.
    const body = JSON.stringify({
      title: 'Concert',
      start_date: 'next friday 8pm',
      end_date: 'next friday 11pm',
    })
    const url = `${service.base}/events`
    const send = () => sendOverOpenConnection(url, { method: 'POST', headers, body })
    assert.equal((await sendOverOpenConnection(url, { method: 'GET', headers })).status, 200)
    const release = limitOpenFiles(service.run.child.pid!)
    const refused = await send()
    release()
    const accepted = await send()

    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    await service.run.logs(/EMFILE[^\n]*too many open files/)
    assert.equal(accepted.status, 201)
    await service.stop()
  },
)

test('when the file is gone, writes and readiness say so', async () => {
  const { program, file } = aProgram()
  const service = await started(program)
  assert.equal((await service.write('Before')).status, 201)
  renameSync(file, `${file}.moved`)

  assert.equal((await service.write('Into nowhere')).status, 503)
  assert.deepEqual(await service.ready(), [503, 'not writable'])
  await service.run.logs(/calends\.db was deleted or replaced while it was open/)
  service.run.kill('SIGKILL')
})

test('when the log of the file is gone, writes and readiness say so, and a stop keeps what was written before', async () => {
  const { program, file } = aProgram()
  const service = await started(program)
  assert.equal((await service.write('Before')).status, 201)
  rmSync(`${file}-wal`)

  assert.deepEqual(await service.ready(), [503, 'not writable'])
  assert.equal((await service.write('Into nowhere')).status, 503)
  await service.run.logs(/calends\.db-wal was deleted or replaced while it was open/)
  await service.stop()
  const again = await started(program)
  const response = await fetch(`${again.base}/tags?hide_empty=0`)
  const { tags } = (await response.json()) as { tags: { name: string }[] }
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['Before'],
  )
  await again.stop()
})

test('the file may be a symbolic link, also to one that is still missing, and a replacement keeps the link', async () => {
  const { program, file } = aProgram()
  const elsewhere = join(program.folder, 'disk/real.db')
  mkdirSync(dirname(file))
  mkdirSync(dirname(elsewhere))
  symlinkSync('../disk/real.db', file)
  for (const name of ['First', 'Second']) {
    const service = await started(program)
    assert.equal((await service.write(name)).status, 201)
    assert.deepEqual(await service.ready(), [200, 'ok'])
    await service.stop()
  }
  assert.equal((await program.run(['backup', 'saved.db'])).code, 0)
  assert.equal((await program.run(['restore', 'saved.db', '--replace'])).code, 0)

  assert.deepEqual([lstatSync(file).isSymbolicLink(), lstatSync(elsewhere).isFile()], [true, true])
  assert.deepEqual(
    readdirSync(dirname(elsewhere)).map((name) => name.replace(/\d+$/, '')),
    ['real.db', 'real.db.replaced-'],
  )
  const restored = await started(program)
  assert.equal((await restored.write('Third')).status, 201)
  await restored.stop()
})

test('another process that reads the file, and closes it again, does not disturb writes', async () => {
  const { program } = aProgram()
  const service = await started(program)
  assert.equal((await service.write('Before')).status, 201)
  assert.equal((await program.run(['backup', 'saved.db'])).code, 0)

  assert.equal((await service.write('After')).status, 201)
  assert.deepEqual(await service.ready(), [200, 'ok'])
  await service.stop()
})

test('what meets a damaged page is unavailable, and readiness stays red', async () => {
  const { program, file } = aProgram()
  const before = await started(program)
  for (let time = 0; time < 8; time += 1) await before.write(`Tag ${time}`, 'x'.repeat(20_000))
  await before.stop()
  const pageSize = 8_192
  const descriptor = openSync(file, 'r+')
  const database = new Sqlite(file, { readonly: true })
  const pages = database
    .prepare("select rootpage from sqlite_schema where tbl_name in ('tags', 'tag_texts') and rootpage > 0")
    .pluck()
    .all() as number[]
  database.close()
  for (const page of pages)
    writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
  closeSync(descriptor)
  assert.ok(statSync(file).size > pageSize * 10)

  const service = await started(program)
  assert.equal(await service.read(), 503)
  assert.equal((await service.write('Jazz')).status, 503)
  assert.equal((await service.write('Rock')).status, 503)
  assert.deepEqual(await service.ready(), [503, 'not writable'])
  service.run.kill('SIGKILL')
})

/** The calls of the file system that a traced program has made outside its event loop. */
const tracedCalls = (trace: string) =>
  (JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: { name: string; ph: string }[] }).traceEvents
    .filter(({ ph }) => ph === 'b')
    .map(({ name }) => name)

test('each write that is acknowledged alone has had the disk told to keep it', async () => {
  const { program } = aProgram()
  const trace = join(program.folder, 'calls.json')
  const service = await started(program, {
    NODE_OPTIONS: `--trace-event-categories=node.fs.async --trace-event-file-pattern=${trace}`,
  })
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    assert.equal((await service.write(name)).status, 201)
  await service.stop()
  const flushes = tracedCalls(trace).filter((name) => name === 'fdatasync').length
  assert.ok(flushes >= 5, `${flushes} flushes`)
})
