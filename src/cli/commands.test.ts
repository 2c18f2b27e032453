import assert from 'node:assert/strict'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Program } from '../../test/program.ts'

const programs: Program[] = []
after(() => programs.forEach((program) => program.remove()))

const freshProgram = () => {
  const program = new Program()
  programs.push(program)
  return program
}

test('help and version go to standard output', async () => {
  const program = freshProgram()

  const [help, ofServe, version] = await Promise.all([
    program.run(['--help']),
    program.run(['help', 'serve']),
    program.run(['--version']),
  ])

  assert.equal(help.code, 0)
  for (const command of ['serve', 'migrate', 'config', 'user', 'demo'])
    assert.ok(help.stdout.includes(command))
  assert.match(ofServe.stdout, /--per-page <value>[\s\S]{0,120}\(default:\s+12;\s+CALENDS_PER_PAGE\)/)
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
})

test('wrong usage exits with 2 and refers to --help', async () => {
  const program = freshProgram()

  const calls = [
    [],
    ['dance'],
    ['help', 'dance'],
    ['serve', '--dance'],
    ['user', 'add', 'a b', '--role', 'author'],
    ['user', 'add', 'a'],
  ]
  const outcomes = await Promise.all(calls.map((call) => program.run(call)))

  for (const { code, stdout, stderr } of outcomes) {
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /help/)
  }
})

test('help for what is no command names the one that may be meant', async () => {
  const { code, stderr } = await freshProgram().run(['help', 'serv'])

  assert.equal(code, 2)
  assert.match(stderr, /^error: unknown command 'serv'\n\(Did you mean serve\?\)\n/)
})

test('wrong usage refers to the help of the command', async () => {
  const program = freshProgram()

  const calls: Readonly<Record<string, readonly string[]>> = {
    calends: ['dance'],
    'calends serve': ['serve', '--dance'],
    'calends user': ['user', 'dance'],
    'calends user add': ['user', 'add', 'maria'],
    'calends import': ['import'],
  }

  for (const [command, call] of Object.entries(calls)) {
    const { stderr } = await program.call(call)
    assert.ok(stderr.endsWith(`\n(run ${command} --help for usage)\n`), stderr)
  }
})

test('a wrong value of an option is wrong usage', async () => {
  const program = freshProgram()

  const calls = [
    ['serve', '--port', 'x'],
    ['config', '--port', '99999'],
  ]
  const outcomes = await Promise.all(calls.map((call) => program.call(call)))

  for (const { code, stderr } of outcomes) {
    assert.equal(code, 2)
    assert.match(stderr, /^--port must be[^\n]*\n$/)
  }
})

test('all configuration errors are reported, one per line', async () => {
  const { code, stdout, stderr } = await freshProgram().call(['serve', '--port', 'many'], {
    CALENDS_PER_PAGE: '0',
    CALENDS_COLOUR: 'red',
  })

  assert.deepEqual([code, stdout], [1, ''])
  const lines = stderr.trim().split('\n')
  assert.equal(lines.length, 3)
  assert.ok(lines.some((line) => line.startsWith('--port must be')))
})

test('config shows effective settings and their sources, with secrets masked', async () => {
  const { code, stdout } = await freshProgram().run(['config', '--json', '--per-page', '7'], {
    CALENDS_ADMIN: 'admin:hush',
  })

  const described = JSON.parse(stdout) as { name: string; value: string; origin: string }[]
  const named = (name: string) => described.find((one) => one.name === name)
  assert.equal(code, 0)
  assert.deepEqual(named('CALENDS_PER_PAGE'), { name: 'CALENDS_PER_PAGE', value: '7', origin: '--per-page' })
  assert.equal(named('CALENDS_ADMIN')?.value, 'admin:***')
})

test('migrate lists pending migrations, runs them, and then has nothing left to do', async () => {
  const program = freshProgram()
  new Sqlite(join(program.folder, 'empty.db')).exec('vacuum').close()
  const migrate = (...words: string[]) =>
    program.call(['migrate', '--database-url', 'sqlite:empty.db', ...words])

  const planned = await migrate('--dry-run')
  const done = await migrate()
  const again = await migrate()

  assert.match(planned.stdout, /^0001-resources\n/)
  assert.equal(done.stdout, planned.stdout)
  assert.deepEqual([again.code, again.stdout], [0, ''])
  assert.match(again.stderr, /up to date/)
})

test('migrate --restored says that another history begins', async () => {
  const program = await freshProgram().migrated()

  const { code, stderr } = await program.call(['migrate', '--restored'])

  assert.equal(code, 0)
  assert.match(
    stderr,
    /^Another history has begun: clients that follow the changes read everything again\.$/m,
  )
})

test('a database of a newer version remains unchanged', async () => {
  const program = await freshProgram().migrated()
  const database = new Sqlite(join(program.folder, 'data/calends.db'))
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')")
  database.close()

  const [served, migrated] = await Promise.all([
    program.run(['serve']),
    program.call(['migrate', '--dry-run']),
  ])

  for (const { code, stderr } of [served, migrated]) {
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The database was migrated by a newer version of Calends; use that version or later\.\n$/,
    )
  }
})

test('an invalid database file and an invalid directory are reported in one sentence', async () => {
  const program = freshProgram()
  writeFileSync(
    join(program.folder, 'letter'),
    'Dear reader, this is a letter and no database at all. '.repeat(20),
  )

  symlinkSync('not mounted', join(program.folder, 'link'))

  const [letter, folder, link, nowhere] = await Promise.all([
    program.run(['serve', '--database-url', 'sqlite:letter']),
    program.run(['serve', '--data-dir', 'letter/data']),
    program.run(['serve', '--data-dir', 'link']),
    program.run(['serve', '--data-dir', '/proc/calends/data']),
  ])

  assert.deepEqual([letter.code, folder.code, link.code, nowhere.code], [1, 1, 1, 1])
  assert.match(letter.stderr, /^Cannot open the database sqlite:letter: the file is not a database\..*\n$/)
  assert.match(folder.stderr, /^Cannot open the database .*: a part of the path is not a directory\..*\n$/)
  assert.match(
    link.stderr,
    /^Cannot open the database .*: a part of the path is a symbolic link to something that does not exist, or .*\. Check .*\n$/,
  )
  assert.match(
    nowhere.stderr,
    /^Cannot open the database .*: .*no directory can be created there\. Check .*\n$/,
  )
})

test('an unreachable database server is reported in one sentence, without the password', async () => {
  const { code, stderr } = await freshProgram().call([
    'migrate',
    '--database-url',
    'postgres://me:hush@127.0.0.1:1/x',
  ])

  assert.deepEqual([code, stderr], [1, 'Cannot use the database: connection refused. Check DATABASE_URL.\n'])
})

/** Something at an address that does not speak like PostgreSQL. */
const impostors: readonly (readonly [name: string, answer: (socket: Socket) => void, reason: string])[] = [
  [
    'a web server',
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'the server ended the connection, or is not PostgreSQL',
  ],
  [
    'another database',
    (socket) => socket.end(Buffer.from('4a0000000a352e372e3100'.padEnd(156, '0'), 'hex')),
    'the server is not PostgreSQL',
  ],
]

for (const [name, answer, reason] of impostors)
  test(`${name} in the place of PostgreSQL is reported in one sentence`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => answer(socket))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await freshProgram().call([
      'migrate',
      '--database-url',
      `postgres://me:hush@127.0.0.1:${port}/x`,
    ])
    server.close()

    assert.deepEqual([code, stderr], [1, `Cannot use the database: ${reason}. Check DATABASE_URL.\n`])
  })

test('users can be added, listed, given passwords and removed', async () => {
  const program = freshProgram()

  const added = await program.run([
    'user',
    'add',
    'Zoe',
    '--role',
    'author',
    '--name',
    'Zoé',
    '--email',
    'z@example.org',
  ])
  const taken = await program.call(['user', 'add', 'zoe', '--role', 'editor'])
  const boss = await program.run(['user', 'add', 'boss', '--role', 'administrator', '--json'])
  const another = await program.call(['user', 'password', 'zoe', '--label', 'phone'])
  const listed = await program.run(['user', 'list', '--json'])
  const table = await program.call(['user', 'list'])
  const last = await program.call(['user', 'remove', 'boss'])
  const removed = await program.run(['user', 'remove', 'zoe', '--reassign', 'boss'])
  const unknown = await program.call(['user', 'remove', 'zoe'])

  const password = /^[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}\n$/
  assert.match(added.stdout, password)
  assert.match(another.stdout, password)
  assert.notEqual(added.stdout, another.stdout)
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /^username: This username is already in use\b.*\n$/)
  assert.match((JSON.parse(boss.stdout) as { token: string }).token, /^cal_/)
  assert.deepEqual(
    (JSON.parse(listed.stdout) as Record<string, unknown>[]).map(({ username, role, name }) => [
      username,
      role,
      name,
    ]),
    [
      ['boss', 'administrator', ''],
      ['Zoe', 'author', 'Zoé'],
    ],
  )
  assert.match(table.stdout, /^ID +USER +ROLE/)
  assert.equal(last.code, 1)
  assert.equal(removed.code, 0)
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'The user zoe does not exist.\n'])
})

test('demo fills an empty database and no other', async () => {
  const program = freshProgram()

  const filled = await program.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })
  const again = await program.call(['demo'])

  assert.equal(filled.code, 0)
  assert.match(
    filled.stderr,
    /^Added a sample town with \d{3} events\.\nThe town is in Switzerland; to show its times and prices as there, set CALENDS_TIMEZONE=Europe\/Zurich and CALENDS_CURRENCY=CHF\.\n$/,
  )
  assert.deepEqual(
    [again.code, again.stderr],
    [1, 'The database is not empty; calends demo requires an empty database.\n'],
  )
})

test('demo is rejected if the site has none of its languages', async () => {
  const { code, stderr } = await freshProgram().call(['demo', '--languages', 'it', '--admin', 'admin:secret'])

  assert.deepEqual(
    [code, stderr],
    [
      1,
      'The sample events exist only in en, fr, de; CALENDS_LANGUAGES must contain at least one of these.\n',
    ],
  )
})

test('the link of a calendar is a URL, and tells the format', async () => {
  const program = freshProgram()

  await program.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })
  const { code, stderr } = await program.call(['import', 'webcal://town.example/?ical=1'])

  assert.deepEqual([code, stderr], [1, 'URLs are read only if CALENDS_OUTGOING=on is set.\n'])
})
