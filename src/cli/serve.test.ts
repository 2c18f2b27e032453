import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Program, type Run } from '../../test/program.ts'

const runs: Run[] = []
const programs: Program[] = []
after(() => {
  for (const { child } of runs) child.kill('SIGKILL')
  for (const program of programs) program.remove()
})

const freshProgram = () => {
  const program = new Program()
  programs.push(program)
  return program
}

async function started(program: Program, args: readonly string[] = [], environment = {}) {
  const run = program.start(['serve', ...args], environment)
  runs.push(run)
  const [, base = ''] = await run.says(/ serves (\S+)\n/)
  return { run, base, port: Number(new URL(base).port) }
}

const basic = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
})

/** A connection that has asked for nothing, or not for all of it. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(socket, 'connect')
  const ended = once(socket, 'close').then(() => text)
  return { socket, ended }
}

test('on an empty database, the first administrator is made and the first request shown', async () => {
  const program = freshProgram()
  const { run, base } = await started(program)
  await run.says(/-d title=\S+/)

  const [, password = ''] = /shown this once:\n {2}(.+)\n/.exec(run.stderr) ?? []
  const [, credentials = ''] = /curl -u '([^']+)'/.exec(run.stderr) ?? []
  const fields = { title: 'Concert', start_date: 'tomorrow 8pm', end_date: 'tomorrow 10pm' }
  const created = await fetch(`${base}/events`, {
    method: 'POST',
    headers: basic(credentials),
    body: new URLSearchParams(fields),
  })
  run.kill('SIGTERM')
  const { code, stdout } = await run.outcome()

  assert.equal(credentials, `admin:${password}`)
  assert.equal(created.status, 201)
  assert.deepEqual([code, stdout], [0, ''])

  const { run: second } = await started(program)
  second.kill('SIGINT')
  const again = await second.outcome()
  assert.equal(again.code, 0)
  assert.doesNotMatch(again.stderr, /shown this once|curl/)
})

test('the administrator of the settings may sign in, and the demonstration fills what is empty', async () => {
  const program = freshProgram()
  const { run, base } = await started(program, ['--demo'], { CALENDS_ADMIN: 'root:let me in' })

  const me = await fetch(`${base}/events?status=draft`, { headers: basic('root:letmein') })
  const { total } = (await (await fetch(`${base}/events`)).json()) as { total: number }
  run.kill('SIGTERM')
  const { code, stderr } = await run.outcome()

  assert.deepEqual([code, me.status], [0, 200])
  assert.ok(total > 200)
  assert.doesNotMatch(stderr, /shown this once|let me in/)

  const { run: second } = await started(program, ['--demo'])
  second.kill('SIGTERM')
  assert.match((await second.outcome()).stderr, /not empty, so the demonstration leaves it as it is/)
})

test('a request that is under way when the signal comes is answered, and nothing new is taken', async () => {
  const { run, port } = await started(freshProgram(), [], { CALENDS_ADMIN: 'admin:secret' })
  const idle = await open(port)
  const { socket, ended } = await open(port)
  const body = JSON.stringify({ name: 'Jazz' })
  socket.write(
    [
      'POST /cal/events/v1/tags HTTP/1.1',
      'Host: localhost',
      `Authorization: ${basic('admin:secret').authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body.slice(0, 4),
    ].join('\r\n'),
  )
  await fetch(`http://127.0.0.1:${port}/health/live`)

  run.kill('SIGTERM')
  await run.says(/"msg":"stopping"/)
  await idle.ended
  const refused = await fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => 'answered',
    () => 'refused',
  )
  socket.write(body.slice(4))
  const answer = await ended
  const { code } = await run.outcome()

  assert.equal(refused, 'refused')
  assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  assert.equal(code, 0)
})

test('while it stops, what comes over a connection that is open is told to come later', async () => {
  const { run, port } = await started(freshProgram())
  const head = 'Host: localhost\r\n'
  const slow = await open(port)
  slow.socket.write(`POST /cal/events/v1/tags HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n`)
  const late = await open(port)
  late.socket.write('GET /cal/events/v1/tags HTTP/1.1\r\n')
  await fetch(`http://127.0.0.1:${port}/health/live`)

  run.kill('SIGTERM')
  await run.says(/"msg":"stopping"/)
  late.socket.write(`${head}\r\n`)
  const answer = await late.ended
  slow.socket.write('{}')
  await slow.ended
  await run.outcome()

  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /\r\nretry-after: 1\r\n/i)
  assert.match(answer, /"code":"rest_unavailable"/)
})

test('a second signal ends it at once', async () => {
  const { run, port } = await started(freshProgram())
  const { socket } = await open(port)
  socket.on('error', () => undefined)
  socket.write('POST /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n')
  await fetch(`http://127.0.0.1:${port}/health/live`)

  run.kill('SIGTERM')
  await run.says(/"msg":"stopping"/)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  run.kill('SIGTERM')

  assert.equal((await run.outcome()).code, 143)
})

test('a port in use and a host that is not ours are told with the setting that helps', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const program = freshProgram()
  const admin = ['--admin', 'admin:secret']

  const inUse = await program.run(['serve', '--port', String(port), ...admin])
  const elsewhere = await program.run(['serve', '--host', '192.0.2.1', ...admin])
  other.close()

  assert.deepEqual(
    [inUse.code, inUse.stderr],
    [1, `Port ${port} of 127.0.0.1 is in use already; choose another one with --port or PORT.\n`],
  )
  assert.deepEqual(
    [elsewhere.code, elsewhere.stderr],
    [1, '192.0.2.1 is no address of this machine; choose another one with --host or HOST.\n'],
  )
})
