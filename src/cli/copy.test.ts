import assert from 'node:assert/strict'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { Program } from '../../test/program.ts'
import { createDatabase } from '../../test/postgres.ts'
import { openDatabase } from '../store/open.ts'

const program = new Program()
const townUrl = 'sqlite:data/calends.db'

before(async () => {
  assert.equal((await program.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })).code, 0)
})
after(() => program.remove())

const copy = (from: string, to: string) => ['copy', '--from', from, '--to', to]
const complete = /Copy complete: (\d+) rows are identical in both databases[^\n]*\.\n$/

/** Whether the database is marked as an unfinished copy. */
function isUnfinished(name: string): boolean {
  const database = new Sqlite(join(program.folder, name), { readonly: true })
  try {
    return database.prepare("select 1 from sqlite_master where name = 'unfinished_copy'").get() !== undefined
  } finally {
    database.close()
  }
}

test('a database is copied, with one line per table', async () => {
  const { code, stdout, stderr } = await program.run(copy(townUrl, 'sqlite:copy.db'))

  assert.deepEqual([code, stdout], [0, ''])
  assert.match(stderr, /^users: 1 rows\n/)
  assert.match(stderr, /^events: \d{3} rows\n/m)
  assert.match(stderr, complete)
})

test('an interrupted copy resumes where it stopped', async () => {
  const killed = program.start(copy(townUrl, 'sqlite:killed.db'))
  await killed.says(/^events: /m)
  killed.kill('SIGKILL')
  await killed.outcome()
  assert.ok(isUnfinished('killed.db'), 'the copy was over before it was killed')

  const served = await program.run(['serve', '--database-url', 'sqlite:killed.db'])
  const saved = await program.call(['backup', 'killed-saved.db', '--database-url', 'sqlite:killed.db'])
  const { code, stderr } = await program.call(copy(townUrl, 'sqlite:killed.db'))

  assert.deepEqual(
    [served.code, served.stderr],
    [1, 'The database is an unfinished copy; finish it by running calends copy again.\n'],
  )
  assert.deepEqual(
    [saved.code, saved.stderr],
    [1, 'The database contains an unfinished copy and cannot be restored.\n'],
  )
  assert.equal(code, 0)
  assert.match(
    stderr,
    /complete: \d+ rows are identical in both databases, including those copied by an earlier run/,
  )
  assert.ok(!isUnfinished('killed.db'))
})

test('a target whose copy was interrupted before it was migrated is no new database', async () => {
  const marked = new Sqlite(join(program.folder, 'marked.db'))
  marked.exec('create table unfinished_copy (name text primary key, value text not null)')
  const source = realpathSync(join(program.folder, 'data/calends.db'))
  marked.prepare("insert into unfinished_copy values ('source', ?)").run(`sqlite:${source}`)
  marked.close()
  const at = ['--database-url', 'sqlite:marked.db']

  const refused = []
  refused.push(await program.run(['serve', ...at]))
  for (const command of [['demo'], ['user', 'list'], ['user', 'add', 'a', '--role', 'author']])
    refused.push(await program.call([...command, ...at]))
  const { code, stderr } = await program.call(copy(townUrl, 'sqlite:marked.db'))

  for (const outcome of refused)
    assert.deepEqual(
      [outcome.code, outcome.stderr],
      [1, 'The database is an unfinished copy; finish it by running calends copy again.\n'],
    )
  assert.equal(code, 0, stderr)
  assert.match(stderr, complete)
  assert.ok(!isUnfinished('marked.db'))
})

test('an impossible copy is reported in one sentence', async () => {
  const outcomes = await Promise.all([
    program.call(copy(townUrl, townUrl)),
    program.call(copy('sqlite:nowhere.db', 'sqlite:other.db')),
    program.call(copy(townUrl, 'postgres://me:hush@127.0.0.1:1/x')),
    program.call(copy('postgres://me:hush@127.0.0.1:1/x', 'sqlite:other.db')),
  ])

  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [1, 1, 1, 1],
  )
  const [same, missing, target, source] = outcomes.map(({ stderr }) => stderr)
  assert.equal(same, 'The source and the target must be different databases.\n')
  assert.match(missing!, /^The file .*nowhere\.db does not exist\.\n$/)
  assert.equal(
    target,
    'Cannot use the target database postgres://me:***@127.0.0.1:1/x: connection refused.\n',
  )
  assert.match(source!, /^Cannot use the source database postgres:.*: /)
})

test('a copy that the source refuses creates no target', async () => {
  writeFileSync(join(program.folder, 'empty.db'), '')
  for (const source of ['empty.db', 'no/such.db']) {
    const { code } = await program.call(copy(`sqlite:${source}`, 'sqlite:new/copy.db'))
    assert.equal(code, 1)
    for (const name of ['new', 'no']) assert.ok(!existsSync(join(program.folder, name)), name)
  }
})

test('an invalid URL is a usage error, whose message does not repeat the password', async () => {
  const [wrong, missing] = await Promise.all([
    program.call(copy('mysql://maria:hunter2@x', 'sqlite:x.db')),
    program.call(['copy', '--from', townUrl]),
  ])

  assert.deepEqual([wrong.code, missing.code], [2, 2])
  assert.match(wrong.stderr, /^--from must be sqlite:FILE[^\n]+\n$/)
  assert.doesNotMatch(wrong.stderr, /hunter2/)
})

const url = process.env.TEST_POSTGRES_URL

test(
  'there and back again',
  url === undefined ? { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' } : {},
  async () => {
    const server = await createDatabase(url!)
    try {
      const there = await program.call(copy(townUrl, server.url))
      const back = await program.call(copy(server.url, 'sqlite:back.db'))

      assert.deepEqual([there.code, back.code], [0, 0])
      assert.equal(complete.exec(there.stderr)![1], complete.exec(back.stderr)![1])
      const tables = ['events', 'event_texts', 'event_links', 'users', 'application_passwords', 'state']
      const dumps = ['data/calends.db', 'back.db'].map((name) => {
        const database = new Sqlite(join(program.folder, name), { readonly: true })
        const rows = tables.map((table) => database.prepare(`select * from ${table}`).all())
        database.close()
        return rows.map((some) => some.map((row) => JSON.stringify(row)).sort())
      })
      assert.deepEqual(dumps[1], dumps[0])
    } finally {
      await server.drop()
    }
  },
)

test(
  'a calendar is copied into another schema of its database',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    t.after(drop)
    const { db, close } = openDatabase(url)
    await sql`create schema village`.execute(db)
    await close()
    const inVillage = `${url}?options=-csearch_path%3Dvillage`
    await program.call(['user', 'add', 'maria', '--role', 'editor'], { DATABASE_URL: url })

    const { code, stderr } = await program.call(copy(url, inVillage))

    assert.equal(code, 0, stderr)
    assert.match((await program.call(['user', 'list'], { DATABASE_URL: inVillage })).stdout, /maria/)
  },
)
