import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { estimatedEvents } from '../../test/copies.ts'
import { until } from '../../test/images.ts'
import { majorVersionOf, startSavableServer } from '../../test/installed-postgres.ts'
import { createDatabase, type CreatedDatabase, type PostgresServer } from '../../test/postgres.ts'
import { Program } from '../../test/program.ts'
import { authorization, filesAt, uploadPhotograph, withService } from '../../test/served-images.ts'
import { openDatabase } from '../store/open.ts'

/** Backups of PostgreSQL, made with pg_dump and pg_restore of this machine. */

const path = (program: Program, name: string) => join(program.folder, name)
const at = ({ url }: { url: string }) => ({ DATABASE_URL: url, CALENDS_PUBLIC_URL: 'https://town.example' })

/** The responses of a service, by path. */
async function answersOf(origin: string, image: number): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = { files: await filesAt({ origin }, image) }
  const root = '/cal/events/v1'
  const ask = async (path: string) => {
    const response = await fetch(origin + path, { headers: { authorization } })
    assert.equal(response.status, 200, path)
    return (answers[path] = await response.text())
  }
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'])
    for (
      let path: string | undefined = `${root}/${kind}?per_page=100&start_date=2000-01-01`;
      path !== undefined;
    ) {
      const { next_rest_url } = JSON.parse(await ask(path)) as { next_rest_url?: string }
      path = next_rest_url?.replace('https://town.example', '')
    }
  for (const form of ['ics', 'rss', 'atom', 'csv', 'geojson', 'jsonld'])
    await ask(`/fr${root}/events.${form}?start_date=2000-01-01`)
  for (const more of ['users', 'media', 'imports', 'audit']) await ask(`/cal/admin/v1/${more}`)
  return answers
}

const concert = (number: number) => ({
  title: `Concert ${number}`,
  start_date: '2027-01-01 20:00:00',
  end_date: '2027-01-01 22:00:00',
  tags: [`tag ${number}`],
})

async function askServer(url: string, statement: string): Promise<void> {
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  await operator.query(statement).finally(() => operator.end())
}

/** Creates events one by one until `isOver`. */
async function writeUntil(origin: string, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    const response = await fetch(`${origin}/cal/events/v1/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(concert(number)),
    })
    assert.equal(response.status, 201)
  }
}

describe('a database on a server', () => {
  const program = new Program()
  const databases: CreatedDatabase[] = []
  let server: PostgresServer | string

  before(async () => void (server = await startSavableServer()))
  after(async () => {
    for (const database of databases) await database.drop()
    if (typeof server === 'object') await server.stop()
    program.remove()
  })

  /** Runs the test only if there is a server that pg_dump can back up. */
  const withServer =
    (work: (create: () => Promise<CreatedDatabase>) => Promise<void>) => (context: TestContext) => {
      if (typeof server === 'string') return context.skip(server)
      const { url } = server
      return work(async () => {
        const database = await createDatabase(url)
        databases.push(database)
        return database
      })
    }
  let town: CreatedDatabase

  test(
    'comes back from a backup with every answer and every image',
    withServer(async (create) => {
      town = await create()
      const to = await create()
      assert.equal((await program.run(['demo'], { ...at(town), CALENDS_ADMIN: 'admin:secret' })).code, 0)

      const [image, expected] = await withService(program, at(town), async (service) => {
        const image = await uploadPhotograph(service)
        const answers = await answersOf(service.origin, image)
        const { code, stderr } = await program.run(['backup', 'saved.dump'], at(town))
        assert.equal(code, 0, stderr)
        assert.equal(statSync(path(program, 'saved.dump')).mode & 0o777, 0o600)
        return [image, answers] as const
      })
      const restored = await program.run(['restore', 'saved.dump'], { ...at(to), CALENDS_DATA_DIR: 'other' })
      const checked = await program.call(['check'], { ...at(to), CALENDS_DATA_DIR: 'other' })

      assert.deepEqual([restored.code, checked.code], [0, 0], restored.stderr + checked.stdout)
      assert.match(restored.stderr, /\nImages restored: 7 files\.\n$/)
      const target = openDatabase(to.url)
      assert.ok((await estimatedEvents(target).finally(() => target.close())) > 0)
      const answers = await withService(program, { ...at(to), CALENDS_DATA_DIR: 'other' }, ({ origin }) =>
        answersOf(origin, image),
      )
      for (const [path, answer] of Object.entries(expected)) assert.deepEqual(answers[path], answer, path)
    }),
  )

  test(
    'is saved as of one moment while others write',
    withServer(async (create) => {
      const to = await create()

      await withService(program, at(town), async ({ origin }) => {
        let isOver = false
        const writing = writeUntil(origin, () => isOver)
        const { code, stderr } = await program.run(['backup', 'busy.dump'], at(town))
        isOver = true
        await writing
        assert.equal(code, 0, stderr)
      })
      const restored = await program.call(['restore', 'busy.dump', '--no-images'], at(to))
      const checked = await program.call(['check'], at(to))

      assert.deepEqual([restored.code, checked.code], [0, 0], restored.stderr + checked.stdout)
    }),
  )

  test(
    'comes back into the schema of its tables, whether it exists or not',
    withServer(async (create) => {
      const [from, withSchema, without] = [await create(), await create(), await create()]
      for (const { url } of [from, withSchema]) await askServer(url, 'create schema town')
      const inSchema = ({ url }: CreatedDatabase) => {
        const address = new URL(url)
        address.searchParams.set('options', '-csearch_path=town')
        return { ...at({ url: address.href }), CALENDS_DATA_DIR: 'schemas' }
      }
      const made = await program.call(['user', 'add', 'maria', '--role', 'editor'], inSchema(from))
      assert.equal(made.code, 0, made.stderr)
      const saved = await program.call(['backup', 'schema.dump'], inSchema(from))
      assert.equal(saved.code, 0, saved.stderr)

      const refused = await program.call(['restore', 'schema.dump'], at(without))
      assert.deepEqual(
        [refused.code, refused.stderr],
        [
          1,
          'The backup is of the schema town, but the search_path of DATABASE_URL leads to public. Restore it with ?options=-csearch_path%3Dtown in DATABASE_URL.\n',
        ],
      )
      for (const to of [withSchema, without]) {
        const restored = await program.call(['restore', 'schema.dump'], inSchema(to))
        const listed = await program.call(['user', 'list'], inSchema(to))
        assert.deepEqual([restored.code, listed.code], [0, 0], restored.stderr + listed.stderr)
        assert.match(listed.stdout, /maria/)
      }
    }),
  )

  test(
    'is saved without what others keep in the same database',
    withServer(async (create) => {
      const [shared, to] = [await create(), await create()]
      const operator = new pg.Client({ connectionString: shared.url })
      await operator.connect()
      const role = `town_${randomUUID().replaceAll('-', '')}`
      for (const statement of [
        `create role ${role} login password 'secret'`,
        `create schema calends authorization ${role}`,
        `alter role ${role} set search_path = calends, public`,
        'create extension pg_trgm schema public',
        'create table public.notes (text text)',
        'create schema "Another program"',
        'create table "Another program".notes (text text)',
        `grant create on database ${new URL(to.url).pathname.slice(1)} to ${role}`,
      ])
        await operator.query(statement)
      const own = (url: string) => ({
        ...at({ url: Object.assign(new URL(url), { username: role, password: 'secret' }).href }),
        CALENDS_DATA_DIR: 'shared',
      })
      assert.equal(
        (await program.run(['demo'], { ...own(shared.url), CALENDS_ADMIN: 'admin:secret' })).code,
        0,
      )

      const saved = await program.run(['backup', 'shared.dump'], own(shared.url))
      assert.equal(saved.code, 0, saved.stderr)
      const restored = await program.run(['restore', 'shared.dump'], own(to.url))
      const checked = await program.run(['check'], own(to.url))

      assert.deepEqual([restored.code, checked.code], [0, 0], restored.stderr + checked.stderr)
      const target = openDatabase(to.url)
      const { rows } = await sql`select 1 from pg_tables where tablename = 'notes'`.execute(target.db)
      await target.close()
      assert.deepEqual(rows, [])
      await operator.end()
    }),
  )

  test(
    'comes back where somebody else has created the extension',
    withServer(async (create) => {
      const [from, to] = [await create(), await create()]
      const role = `town_${randomUUID().replaceAll('-', '')}`
      await askServer(from.url, `create role ${role} login password 'secret'`)
      const own = ({ url }: CreatedDatabase) => ({
        ...at({ url: Object.assign(new URL(url), { username: role, password: 'secret' }).href }),
        CALENDS_DATA_DIR: 'extension',
      })
      for (const { url } of [from, to])
        for (const statement of [
          'create schema extensions',
          `grant usage on schema extensions to ${role}`,
          'create extension pg_trgm schema extensions',
          `grant create on schema public to ${role}`,
        ])
          await askServer(url, statement)
      await program.call(['user', 'add', 'maria', '--role', 'administrator'], own(from))

      const saved = await program.call(['backup', 'extension.dump'], own(from))
      assert.equal(saved.code, 0, saved.stderr)
      const restored = await program.call(['restore', 'extension.dump'], own(to))
      const checked = await program.call(['check'], own(to))

      assert.deepEqual([restored.code, checked.code], [0, 0], restored.stderr + checked.stdout)
      assert.match((await program.call(['user', 'list'], own(to))).stdout, /maria/)
    }),
  )

  test(
    'is not saved further after a signal, and leaves no unfinished file',
    withServer(async () => {
      // Of their own, because a transaction sees the activity as it was when it first looked.
      const [operator, observer] = [0, 1].map(() => new pg.Client({ connectionString: town.url })) as [
        pg.Client,
        pg.Client,
      ]
      await Promise.all([operator.connect(), observer.connect()])
      const dumping = async () =>
        (
          await observer.query(
            "select 1 from pg_stat_activity where application_name = 'pg_dump' and datname = current_database()",
          )
        ).rowCount === 1
      await operator.query('begin')
      await operator.query('lock table events')
      const run = program.start(['backup', 'stopped.dump', '--no-images'], at(town))
      await until(dumping, (is) => is)
      run.kill('SIGTERM')
      await run.outcome()

      await until(dumping, (is) => !is)
      await Promise.all([operator.end(), observer.end()])
      assert.deepEqual(
        readdirSync(program.folder).filter((name) => name.startsWith('stopped')),
        [],
      )
    }),
  )

  test(
    'is restored into an empty one only, from a whole backup of this version',
    withServer(async (create) => {
      const empty = await create()
      const whole = readFileSync(path(program, 'saved.dump'))
      writeFileSync(path(program, 'letter'), 'Dear reader')
      writeFileSync(path(program, 'half.dump'), whole.subarray(0, whole.length / 2))
      writeFileSync(path(program, 'end.dump'), whole.subarray(0, -1_000))
      const newer = openDatabase(town.url)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
        newer.db,
      )
      const future = await program.call(['backup', 'newer.dump', '--no-images'], at(town))
      await sql`delete from kysely_migration where name = '9999-later'`.execute(newer.db)
      await newer.close()

      const outcomes: Record<string, string> = {}
      for (const name of ['letter', 'half.dump', 'end.dump', 'newer.dump', 'nowhere'])
        outcomes[name] = (await program.call(['restore', name], at(empty))).stderr
      outcomes.full = (await program.call(['restore', 'saved.dump'], at(town))).stderr
      outcomes.twice = (await program.call(['backup', 'saved.dump'], at(town))).stderr
      outcomes.without = (await program.call(['backup', 'x.dump'], at(empty))).stderr
      outcomes.program = (await program.call(['backup', 'x.dump'], { ...at(town), PATH: '/nowhere' })).stderr

      assert.equal(future.code, 0, future.stderr)
      assert.match(outcomes.letter!, /^pg_restore failed: .*archive.*\n$/)
      for (const name of ['half.dump', 'end.dump'])
        assert.match(
          outcomes[name]!,
          /^The backup is damaged or cut off: pg_restore failed: .*end of file\n$/,
        )
      assert.match(outcomes['newer.dump']!, /newer version of Calends.*\n$/)
      assert.match(outcomes.nowhere!, /^The backup file .*nowhere does not exist\.\n$/)
      assert.match(outcomes.full!, /^The database is not empty; create another one with createdb.*\n$/)
      assert.match(outcomes.twice!, /already exists; choose another name\.\n$/)
      assert.equal(outcomes.without, 'The database is not a Calends database.\n')
      assert.match(outcomes.program!, /^pg_dump cannot be started; install .*postgresql-client\)\.\n$/)
      assert.equal(existsSync(path(program, 'x.dump')), false)
      const left = openDatabase(empty.url)
      assert.deepEqual(await left.db.introspection.getTables(), [])
      await left.close()
    }),
  )
})

test('a server newer than pg_dump is reported with both versions', async (context) => {
  const url = process.env.TEST_POSTGRES_URL
  const savable = await startSavableServer()
  if (typeof savable === 'object') await savable.stop()
  if (url === undefined || typeof savable === 'string' || savable.url === url)
    return context.skip('there is no pg_dump that is older than the server of the tests')
  const program = new Program()
  try {
    const { code, stderr } = await program.call(['backup', 'saved.dump'], { DATABASE_URL: url })

    assert.equal(code, 1)
    const version = await majorVersionOf(url)
    assert.match(
      stderr,
      new RegExp(`^pg_dump \\d+\\.\\d+ is older than the server, ${version}\\.\\d+; install .*\\n$`),
    )
    assert.equal(existsSync(path(program, 'saved.dump')), false)
  } finally {
    program.remove()
  }
})
