import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { DatabaseError, migrate, openDatabase, pendingMigrations } from '../src/store/open.ts'
import { importedFrom } from '../src/store/imports/imported.ts'
import { identifierKey, sourceKey } from '../src/store/imports/keys.ts'
import { contactsOfSeries } from '../src/store/sql/migrations/0027-contacts-of-series.ts'
import { createDatabase } from './postgres.ts'
import { scriptCommand } from './scripts.ts'
import { anEvent, Service } from './service.ts'

const execute = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'calends-migrations-'))
const drops: (() => Promise<void>)[] = []
after(async () => {
  for (const drop of drops) await drop()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0
const newFile = () => join(folder, `${(files += 1)}.db`)

async function newServerDatabase(): Promise<string> {
  const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
  drops.push(drop)
  return url
}

/** The statements of a fixture, one after the other. */
const fixture = (name: string): string[] =>
  readFileSync(new URL(`fixtures/first-release.${name}.sql`, import.meta.url), 'utf8').split('\n--\n')

function fileOfFirstRelease(): Promise<string> {
  const file = newFile()
  const connection = new Sqlite(file)
  for (const statement of [...fixture('schema'), ...fixture('rows')]) connection.exec(statement)
  connection.close()
  return Promise.resolve(`sqlite:${file}`)
}

const counted = [
  ['entry_ids', 'id'],
  ['term_ids', 'id'],
  ['users', 'id'],
  ...['event_texts', 'venue_texts', 'organizer_texts', 'category_texts', 'tag_texts'].map((name) => [
    name,
    'text_id',
  ]),
] as [string, string][]

async function serverOfFirstRelease(): Promise<string> {
  const url = await newServerDatabase()
  const database = openDatabase(url)
  await database.migrator.migrateTo('0001-resources')
  await sql`delete from state`.execute(database.db)
  for (const statement of fixture('rows')) await sql.raw(statement).execute(database.db)
  for (const [table, column] of counted)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), (select max(${sql.ref(column)}) from ${sql.table(table)}))`.execute(
      database.db,
    )
  await database.close()
  return url
}

/** Migrates in a process of its own; fails where that does. */
async function migrateElsewhere(url: string): Promise<string> {
  return (await execute(process.execPath, [...scriptCommand('migrate'), url])).stdout
}

const imported = (source: string, external_id: string) => ({
  source,
  external_id,
  kind: 'events' as const,
  target: 1,
  record: '{}',
  version: 1,
  edited: '[]',
  occurrences: null,
})

const engines = [
  {
    engine: 'sqlite' as const,
    empty: () => Promise.resolve(`sqlite:${newFile()}`),
    firstRelease: fileOfFirstRelease,
  },
  { engine: 'postgres' as const, empty: newServerDatabase, firstRelease: serverOfFirstRelease },
]

/** The titles of the first free and the first paid event that a service finds in a database. */
async function freeAndPaid(url: string, t: TestContext): Promise<readonly string[]> {
  const service = new Service({ DATABASE_URL: url })
  await service.start()
  t.after(() => service.stop())
  const found = async (cost: string) => (await service.get(`/events?cost=${cost}`)).body.events
  return [await found('free'), await found('paid')].map(([{ title }]) => title)
}

for (const { engine, empty, firstRelease } of engines) {
  const isThere = engine === 'sqlite' || process.env.TEST_POSTGRES_URL !== undefined
  describe(`on ${engine}`, isThere ? {} : { skip: 'TEST_POSTGRES_URL is not set' }, () => {
    test('ten processes that start together run each migration once', async () => {
      const url = await empty()
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => migrateElsewhere(url)))
      const database = openDatabase(url)
      const names = (await database.migrator.getMigrations()).map(({ name }) => name)
      await database.close()

      assert.equal(outcomes.join(''), names.map((name) => `${name}\n`).join(''))
    })

    test('a database of a newer version is refused and left as it is', async () => {
      const database = openDatabase(await empty())
      await migrate(database)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
        database.db,
      )

      await assert.rejects(migrate(database), DatabaseError)
      await assert.rejects(pendingMigrations(database), DatabaseError)
      await database.close()
    })

    test('pending migrations are listed without running them', async () => {
      const database = openDatabase(await empty())
      const pending = await pendingMigrations(database)

      assert.deepEqual(await pendingMigrations(database), pending)
      assert.deepEqual(await migrate(database), pending)
      assert.deepEqual(await pendingMigrations(database), [])
      await database.close()
    })

    test('events of the first release are found by their costs', async (t) => {
      const url = await firstRelease()
      const former = openDatabase(url)
      for (const [title, cost] of [
        ['Once', '0'],
        ["Ella's Concert", '5 - 10'],
      ])
        await former.db.updateTable('event_texts').set({ cost }).where('title', '=', title!).execute()
      await former.close()
      assert.deepEqual(await freeAndPaid(url, t), ['Once', "Ella's Concert"])
    })

    test('events of the first release without a cost are found by what their tickets cost', async (t) => {
      const url = await firstRelease()
      const former = openDatabase(url)
      for (const [title, price] of [
        ['Once', '0'],
        ["Ella's Concert", 5],
      ]) {
        const tickets = JSON.stringify([{ name: 'Door', price, availability: 'in_stock' }])
        const named = former.db
          .selectFrom('event_texts')
          .select('id')
          .where('title', '=', title as string)
        await former.db.updateTable('events').set({ tickets, ticketed: 1 }).where('id', '=', named).execute()
      }
      await former.close()
      assert.deepEqual(await freeAndPaid(url, t), ['Once', "Ella's Concert"])
    })

    test('a database of the first release is migrated with all its data', async (t) => {
      const service = new Service({ DATABASE_URL: await firstRelease() })
      await service.start()
      t.after(() => service.stop())
      const { body } = await service.get('/events')
      const titles = body.events.map(({ title }: { title: string }) => title)
      const [concert] = (await service.get('/events?search=concert')).body.events
      const german = (await service.get(`/events/${concert.id}?ml_language=de`)).body
      const once = { headers: { 'idempotency-key': 'once' } }
      const repeated = await service.post('/events', anEvent({ title: 'Another' }), once)
      const { body: made } = await service.post('/tags', { name: 'New' })

      assert.deepEqual([body.total, titles.sort()], [2, ["Ella's Concert", 'Once']])
      assert.equal(german.title, 'Ellas Konzert')
      assert.deepEqual(
        [concert.venue.venue, concert.venue.city, concert.organizer[0].organizer],
        ['Great Hall', 'Zürich', 'Jazz Club'],
      )
      assert.deepEqual(
        [concert.categories[0].name, concert.tags[0].name, concert.description.includes('with a band')],
        ['Jazz', 'Evening', true],
      )
      assert.equal((await service.get('/events?categories=music')).body.total, 1)
      assert.equal((await service.get('/venues?search=zuerich')).body.total, 1)
      assert.equal(repeated.status, 422)
      assert.ok(made.id > concert.tags[0].id)
      const states = (await service.get('/events?status=draft,trash', { as: 'admin:secret' })).body
      assert.equal(states.total, 2)
    })

    test('tokens for the feed of changes remain valid', async (t) => {
      const url = await empty()
      const former = openDatabase(url)
      await former.migrator.migrateTo('0028-bounded-keys')
      const change = { seq: 1, version: 0, kind: 'tags', id: 1, former_state: null, state: '', modified: 0 }
      await former.db
        .insertInto('change_feed')
        .values({ ...change, recorded: 0 } as never)
        .execute()
      await former.db
        .insertInto('settled_texts')
        .values({ name: 'database', value: '00abc4567890' })
        .execute()
      await former.close()
      const service = new Service({ DATABASE_URL: url })
      await service.start()
      t.after(() => service.stop())
      const token = Buffer.from('00abc4567890 1').toString('base64url')
      await service.post('/tags', { name: 'New' })

      const { status, body } = await service.get(`/changes?since=${token}`)
      assert.deepEqual(
        [status, body.changes?.map(({ action }: { action: string }) => action)],
        [200, ['created']],
      )
    })

    test('decisions that do not record the language of their title are listed without it', async (t) => {
      const url = await empty()
      const former = openDatabase(url)
      await former.migrator.migrateTo('0031-free-tickets')
      const target = { target_kind: 'event', target_id: 1, target_name: 'Fondue pour tous' }
      const decision = { at: Math.floor(Date.now() / 1000), action: 'event-accepted', username: 'editor' }
      await former.db
        .insertInto('audit_log')
        .values({ ...decision, ...target, address: '' } as never)
        .execute()
      await former.close()
      const service = new Service({ DATABASE_URL: url })
      await service.start()
      t.after(() => service.stop())

      const { body } = await service.get('//cal/admin/v1/reviews', { as: 'admin:secret' })
      assert.deepEqual(
        body.reviews.map(({ event }: { event: unknown }) => event),
        [{ id: 1, title: 'Fondue pour tous' }],
      )
    })

    test('records with long identifiers of earlier imports are recognized', async (t) => {
      const url = await empty()
      const service = new Service({ DATABASE_URL: url })
      const former = openDatabase(url)
      await former.migrator.migrateTo('0027-contacts-of-series')
      // SQLite stored what PostgreSQL does not.
      const unstorable = engine === 'sqlite' ? 'a\0b' : 'ab'
      const ids = ['i'.repeat(4_000), unstorable, 'short']
      await former.db
        .insertInto('imported')
        .values(ids.map((id) => imported('s'.repeat(2_000), id)))
        .execute()
      await former.close()
      await service.start()
      t.after(() => service.stop())
      const known = await importedFrom(
        service.database.db,
        sourceKey('s'.repeat(2_000)),
        ids.map(identifierKey),
      )

      assert.deepEqual([...known.keys()].sort(), ids.map(identifierKey).sort())
      for (const key of known.keys()) assert.ok(key.length < 200 && !key.includes('\0'))
    })

    test('contacts that stayed with decided suggestions are deleted', async (t) => {
      const service = new Service({ DATABASE_URL: await empty(), CALENDS_SUGGESTIONS: 'on' })
      await service.start()
      t.after(() => service.stop())
      const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=2'
      const suggest = async (title: string, fields: { status?: string; recurrence?: string }) => {
        const contact = { name: 'Vera', email: 'vera@example.org' }
        await service.post('//cal/admin/v1/suggestions', anEvent({ title, contact }), { as: null })
        const { body } = await service.get('/events?status=pending&orderby=id&order=desc', {
          as: 'admin:secret',
        })
        const { id } = body.events[0]
        const { post_parent: series } = (await service.patch(`/events/${id}`, fields)).body
        return { id, series } as { id: number; series: number }
      }
      const waiting = await suggest('Waiting', {})
      const repeating = await suggest('Repeating', { recurrence })
      const published = await suggest('Published', { recurrence })
      await service.patch(`/events/${published.series}`, { status: 'publish' })
      const removed = await suggest('Removed', { recurrence })
      await service.delete(`/events/${removed.series}?force=true`)

      const { db } = service.database
      const firsts = db.updateTable('history').where('kind', '=', 'events').where('version', '=', 1)
      const note = 'Vera <vera@example.org>'
      await firsts.set({ note: null }).execute()
      const ids = [waiting.id, repeating.id, published.id, removed.id]
      await firsts.set({ note }).where('id', 'in', ids).execute()
      // By itself, because later migrations cannot run twice.
      await contactsOfSeries.up(db as never)

      const left = await db.selectFrom('history').select('id').where('note', 'is not', null).execute()
      assert.deepEqual(left.map(({ id }) => id).toSorted(), [waiting.id, repeating.series].toSorted())
    })

    test('a translation that was outdated stays so, and does not say which fields are concerned', async (t) => {
      const url = await firstRelease()
      const older = openDatabase(url)
      await sql`update event_texts set version = 2 where language = 'en'`.execute(older.db)
      await older.close()
      const service = new Service({ DATABASE_URL: url })
      await service.start()
      t.after(() => service.stop())
      const [concert] = (await service.get('/events?search=concert')).body.events
      const { body } = await service.patch(`/events/${concert.id}`, { title: 'Our concert' })

      const [before, after] = [concert, body].map(({ translations: { de } }) => [
        de.is_outdated,
        de.outdated_fields,
      ])
      assert.deepEqual(before, [true, undefined])
      assert.deepEqual(after, [true, ['title']])
    })
  })
}
