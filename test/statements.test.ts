import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql, type Kysely } from 'kysely'
import { migrate, openDatabase } from '../src/store/open.ts'
import { countedAs } from '../src/store/changes/tracking.ts'
import { load } from '../src/store/sql/read.ts'
import type { Db } from '../src/store/sql/db.ts'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import type { Database } from '../src/store/sql/schema.ts'
import { insertRows } from '../src/store/sql/insert-rows.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { resources } from '../src/resources/index.ts'
import { namesIn } from './plans.ts'
import { createDatabase } from './postgres.ts'

const view = { resources, caller: undefined, language: 'en', now: undefined }
const read = (db: Kysely<Database>) => load(db, resources.tags, [1], view)
const prepared = async (db: Kysely<Database>) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.map(
    ({ name }) => name,
  )

/** One connection alone, so that all that is said goes through the same. */
async function withOneConnection(run: (db: Db, database: OpenDatabase) => Promise<void>) {
  const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
  const database = openDatabase(url, { pool: 1 })
  try {
    await migrate(database)
    await run(database.db, database)
  } finally {
    await database.close()
    await drop()
  }
}

const publishedEvent = {
  ...{ author: 1, date: 0, modified: 0, original_language: 'en', languages: ' en ', status: 'publish' },
  ...{
    event_status: 'scheduled',
    tickets: '',
    sequence: 0,
    is_free: 0,
    all_day: 0,
    timezone: 'UTC',
    start_date: '2026-11-21 10:00:00',
    end_date: '2026-11-21 11:00:00',
  },
  ...{
    start_utc: 0,
    end_utc: 0,
    show_map: 0,
    show_map_link: 0,
    hide_from_listings: 0,
    sticky: 0,
    featured: 0,
  },
}

const addEvents = (db: Db, count: number) =>
  inTransaction(db, (trx) =>
    insertRows(
      trx,
      'events',
      Array.from({ length: count }, (_, index) => ({
        ...publishedEvent,
        id: index + 1,
        ticketed: 0,
        post_parent: 0,
      })),
    ),
  )

const hasServer = process.env.TEST_POSTGRES_URL !== undefined

describe(
  'statements of the hot paths on PostgreSQL',
  hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' },
  () => {
    test('are planned once per connection', () =>
      withOneConnection(async (db) => {
        await read(db)
        const first = await prepared(db)
        await read(db)

        assert.ok(first.length > 0)
        assert.deepEqual(await prepared(db), first)
        for (const name of first) assert.match(name, /^calends \d+ [\w-]{16}$/)
      }))

    test('continue if a pooler has discarded a prepared statement', () =>
      withOneConnection(async (db) => {
        await read(db)
        await sql`deallocate all`.execute(db)

        assert.deepEqual(await read(db), [])
        assert.deepEqual(await prepared(db), [])
      }))

    test('are planned anew when a column was added meanwhile, by readers and writers', () =>
      withOneConnection(async (db) => {
        await read(db)
        await sql`alter table tags add column newer text`.execute(db)

        assert.deepEqual(await read(db), [])

        await read(db)
        await sql`alter table tags add column newest text`.execute(db)
        let tries = 0
        const written = await inTransaction(db, (trx) => {
          tries += 1
          return read(trx)
        })

        assert.deepEqual(written, [])
        assert.equal(tries, 2)
      }))

    test('of triggers find an event by its key, also before PostgreSQL knows how many there are', () =>
      withOneConnection(async (db, database) => {
        await addEvents(db, 2_000)
        assert.deepEqual(await namesIn(database, sql`select ${sql.raw(countedAs('7'))}`.compile(db)), [
          'events_pkey',
          'event_links_key',
        ])
      }))
  },
)
