import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Program, type Run } from '../../test/program.ts'

const program = new Program()
let service: Run
let origin = ''

before(async () => {
  await program.migrated()
  service = program.start(['serve'], { CALENDS_ADMIN: 'boss:let me in' })
  const [, base = ''] = await service.says(/ listening at (\S+)\n/)
  origin = new URL(base).origin
})
after(async () => {
  service.kill('SIGTERM')
  await service.outcome()
  program.remove()
})

interface Listed {
  readonly uuid: string
  readonly label: string
}

const user = (...words: string[]) => program.call(['user', ...words])

const passwordsOf = async (name: string) =>
  JSON.parse((await user('passwords', name, '--json')).stdout) as Listed[]

async function roleOf(name: string, password: string): Promise<string | number> {
  const authorization = `Basic ${Buffer.from(`${name}:${password.trim()}`).toString('base64')}`
  const response = await fetch(`${origin}/cal/admin/v1/users/me`, { headers: { authorization } })
  return response.ok ? ((await response.json()) as { role: string }).role : response.status
}

test('a changed role applies to the next request to a running service', async () => {
  const { stdout: password } = await program.run(['user', 'add', 'Maria', '--role', 'author'])
  const before = await roleOf('maria', password)

  const changed = await program.run(['user', 'role', 'maria', 'editor'])

  assert.deepEqual([changed.code, changed.stderr], [0, 'The role of Maria is now editor.\n'])
  assert.deepEqual([before, await roleOf('maria', password)], ['author', 'editor'])
})

test('the last administrator keeps the role, and unknown roles are rejected', async () => {
  const last = await user('role', 'boss', 'author')
  const unknown = await user('role', 'boss', 'king')
  const nobody = await user('role', 'nobody', 'author')

  assert.equal(last.code, 1)
  assert.match(last.stderr, /^[^\n]*last administrator[^\n]*\n$/)
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /Allowed choices are administrator, editor/)
  assert.equal(nobody.code, 1)
})

test('application passwords are listed without their secret, and revoked by label or UUID', async () => {
  const { stdout: first } = await user('add', 'Ann', '--role', 'author')
  const { stdout: second } = await user('password', 'ann', '--label', 'phone')
  const listed = await passwordsOf('ann')
  const table = await user('passwords', 'ann')
  assert.deepEqual(
    listed.map(({ label }) => label),
    ['first password', 'phone'],
  )
  assert.match(table.stdout, /^UUID +LABEL +CREATED \(UTC\) +EXPIRES \(UTC\)\n/)
  assert.doesNotMatch(table.stdout, new RegExp(second.trim()))
  assert.deepEqual([await roleOf('ann', first), await roleOf('ann', second)], ['author', 'author'])

  const byLabel = await user('revoke', 'ann', 'phone')
  assert.equal(byLabel.code, 0)
  assert.match(byLabel.stderr, /^The application password "phone" \([0-9a-f-]{36}\) of Ann is revoked\.\n$/)
  assert.deepEqual([await roleOf('ann', first), await roleOf('ann', second)], ['author', 401])

  const byUuid = await user('revoke', 'ann', listed[0]!.uuid.toUpperCase())
  assert.deepEqual([byUuid.code, await roleOf('ann', first)], [0, 401])
  assert.deepEqual(await passwordsOf('ann'), [])
})

test('names and labels follow the rules of the API', async () => {
  const label = 'my\n<b>phone</b>'
  const { code } = await user(
    'add',
    'eve',
    '--role',
    'author',
    '--name',
    ' <i>Eve</i>\nAdams ',
    '--label',
    label,
  )
  await user('password', 'eve', '--label', label)
  const { stdout } = await user('list', '--json')
  const wrong = await Promise.all([
    user('add', 'joe', '--role', 'author', '--name', 'x'.repeat(501)),
    user('add', 'joe', '--role', 'author', '--label', ''),
    user('add', 'joe', '--role', 'author', '--label', '<b></b>'),
    user('password', 'eve', '--label', 'x'.repeat(501)),
    user('password', 'eve', '--label', ' '),
  ])

  assert.equal(code, 0)
  const users = JSON.parse(stdout) as { username: string; name: string }[]
  assert.equal(users.find(({ username }) => username === 'eve')!.name, 'Eve Adams')
  assert.deepEqual(
    (await passwordsOf('eve')).map((one) => one.label),
    ['my phone', 'my phone'],
  )
  assert.deepEqual(
    wrong.map((one) => [one.code, one.stderr.split('\n')[0]]),
    [
      [2, 'error: --name: Must have at most 500 characters.'],
      [2, 'error: --label: Must not be empty.'],
      [2, 'error: --label: Must not be empty.'],
      [2, 'error: --label: Must have at most 500 characters.'],
      [2, 'error: --label: Must not be empty.'],
    ],
  )
  assert.ok(!users.some(({ username }) => username === 'joe'))
})

test('an unknown password or an ambiguous label revokes nothing', async () => {
  await user('add', 'Zoe', '--role', 'author', '--label', 'phone')
  await user('password', 'zoe', '--label', 'phone')

  const unknown = await user('revoke', 'zoe', 'tablet')
  const several = await user('revoke', 'zoe', 'phone')
  const incomplete = await user('revoke', 'zoe')

  assert.deepEqual([unknown.code, several.code, incomplete.code], [1, 1, 2])
  assert.match(unknown.stderr, /has no application password "tablet"/)
  assert.match(several.stderr, /has 2 application passwords labelled "phone"; give the UUID of one: /)
  assert.equal((await passwordsOf('zoe')).length, 2)
})

test('a link to set a password is printed for a user', async () => {
  await user('add', 'Lin', '--role', 'editor')
  const { code, stdout, stderr } = await user(
    'password-link',
    'lin',
    '--public-url',
    'https://events.example',
  )

  assert.deepEqual([code, /^Link for lin, valid once, until .* UTC:\n$/.test(stderr)], [0, true])
  const [, token] = /^https:\/\/events\.example\/admin\/#password=([\w-]{43})\n$/.exec(stdout)!
  const body = new URLSearchParams({ token: token!, password: 'seventeen cold umbrellas' })
  const set = await fetch(`${origin}/cal/admin/v1/password`, { method: 'POST', body })
  assert.equal(set.status, 200)
})

test('a link without a public URL leads to this machine, whatever the service listens to', async () => {
  const originFor = async (host: string) => {
    const { stdout } = await program.call(['user', 'password-link', 'boss'], { HOST: host, PORT: '8080' })
    return stdout.split('/admin/')[0]
  }

  assert.equal(await originFor('::'), 'http://localhost:8080')
  assert.equal(await originFor('0.0.0.0'), 'http://localhost:8080')
  assert.equal(await originFor('::1'), 'http://[::1]:8080')
  assert.equal(await originFor('192.0.2.7'), 'http://192.0.2.7:8080')
})

test('changes of accounts by operators are in the audit log', async () => {
  const { stdout: password } = await user('add', 'Head', '--role', 'administrator')
  await user('add', 'Sam', '--role', 'author')
  await user('role', 'sam', 'editor')
  await user('password', 'sam', '--label', 'phone')
  await user('revoke', 'sam', 'phone')
  await user('remove', 'sam')

  const authorization = `Basic ${Buffer.from(`head:${password.trim()}`).toString('base64')}`
  const response = await fetch(`${origin}/cal/admin/v1/audit?per_page=5`, { headers: { authorization } })
  const { entries } = (await response.json()) as { entries: { action: string; target: { name: string } }[] }
  assert.deepEqual(
    entries.map(({ action, target }) => `${target.name}: ${action}`),
    [
      'Sam: user-deleted',
      'Sam: application-password-deleted',
      'Sam: application-password-created',
      'Sam: role-changed',
      'Sam: user-created',
    ],
  )
})
