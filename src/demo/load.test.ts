import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrate, openDatabase } from '../store/open.ts'
import { resources } from '../resources/index.ts'
import type { Site } from '../resources/parameter.ts'
import { isEmpty, loadTown, unfinished } from './load.ts'
import { seededRandom } from './random.ts'
import { makeTown, sizeOf, type TownEvent } from './town.ts'

const site: Site = {
  now: 1_795_262_400,
  timezone: 'Europe/Zurich',
  languages: ['en', 'fr', 'de'],
  perPage: 12,
  maxPerPage: 100,
  horizon: 24,
  maxTitle: 500,
  maxDescription: 1_048_576,
  maxList: 1000,
  geolocation: true,
  suggestions: false,
  importsImages: false,
  sendsMail: false,
  currency: { symbol: '$', position: 'prefix' },
}
const author = { id: 1, username: 'admin', role: 'administrator' } as const
const town = makeTown({ today: '2026-11-21', random: seededRandom(1) })
const sumOf = (size: (event: TownEvent) => number) => town.events.reduce((sum, event) => sum + size(event), 0)
/** A series has one row, and another one for each of its dates. */
const rowsOf = (event: TownEvent) => (event.dates === undefined ? 1 : 1 + event.dates.length)
const database = openDatabase('sqlite::memory:')
const { db } = database

before(async () => {
  await migrate(database)
})
after(() => database.close())

test('a town that is interrupted leaves the database empty', async () => {
  const progress = (done: number) => {
    if (done > 0) throw new Error('interrupted')
  }

  await assert.rejects(loadTown({ db, resources, site, author, progress }, town), /^Error: interrupted$/)

  assert.equal(await isEmpty(db), true)
})

test('a town fills an empty database', async () => {
  assert.equal(await isEmpty(db), true)
  const seen: number[] = []

  const count = await loadTown({ db, resources, site, author, progress: (done) => seen.push(done) }, town)

  assert.equal(count, sumOf(sizeOf))
  assert.equal(await isEmpty(db), false)
  assert.equal(seen.at(-1), town.events.length)
  const listed = await db.selectFrom('events').select('id').where('hide_from_listings', '=', 0).execute()
  assert.equal(listed.length, count)
  assert.equal((await db.selectFrom('venues').select('id').execute()).length, town.venues.length)
})

test('texts exist in the languages that the town defines', async () => {
  const { n } = await db
    .selectFrom('event_texts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()

  assert.equal(
    n,
    sumOf((event) => Object.keys(event.texts).length * rowsOf(event)),
  )
})

test('exactly the translations older than the original are reported as outdated', async () => {
  const texts = await db
    .selectFrom('event_texts')
    .where('outdated_fields', 'is not', null)
    .select('id')
    .execute()

  assert.equal(
    texts.length,
    sumOf((event) => event.outdated.length * rowsOf(event)),
  )
  assert.ok(texts.length > 0)
})

test('events have their venues and statuses', async () => {
  const linked = await db.selectFrom('event_links').select('event_id').where('kind', '=', 'venue').execute()
  const drafts = await db.selectFrom('events').select('id').where('status', '=', 'draft').execute()

  assert.equal(
    linked.length,
    sumOf((event) => (event.venue === undefined ? 0 : rowsOf(event))),
  )
  assert.equal(drafts.length, town.events.filter(({ status }) => status === 'draft').length)
})

test('occurrences have their overrides', async () => {
  const own = await db
    .selectFrom('events')
    .select(['recurrence_id', 'start_date', 'event_status'])
    .where('overrides', '<>', '')
    .execute()

  assert.deepEqual(
    own.map((row) => [row.recurrence_id, row.start_date, row.event_status]),
    [
      ['2027-02-08 18:00:00', '2027-02-09 18:00:00', 'scheduled'],
      ['2027-01-24 13:30:00', '2027-01-24 13:30:00', 'cancelled'],
    ],
  )
})

test('a site of fewer languages has fewer texts', async () => {
  const other = openDatabase('sqlite::memory:')
  await migrate(other)

  await loadTown({ db: other.db, resources, site: { ...site, languages: ['fr'] }, author }, town)

  const languages = await other.db.selectFrom('event_texts').select('language').distinct().execute()
  await other.close()
  assert.deepEqual(languages, [{ language: 'fr' }])
})

test('an unfinished text ends before the last paragraph or sentence', () => {
  assert.equal(unfinished('<p>One.</p>\n<p>Two.</p>'), '<p>One.</p>')
  assert.equal(unfinished('<p>One. And two.</p>'), '<p>One.</p>')
  assert.equal(unfinished('<p>One only.</p>'), '')
})
