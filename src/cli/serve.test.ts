import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { plain } from '../../test/images.ts'
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
  const [, base = ''] = await run.says(/ listening at (\S+)\n/)
  return { run, base }
}

const basic = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
})

test('the addresses, the first administrator and an example request go to standard error, the log to standard output', async () => {
  const program = freshProgram()
  const { run, base } = await started(program)
  await run.says(/-d title=\S+/)

  const [, password = ''] = /\(shown only once\):\n {2}(.+)\n/.exec(run.stderr) ?? []
  const [, credentials = ''] = /curl -u '([^']+)'/.exec(run.stderr) ?? []
  const fields = { title: 'Concert', start_date: 'tomorrow 8pm', end_date: 'tomorrow 10pm' }
  const created = await fetch(`${base}/events`, {
    method: 'POST',
    headers: basic(credentials),
    body: new URLSearchParams(fields),
  })
  const [, pages = ''] = /^Pages: (\S+)$/m.exec(run.stderr) ?? []
  assert.match(await (await fetch(pages)).text(), /^<!doctype html>/)
  run.kill('SIGTERM')
  const { code, stdout, stderr } = await run.outcome()

  assert.equal(credentials, `admin:${password}`)
  assert.equal(created.status, 201)
  assert.equal(code, 0)
  for (const line of stdout.trim().split('\n')) assert.equal(typeof JSON.parse(line), 'object')
  assert.doesNotMatch(stderr, /^\{/m)

  const { run: second } = await started(program, [], { CALENDS_PAGES: 'off' })
  second.kill('SIGINT')
  const again = await second.outcome()
  assert.equal(again.code, 0)
  assert.doesNotMatch(again.stderr, /shown only once|curl|Pages/)
})

test('a start tells that none of the users is an administrator', async () => {
  const program = freshProgram()
  await program.call(['user', 'add', 'maria', '--role', 'editor'])
  const { run } = await started(program)

  assert.match(
    run.stderr,
    /^None of 1 users is an administrator, so nobody can .*: calends user add NAME --role administrator\.$/m,
  )
})

test('commands that are named on a start find the same service', async () => {
  const program = freshProgram()
  writeFileSync(join(program.folder, 'my.conf'), '')
  const flags = ['--data-dir', "the town's data", '--config', 'my.conf', '--port', '0']
  const first = program.start(['serve', ...flags])
  await first.says(/Created the first administrator/)
  first.kill('SIGKILL')
  await first.outcome()
  const run = program.start(['serve', ...flags])
  const [, origin] = await run.says(/ listening at (http:\/\/[^/]+)/)
  const [, link] = await run.says(/Nobody has chosen a password .*:\n {2}calends (user password-link .*)\n/)
  const [, password] = await run.says(/application password:\n {2}calends (user password .*)\n/)
  run.kill('SIGTERM')
  await run.outcome()

  const words = (line: string) =>
    execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
      .trim()
      .split('\n')
  assert.ok((await program.run(words(link!))).stdout.startsWith(`${origin}/admin/#password=`))
  assert.equal((await program.run(words(password!))).code, 0)
})

test('commands that are named on a start name the configuration file of the environment, which shells may lack', async () => {
  const program = freshProgram()
  writeFileSync(join(program.folder, 'my.conf'), 'PORT=0')
  const environment = { CALENDS_CONFIG: 'my.conf', CALENDS_ADMIN: 'admin:secret' }
  const run = program.start(['serve'], environment)
  await run.says(/:\n {2}calends user password-link NAME --config my\.conf\n/)
  await run.says(/:\n {2}calends user password NAME --config my\.conf\n/)
  run.kill('SIGTERM')
  await run.outcome()
})

test('a start after one that was killed says how the first administrator gets in, until a password is chosen', async () => {
  const program = freshProgram()
  const killed = program.start(['serve'])
  await killed.says(/Created the first administrator/)
  killed.kill('SIGKILL')
  await killed.outcome()

  const { run, base } = await started(program)
  await run.says(/Nobody has chosen a password .*:\n {2}calends user password-link admin\n/)
  const { stdout } = await program.run(['user', 'password-link', 'admin'])
  const [, token] = /#password=([\w-]+)/.exec(stdout)!
  const chosen = await fetch(new URL('/cal/admin/v1/password', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'a long row of words' }),
  })
  run.kill('SIGTERM')
  await run.outcome()

  const { run: third } = await started(program)
  await third.says(/People choose their password with a link/)
  third.kill('SIGTERM')
  assert.ok(chosen.ok)
  assert.doesNotMatch((await third.outcome()).stderr, /Nobody has chosen/)
})

test('the administrator of the settings can sign in, and --demo fills an empty database', async () => {
  const program = freshProgram()
  const { run, base } = await started(program, ['--demo'], { CALENDS_ADMIN: 'root:let me in' })

  const me = await fetch(`${base}/events?status=draft`, { headers: basic('root:letmein') })
  const { total } = (await (await fetch(`${base}/events`)).json()) as { total: number }
  run.kill('SIGTERM')
  const { code, stderr } = await run.outcome()

  assert.deepEqual([code, me.status], [0, 200])
  assert.ok(total > 200)
  assert.doesNotMatch(stderr, /shown only once|let me in/)

  const { run: second } = await started(program, ['--demo'])
  second.kill('SIGTERM')
  assert.match((await second.outcome()).stderr, /not empty; no sample events were added/)
})

test('a port in use and an invalid host are reported together with the setting to change', async () => {
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
    [1, `Port ${port} on 127.0.0.1 is already in use; set another one with --port or PORT.\n`],
  )
  assert.deepEqual(
    [elsewhere.code, elsewhere.stderr],
    [1, '192.0.2.1 is not an address of this machine; set another one with --host or HOST.\n'],
  )
})

for (const [logo, reason] of [
  ['./logo.png', 'does not exist'],
  ['./folder.png', 'is a directory'],
  ['./half.png', 'is not an SVG, PNG, WebP or JPEG image, or is cut off'],
])
  test(`a logo that ${reason} is reported before the database is created`, async () => {
    const program = freshProgram()
    mkdirSync(join(program.folder, 'folder.png'))
    const whole = await plain(40, 40).png().toBuffer()
    writeFileSync(join(program.folder, 'half.png'), whole.subarray(0, whole.length - 8))

    const { code, stderr } = await program.run(['serve', '--logo', logo!])

    assert.deepEqual([code, stderr], [1, `CALENDS_LOGO: the file ${logo} ${reason}.\n`])
    assert.equal(existsSync(join(program.folder, 'data')), false)
  })

for (const workers of ['1', '2'])
  test(`with --workers ${workers}, a port in use is reported before an administrator is created`, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const program = freshProgram()
    const args = ['--workers', workers, '--port', String(port)]

    const refused = await program.run(['serve', ...args])
    const isCreated = existsSync(join(program.folder, 'data'))
    other.close()
    await once(other, 'close')
    const { run, base } = await started(program, args)
    const [, password = ''] = /\(shown only once\):\n {2}(.+)\n/.exec(run.stderr) ?? []
    const me = await fetch(`${base}/events?status=draft`, { headers: basic(`admin:${password}`) })
    run.kill('SIGTERM')

    assert.equal((await run.outcome()).code, 0)
    assert.deepEqual([refused.code, isCreated, me.status], [1, false, 200])
    assert.match(refused.stderr, /^Port \d+ on 127\.0\.0\.1 is already in use; [^\n]+\n$/)
  })

for (const workers of ['1', '2'])
  test(`with --workers ${workers}, the service runs and stops normally although nobody reads its output`, async () => {
    const { run, base } = await started(await freshProgram().migrated('administered'), ['--workers', workers])
    run.closeOutput()
    const statuses: number[] = []
    for (let nth = 0; nth < 40; nth += 1)
      statuses.push((await fetch(`${base}/tags?search=${nth}`, { headers: { connection: 'close' } })).status)

    run.kill('SIGTERM')
    const { code } = await run.outcome()

    assert.deepEqual([new Set(statuses), code], [new Set([200]), 0])
  })

test('a command whose output is only partly read still completes', async () => {
  const program = freshProgram()
  const run = program.start(['help', 'serve'])
  run.closeOutput()

  assert.equal((await run.outcome()).code, 0)
})
