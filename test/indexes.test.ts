import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql, type CompiledQuery } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readConfig, type Config } from '../src/config.ts'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { fingerprintOf } from '../src/store/documents/fingerprint.ts'
import { editedOccurrences } from '../src/store/imports/edits.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { ensureAdministrator } from '../src/identity/user-store.ts'
import { LargeCalendar, tagId } from './large-calendar-rows.ts'
import { fillCalendar } from './large-calendar.ts'
import { namesIn, readBesideIndex, wholeReads } from './plans.ts'
import { createDatabase } from './postgres.ts'
import { administrator, testTime } from './service.ts'

/** No list may scan a whole table, because slow queries among many events are found here first. */

type Engine = 'sqlite' | 'postgres'

/**
 * PostgreSQL reads a table whole as long as that is few pages. SQLite plans without knowing how many rows there are, so
 * that all it needs is a few of each kind.
 */
const events: Readonly<Record<Engine, number>> = { sqlite: 6_000, postgres: 30_000 }
/** Half of them are of series. */
const occurrences = 0.5
const calendarOn = (engine: Engine) => new LargeCalendar(events[engine], testTime, occurrences)
const tag = tagId(0)

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

const eventFiltersOn = (calendar: LargeCalendar) => [
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
  `venue=${calendar.venueId(0)}`,
  `organizer=${calendar.organizerId(0)}`,
  'featured=true',
  'featured=false',
  'ticketed=true',
  'cost=paid',
  'multi_day=true',
  'ticketed=false',
  'post_parent=2',
  `post_parent=${calendar.seriesId(0)}`,
  'event_status=cancelled',
  'modified_after=2026-11-20',
  'during=2026-11-25',
  'orderby=end_date',
  'orderby=relevance&search=jazz',
  // As far on as there are events in either calendar.
  `per_page=${calendar.events / 300}&page=20`,
  'series=next',
  'series=next&orderby=title',
  'series=next&categories=2',
  'series=only',
  'series=only&search=jazz',
  'series=only&orderby=title',
  'series=only&context=edit',
  'series=texts&missing_translation=de',
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
const withoutWindow = (filters: readonly string[]) =>
  filters
    .filter((filter) => !/_date|before|after|during/.test(filter))
    .map((filter) => `starts_after=1990-01-01&${filter}`)

type Lists = readonly (readonly [collection: string, filters: readonly string[]])[]

const listsOn = (calendar: LargeCalendar): Lists => [
  ['events', eventFiltersOn(calendar)],
  ['events', withoutWindow(eventFiltersOn(calendar))],
  ['venues', contactFilters],
  ['organizers', contactFilters.filter((filter) => !filter.startsWith('geoloc'))],
  ['categories', termFilters],
  ['tags', termFilters.filter((filter) => !filter.includes('parent'))],
]

/** What the cache of searches asks reads all texts where words are too short for an index. */
const isOfSearchCache = ({ sql }: CompiledQuery) => sql.startsWith('select searched.id ')

/** Reports the queries that run on another thread or in a transaction of their own too. */
const reported = (database: OpenDatabase, onQuery: (query: CompiledQuery) => void): OpenDatabase => ({
  ...database,
  dialect: {
    ...database.dialect,
    selectIds(db, query) {
      const compiled = query.compile(db)
      if (!isOfSearchCache(compiled)) onQuery({ ...compiled, sql: compiled.sql.replace(/^\((.*)\)$/s, '$1') })
      return database.dialect.selectIds(db, query)
    },
  },
})

/** A database that does not tell its version: so nothing in memory is known to be as new, and it is asked itself. */
const untold = (database: OpenDatabase): OpenDatabase => ({
  ...database,
  dialect: { ...database.dialect, version: () => undefined },
})

interface EventPage {
  readonly total: number
  readonly events: readonly { readonly id: number; readonly modified_utc: string }[]
}

/** Who is answered how: visitors from the index in memory once that is loaded, editors from the database. */
type Reader = 'visitor' | 'visitor before the index is loaded' | 'editor'

/** The service on the calendar, and the queries that it asks its database. */
class Observed {
  database!: OpenDatabase
  private readonly apps: FastifyInstance[] = []
  private readonly bases: string[] = []
  private readonly folder = mkdtempSync(join(tmpdir(), 'calends-indexes-'))
  private drop: () => Promise<void> = () => Promise.resolve()
  private queries: CompiledQuery[] = []
  private selecting: CompiledQuery[] = []

  constructor(private readonly engine: Engine) {}

  private async databaseUrl(): Promise<string> {
    if (this.engine === 'sqlite') return `sqlite:${join(this.folder, 'calends.db')}`
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    this.drop = drop
    await this.assumeFastDisk(url)
    return url
  }

  /** As docs/performance.md advises: the server takes it for a turning disk unless it is told. */
  private async assumeFastDisk(url: string) {
    const { db, close } = openDatabase(url)
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set random_page_cost = 1.1`.execute(db)
    await close()
  }

  async start(): Promise<void> {
    const environment = {
      DATABASE_URL: await this.databaseUrl(),
      CALENDS_ADMIN: administrator,
      CALENDS_RATE_LIMIT: 'off',
    }
    const config = readConfig({ environment, readFile: () => undefined })
    this.database = openDatabase(config.databaseUrl, { log: ({ query }) => void this.queries.push(query) })
    await migrate(this.database)
    await ensureAdministrator(this.database.db, config.admin!, testTime)
    await fillCalendar(this.database, { events: events[this.engine], middle: testTime, occurrences })
    if (this.engine === 'postgres') await this.assumeRendered(config)
    const observed = reported(this.database, (query) => void this.selecting.push(query))
    for (const database of [observed, untold(observed)]) {
      const app = buildApp({ config, database, now: () => testTime * 1000 })
      this.apps.push(app)
      this.bases.push(`${await app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`)
    }
  }

  /** Rendering all events in the background would take longer than all lists; those of SQLite are rendered meanwhile. */
  private assumeRendered(config: Config) {
    const rendering = { id: 1, fingerprint: fingerprintOf(config), is_complete: 1 }
    return this.database.db.insertInto('renderings').values(rendering).execute()
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.close()))
    await this.database.close()
    await this.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async queriesBy(run: (db: OpenDatabase['db']) => Promise<unknown>): Promise<CompiledQuery[]> {
    this.queries = []
    await run(this.database.db)
    return this.queries
  }

  /** The queries of one request; none if the caller lacks permission. */
  async queriesOf(path: string, reader: Reader): Promise<CompiledQuery[]> {
    this.queries = []
    this.selecting = []
    const base = this.bases[reader === 'visitor before the index is loaded' ? 1 : 0]
    const headers: Record<string, string> = reader === 'editor' ? { authorization } : {}
    const response = await fetch(`${base}/${path}`, { headers })
    const body = await response.text()
    if (response.status === 401 || response.status === 403) return []
    assert.equal(response.status, 200, body)
    return [...this.queries.filter((query) => isReading.test(query.sql)), ...this.selecting]
  }

  /** The bodies of the responses, and whether the connection that all requests share has sorted them. */
  async sorted(paths: readonly string[]): Promise<{ bodies: EventPage[]; isHeldUp: boolean }> {
    this.queries = []
    const bodies = await Promise.all(
      paths.map(async (path) => (await (await fetch(`${this.bases[0]}/${path}`)).json()) as EventPage),
    )
    return { bodies, isHeldUp: this.queries.some(({ sql }) => sql.includes(' order by "events".')) }
  }

  /** Whether the connection that all requests share has read the texts of events for a list. */
  async searchesItself(path: string, reader: Reader): Promise<boolean> {
    await this.queriesOf(path, reader)
    return this.queries.some(({ sql }) => sql.includes('event_texts') && sql.includes('search'))
  }
}

const isReading = /^\s*(?:\/\* prepared \*\/ )?(?:select|with)\b/

const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`

/**
 * Where half of all events are to be counted, or ordered by what no index has, PostgreSQL reads them in the order of the
 * disk, and for words too short for its index all texts.
 */
const readsMost: Readonly<Record<Engine, RegExp>> = {
  sqlite: /^$/,
  postgres:
    /search=(?:ja|-jazz)$|^events\?starts_after=1990-01-01&.*(?:search=jazz$|orderby|featured=false|ticketed=false|outdated_translation|series=next(?:&|$))/,
}

function onLargeCalendar(engine: Engine) {
  const observed = new Observed(engine)
  before(() => observed.start())
  after(() => observed.stop())

  async function readWhole(path: string, reader: Reader) {
    const asked = await observed.queriesOf(path, reader)
    return (await Promise.all(asked.map((query) => wholeReads(observed.database, query)))).flat()
  }

  const named = async (queries: readonly CompiledQuery[]) =>
    (await Promise.all(queries.map((query) => namesIn(observed.database, query)))).flat()

  for (const [collection, filters] of listsOn(calendarOn(engine)))
    for (const path of filters.map((filter) => `${collection}?${filter}`))
      if (!readsMost[engine].test(path))
        test(`${path} reads no table whole`, async () => {
          for (const reader of ['visitor', 'visitor before the index is loaded', 'editor'] as const)
            assert.deepEqual(await readWhole(path, reader), [], reader)
        })

  test('a long list in an order of its own is sorted without holding up other requests', async () => {
    const query = 'events?starts_after=1990-01-01&per_page=50'
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const pages = [1, 2, 9].map((page) => `${query}&orderby=modified&order=${order}&page=${page}`)
      const { bodies, isHeldUp } = await observed.sorted(pages)
      const events = bodies.flatMap(({ events }) => events)
      const sorted = events.toSorted(
        (one, other) => sign * (one.modified_utc.localeCompare(other.modified_utc) || one.id - other.id),
      )

      assert.ok(bodies[0]!.total > 1_000)
      assert.equal(new Set(events.map(({ id }) => id)).size, 150)
      assert.deepEqual(events, sorted)
      if (engine === 'sqlite') assert.equal(isHeldUp, false)
    }
  })

  if (engine === 'sqlite')
    test('searches that the index does not answer hold up no other requests', async () => {
      const searches = [
        ['events?search=ja', 'visitor before the index is loaded'],
        ['events?search=jazz&orderby=title', 'visitor before the index is loaded'],
        ['events?search=ja&status=any', 'editor'],
      ] as const
      for (const [path, reader] of searches)
        assert.equal(await observed.searchesItself(path, reader), false, path)
    })

  test('a search uses the full-text index', async () => {
    const names = await named(await observed.queriesOf('events?status=any&search=Belzelmon', 'editor'))
    assert.ok(names.includes('event_texts_search'), names.join(', '))
  })

  if (engine === 'sqlite')
    test('the next of each series are counted for editors in indexes alone', async () => {
      for (const window of ['', '&starts_after=1990-01-01']) {
        const asked = await observed.queriesOf(`events?series=next${window}`, 'editor')
        const [count, ...others] = asked.filter(({ sql }) => sql.includes('count(*)'))
        assert.deepEqual([await readBesideIndex(observed.database, count!), others], [[], []], window)
      }
    })

  if (engine === 'sqlite')
    test('edited occurrences are found from their series, not from the history of all events', async () => {
      const asked = await observed.queriesBy((db) => editedOccurrences(db, [1, 2, 3]))
      const names = await named(asked.filter(({ sql }) => sql.includes('history')))
      assert.match(names.join(' '), /^events events_(?:next_)?of_series history /)
    })

  test('visitors are answered from the index in memory, and before it is loaded from the database', async () => {
    let requests = 0
    const counted = async (reader: Reader) =>
      (await observed.queriesOf(`events?per_page=7&nth=${(requests += 1)}`, reader)).filter(({ sql }) =>
        sql.includes('count(*)'),
      ).length
    assert.equal(await counted('visitor before the index is loaded'), 1)
    // Where the machine is busy, a server may be heard too seldom for its version to be known just now.
    while ((await counted('visitor')) > 0) assert.ok(requests < 100)
  })

  test('a table that is read whole is noticed', async () => {
    const { db } = observed.database
    const query = db.selectFrom('events').selectAll().where('timezone', '=', 'UTC').compile()
    assert.equal((await wholeReads(observed.database, query)).length, 1)
  })
}

describe('the lists of a calendar with many events, on SQLite', () => onLargeCalendar('sqlite'))

const hasServer = process.env.TEST_POSTGRES_URL !== undefined
describe(
  'the lists of a calendar with many events, on PostgreSQL',
  hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' },
  hasServer ? () => onLargeCalendar('postgres') : undefined,
)
