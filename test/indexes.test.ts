import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, Kysely } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { OpenDatabase } from '../src/database/dialects/dialect.ts'
import { migrate, openDatabase } from '../src/database/index.ts'
import type { Database } from '../src/database/schema.ts'
import { ensureAdministrator } from '../src/identity/users.ts'
import { fillCalendar, size } from './large-calendar.ts'
import { administrator, testTime } from './service.ts'

/** No list may read a table whole: what is slow among a hundred thousand events is noticed here first. */

const venue = size.events + 1
const organizer = size.events + size.venues + 1
const tag = size.categories + 1

const entryFilters = [
  '',
  'search=jazz',
  'search=jazz%205001',
  'search=ja',
  'search=-jazz',
  'search=%22jazz%20market%22',
  'include=1,2,3',
  'exclude=1,2,3',
  'author=2',
  'status=draft',
  'status=any',
  'status=trash',
  'missing_translation=fr',
  'outdated_translation=fr',
  'context=edit',
  'ml_language=fr',
  'ml_language=fr&ml_fallback=original',
  'ml_language=fr&search=jazz',
  'ml_language=fr&ml_fallback=original&search=jazz',
  'orderby=id',
  'orderby=title',
  'orderby=date&order=desc',
  'orderby=modified',
  'order=desc',
  'geoloc=true',
  'geoloc=false',
  'geoloc_lat=46&geoloc_lng=7',
  'geoloc_lat=46&geoloc_lng=7&geoloc_radius=20000',
]

const eventFilters = [
  ...entryFilters,
  'start_date=2031-01-10',
  'end_date=2020-01-10',
  'end_date=2030-01-01',
  'starts_before=2017-01-10',
  'starts_after=2036-01-10',
  'ends_before=2017-01-10',
  'ends_after=2036-01-10',
  'starts_after=2026-01-01&ends_before=2026-01-10&strict_dates=true',
  'categories=1',
  'categories=2,category-20',
  `tags=${tag},tag-5`,
  `venue=${venue}`,
  `organizer=${organizer}`,
  'featured=true',
  'featured=false',
  'ticketed=true',
  'ticketed=false',
  'post_parent=2',
  'event_status=cancelled',
  'modified_after=2026-11-20',
  'during=2026-11-25',
  'orderby=end_date',
  'orderby=relevance&search=jazz',
  'per_page=100&page=90',
]

const contactFilters = [
  ...entryFilters,
  'event=7',
  'has_events=true',
  'has_events=false',
  'only_with_upcoming=true',
  'orderby=name&order=desc',
]

const termFilters = [
  ...[
    '',
    'hide_empty=false',
    'search=jazz',
    'search=ja',
    'include=1,2',
    'exclude=1',
    'order=desc',
    'parent=1',
  ],
  ...['orderby=slug', 'orderby=id', 'orderby=count', 'orderby=description', 'orderby=parent', 'parent=0'],
  ...['orderby=include&include=1,2', 'post=7', 'event=7', 'slug=category-10', 'slug=tag-3'],
  ...['ml_language=fr', 'ml_language=fr&search=jazz', 'missing_translation=fr', 'outdated_translation=fr'],
]

/** Without a window in its way, each filter has to find its events among those of twenty years. */
const withoutWindow = eventFilters
  .filter((filter) => !/_date|before|after|during/.test(filter))
  .map((filter) => `starts_after=1990-01-01&${filter}`)

const lists: readonly (readonly [collection: string, filters: readonly string[]])[] = [
  ['events', eventFilters],
  ['events', withoutWindow],
  ['venues', contactFilters],
  ['organizers', contactFilters.filter((filter) => !filter.startsWith('geoloc'))],
  ['categories', termFilters],
  ['tags', termFilters.filter((filter) => !filter.includes('parent'))],
]

/** Terms that nothing narrows are all of them, a few hundred: their ids are read, never their texts. */
const isAllOfThem = (collection: string, step: string) =>
  ['categories', 'tags'].includes(collection) &&
  new RegExp(`^SCAN ${collection}( USING COVERING INDEX \\w+)?$`).test(step)

/** A search in the index of words is told as the scan of a virtual table; what links lead to is found before. */
const readsWhole = (step: string) =>
  /^SCAN [a-z]/.test(step) &&
  !/ VIRTUAL TABLE INDEX \d+:M/.test(step) &&
  step !== 'SCAN listed' &&
  step !== 'SCAN CONSTANT ROW'

/** What a query has gathered itself may be read from one end to the other. */
function wholeSteps(steps: readonly string[]): string[] {
  const gathered = steps.map((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(step)?.[1])
  return steps.filter((step) => readsWhole(step) && !gathered.includes(/^SCAN (\w+)/.exec(step)?.[1]))
}

describe('the lists of a calendar with a hundred thousand events', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-indexes-'))
  let database: OpenDatabase
  let app: FastifyInstance
  let queries: CompiledQuery[] = []

  before(async () => {
    const environment = {
      DATABASE_URL: `sqlite:${join(folder, 'calends.db')}`,
      CALENDS_ADMIN: administrator,
      CALENDS_RATE_LIMIT: 'off',
    }
    const config = readConfig({ environment, readFile: () => undefined })
    database = openDatabase(config.databaseUrl)
    await migrate(database)
    await ensureAdministrator(database.db, config.admin!, testTime)
    await fillCalendar(database.db)
    const db = new Kysely<Database>({
      dialect: database.dialect.kysely,
      log: ({ query }) => {
        queries.push(query)
      },
    })
    app = buildApp({ config, database: { ...database, db, reader: () => db }, now: () => testTime * 1000 })
    await app.ready()
  })

  after(async () => {
    await app.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const explain = async ({ sql, parameters }: CompiledQuery) => {
    const { rows } = await database.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    return rows.map(({ detail }) => detail)
  }

  const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`

  /** Steps of all queries of one request that read a table from its beginning to its end. */
  async function wholeReads(collection: string, filter: string, headers: Readonly<Record<string, string>>) {
    queries = []
    const { statusCode, body } = await app.inject({ url: `/cal/events/v1/${collection}?${filter}`, headers })
    if (statusCode === 401 || statusCode === 403) return []
    assert.equal(statusCode, 200, body)
    const asked = queries.filter(({ sql }) => sql.trim().startsWith('select'))
    assert.ok(asked.length > 0)
    const steps = (await Promise.all(asked.map(explain))).flatMap(wholeSteps)
    return steps.filter((step) => !isAllOfThem(collection, step))
  }

  for (const [collection, filters] of lists)
    for (const filter of filters)
      test(`${collection}?${filter} reads no table whole`, async () => {
        assert.deepEqual(await wholeReads(collection, filter, {}), [])
        assert.deepEqual(await wholeReads(collection, filter, { authorization }), [])
      })

  test('what outlasts a window is looked for among the long events alone', async () => {
    queries = []
    await app.inject({ url: '/cal/events/v1/events?start_date=2027-01-01' })
    const counts = queries.filter(
      ({ sql }) => sql.includes('count(*)') && !sql.includes('not events.end_utc'),
    )
    const steps = (await Promise.all(counts.map(explain))).flat()
    assert.ok(
      steps.some((step) => step.includes('events_long')),
      steps.join('; '),
    )
  })

  test('a table that is read whole is noticed', async () => {
    const steps = await explain(
      database.db.selectFrom('events').selectAll().where('timezone', '=', 'UTC').compile(),
    )
    assert.deepEqual(wholeSteps(steps), ['SCAN events'])
  })
})
