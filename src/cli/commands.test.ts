import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
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
  assert.match(ofServe.stdout, /--per-page <value>\s+Items on a page[^(]*\(default: 12;\s+CALENDS_PER_PAGE\)/)
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
})

test('a wrong call is 2, and says how to find out', async () => {
  const program = freshProgram()

  const calls = [
    [],
    ['dance'],
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

test('all that is wrong with the settings is told, one problem a line', async () => {
  const { code, stdout, stderr } = await freshProgram().run(['serve', '--port', 'many'], {
    CALENDS_PER_PAGE: '0',
    CALENDS_COLOUR: 'red',
  })

  assert.deepEqual([code, stdout], [1, ''])
  const lines = stderr.trim().split('\n')
  assert.equal(lines.length, 3)
  assert.ok(lines.some((line) => line.startsWith('--port must be')))
})

test('config shows what is in force and where it was said, secrets left out', async () => {
  const { code, stdout } = await freshProgram().run(['config', '--json', '--per-page', '7'], {
    CALENDS_ADMIN: 'admin:hush',
  })

  const described = JSON.parse(stdout) as { name: string; value: string; origin: string }[]
  const named = (name: string) => described.find((one) => one.name === name)
  assert.equal(code, 0)
  assert.deepEqual(named('CALENDS_PER_PAGE'), { name: 'CALENDS_PER_PAGE', value: '7', origin: '--per-page' })
  assert.equal(named('CALENDS_ADMIN')?.value, 'admin:***')
})

test('migrate says what is to be done, does it, and has nothing to do again', async () => {
  const program = freshProgram()
  new Sqlite(join(program.folder, 'empty.db')).exec('vacuum').close()
  const migrate = (...words: string[]) =>
    program.run(['migrate', '--database-url', 'sqlite:empty.db', ...words])

  const planned = await migrate('--dry-run')
  const done = await migrate()
  const again = await migrate()

  assert.match(planned.stdout, /^0001-resources\n/)
  assert.equal(done.stdout, planned.stdout)
  assert.deepEqual([again.code, again.stdout], [0, ''])
  assert.match(again.stderr, /up to date/)
})

test('a database of a newer version is left alone', async () => {
  const program = freshProgram()
  await program.run(['migrate'])
  const database = new Sqlite(join(program.folder, 'data/calends.db'))
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')")
  database.close()

  const [served, migrated] = await Promise.all([
    program.run(['serve']),
    program.run(['migrate', '--dry-run']),
  ])

  for (const { code, stderr } of [served, migrated]) {
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The database was written by a newer version of this program; use that version\.\n$/,
    )
  }
})

test('what is no database, and a folder that cannot be, are told in a sentence', async () => {
  const program = freshProgram()
  writeFileSync(
    join(program.folder, 'letter'),
    'Dear reader, this is a letter and no database at all. '.repeat(20),
  )

  const [letter, folder] = await Promise.all([
    program.run(['serve', '--database-url', 'sqlite:letter']),
    program.run(['serve', '--data-dir', 'letter/data']),
  ])

  assert.deepEqual([letter.code, folder.code], [1, 1])
  assert.match(
    letter.stderr,
    /^The database sqlite:letter cannot be opened: the file is not a database\..*\n$/,
  )
  assert.match(folder.stderr, /^The database .* cannot be opened: a part of the path is not a folder\..*\n$/)
})

test('a server of databases that is not there is told in a sentence, without the password', async () => {
  const { code, stderr } = await freshProgram().run([
    'migrate',
    '--database-url',
    'postgres://me:hush@127.0.0.1:1/x',
  ])

  assert.deepEqual(
    [code, stderr],
    [1, 'The database cannot be used: its server does not run there. DATABASE_URL says where it is.\n'],
  )
})

test('users are added, listed, given passwords and removed', async () => {
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
  const taken = await program.run(['user', 'add', 'zoe', '--role', 'editor'])
  const boss = await program.run(['user', 'add', 'boss', '--role', 'administrator', '--json'])
  const another = await program.run(['user', 'password', 'zoe', '--label', 'phone'])
  const listed = await program.run(['user', 'list', '--json'])
  const table = await program.run(['user', 'list'])
  const last = await program.run(['user', 'remove', 'boss'])
  const removed = await program.run(['user', 'remove', 'zoe', '--reassign', 'boss'])
  const unknown = await program.run(['user', 'remove', 'zoe'])

  const password = /^[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}\n$/
  assert.match(added.stdout, password)
  assert.match(another.stdout, password)
  assert.notEqual(added.stdout, another.stdout)
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /^username: There is a user of that name already\b.*\n$/)
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
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no user zoe.\n'])
})

test('the demonstration fills an empty database, and no other', async () => {
  const program = freshProgram()

  const filled = await program.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })
  const again = await program.run(['demo'])

  assert.equal(filled.code, 0)
  assert.match(filled.stderr, /^The database now has a town with \d{3} events\.\n$/)
  assert.deepEqual(
    [again.code, again.stderr],
    [1, 'The database is not empty; the demonstration fills only an empty one.\n'],
  )
})

test('a site in a language that the demonstration does not speak is told so', async () => {
  const { code, stderr } = await freshProgram().run(['demo', '--languages', 'it', '--admin', 'admin:secret'])

  assert.deepEqual(
    [code, stderr],
    [1, 'The demonstration speaks en, fr, de; CALENDS_LANGUAGES has none of them.\n'],
  )
})
