import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, readdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Program, type Run } from '../../test/program.ts'

const runs: Run[] = []
const programs: Program[] = []
after(() => {
  for (const { child } of runs) child.kill('SIGKILL')
  for (const program of programs) program.remove()
})

const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`

async function started(args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
  const program = await new Program().migrated('administered')
  programs.push(program)
  const environment = { CALENDS_ADMIN: 'admin:secret', CALENDS_RATE_LIMIT: 'off', ...more }
  const run = program.start(['serve', ...args], environment)
  runs.push(run)
  const [, base = ''] = await run.says(/ listening at (\S+)\n/)
  return { program, run, base, port: Number(new URL(base).port) }
}

/** A connection without a request, or with an incomplete one. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(socket, 'connect')
  const ended = once(socket, 'close').then(() => text)
  return { socket, ended }
}

const isServed = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  )

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isSo()) return
    await pause(20)
  }
  assert.fail('it never came')
}

const stopping = /"msg":"stopping"/

test('a request in progress at the signal is completed, and no new connection is accepted', async () => {
  const { run, port } = await started()
  const idle = await open(port)
  const { socket, ended } = await open(port)
  const body = JSON.stringify({ name: 'Jazz' })
  socket.write(
    [
      'POST /cal/events/v1/tags HTTP/1.1',
      'Host: localhost',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body.slice(0, 4),
    ].join('\r\n'),
  )
  await isServed(port)

  run.kill('SIGTERM')
  await run.logs(stopping)
  await until(async () => !(await isServed(port)))
  await idle.ended
  socket.write(body.slice(4))
  const answer = await ended
  const { code } = await run.outcome()

  assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  assert.equal(code, 0)
})

for (const workers of ['1', '2'])
  test(`with --workers ${workers}, a closed terminal stops the service like other signals`, async () => {
    const { program, run, port } = await started(['--workers', workers])
    const { socket, ended } = await open(port)
    const head = `Host: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json`
    socket.write(`POST /cal/events/v1/tags HTTP/1.1\r\n${head}\r\nContent-Length: 15\r\n\r\n{"name"`)
    await isServed(port)

    run.kill('SIGHUP')
    await run.logs(stopping)
    socket.write(':"Jazz"}')
    const answer = await ended
    await run.outcome()

    assert.match(answer, /^HTTP\/1\.1 201 /)
    assert.equal(run.child.signalCode, 'SIGHUP')
    assert.match(run.stdout, /"msg":"stopped"/)
    assert.deepEqual(readdirSync(join(program.folder, 'data')), ['calends.db'])
  })

test('readiness fails from the signal on, over an open connection too', async () => {
  const { run, port } = await started()
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const { socket, ended } = await open(port)
  socket.write(ask('/health/ready'))
  await once(socket, 'data')

  run.kill('SIGTERM')
  await run.logs(stopping)
  socket.write(ask('/health/ready'))
  const answer = await ended
  await run.outcome()

  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(answer, /HTTP\/1\.1 503 [^]*"status":"stopping"/)
})

test('a request sent over an open connection just before or after the signal gets a last response', async () => {
  const { run, port } = await started()
  const ask = 'GET /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const begun = await open(port)
  begun.socket.write(ask.slice(0, -2))
  const used = await open(port)
  used.socket.write(ask)
  await once(used.socket, 'data')

  run.kill('SIGTERM')
  await run.logs(stopping)
  begun.socket.write(ask.slice(-2))
  used.socket.write(ask)
  const answers = await Promise.all([begun.ended, used.ended])
  const { code } = await run.outcome()

  for (const answer of answers) {
    const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '))
    assert.match(last, /^HTTP\/1\.1 200 /)
    assert.match(last, /\r\nconnection: close\r\n/i)
  }
  assert.equal(code, 0)
})

function outcomeOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)))
      response.on('error', ({ message }) => resolve(message))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/**
 * Sends reads over one connection as long as possible. The operating system resets a connection that it accepted just
 * before the listening socket was closed, so a read is retried once, as browsers and proxies do (RFC 9110 9.2.2).
 */
async function readOn(url: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const lost: string[] = []
  for (let isRefused = false; !isRefused;) {
    const first = await outcomeOf(url, agent)
    const outcome = first === 'ECONNRESET' ? await outcomeOf(url, agent) : first
    isRefused = outcome === 'ECONNREFUSED'
    if (outcome !== '200' && !isRefused) lost.push(outcome)
  }
  agent.destroy()
  return lost
}

for (const workers of ['1', '2'])
  test(`with --workers ${workers}, a stop loses no read of clients that keep reading`, async () => {
    const { run, base } = await started(['--workers', workers])
    const reading = Promise.all(Array.from({ length: 8 }, () => readOn(`${base}/tags`)))
    await pause(300)

    run.kill('SIGTERM')
    const lost = (await reading).flat()

    assert.deepEqual([lost, (await run.outcome()).code], [[], 0])
  })

/** For a service that announces the address of its visitors, not the one it listens at. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a mail server that is silent does not hold up a stop', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined).write('220 mail\r\n'))
  after(() => silent.close())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const isAsked = once(silent, 'connection')
  const port = await freePort()
  const { run } = await started([], {
    PORT: String(port),
    CALENDS_SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'https://town.example.org',
  })
  const post = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}/cal/admin/v1${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id: number }
  }
  const { id } = await post('/users', { username: 'ann', role: 'author', email: 'ann@example.org' })
  await post(`/users/${id}/password-link/mail`, {})
  await isAsked

  const begun = performance.now()
  run.kill('SIGTERM')
  assert.equal((await run.outcome()).code, 0)
  // Before systemd would kill it; the connection would be given up after 30 seconds.
  assert.ok(performance.now() - begun < 20_000)
})

test('a second signal exits at once', async () => {
  const { run, port } = await started()
  const { socket } = await open(port)
  socket.on('error', () => undefined)
  socket.write('POST /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n')
  await isServed(port)

  run.kill('SIGTERM')
  await run.logs(stopping)
  await pause(1_200)
  run.kill('SIGTERM')

  assert.equal((await run.outcome()).code, 143)
})

for (const workers of ['1', '2'])
  test(`with --workers ${workers}, one file is the whole database after a stop`, async () => {
    const { program, run, base } = await started(['--workers', workers])
    const headers = { authorization, 'content-type': 'application/json', connection: 'close' }
    const names = Array.from({ length: 12 }, (_, nth) => `Tag ${nth}`)
    const written = await Promise.all(
      names.map((name) => fetch(`${base}/tags`, { method: 'POST', headers, body: JSON.stringify({ name }) })),
    )
    await Promise.all(names.map((name) => fetch(`${base}/tags?hide_empty=0&search=${name}`)))

    run.kill('SIGTERM')
    const { code } = await run.outcome()
    const left = readdirSync(join(program.folder, 'data')).filter((name) => name.startsWith('calends.db'))
    copyFileSync(join(program.folder, 'data/calends.db'), join(program.folder, 'alone.db'))
    const alone = new Sqlite(join(program.folder, 'alone.db'), { readonly: true })
    const found = alone.prepare('select count(*) from tags').pluck().get()
    alone.close()

    assert.deepEqual([code, left, found], [0, ['calends.db'], written.length])
  })
