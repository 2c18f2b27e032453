import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { OptionalCaller } from '../src/identity/roles.ts'
import { events } from '../src/resources/events/index.ts'
import type { Reader } from '../src/resources/listing.ts'
import { createEventIndex, type EventIndex } from '../src/store/event-index/index.ts'
import { listDays, type TimeRange } from '../src/store/days.ts'
import { createValueCache } from '../src/store/value-cache.ts'
import { countLinks, firstOfLinks } from '../src/store/link-counts.ts'
import { listIds, listTimes, type ListQuery } from '../src/store/list.ts'
import { changeEvents, fillTown, town, type Happening } from './calendar-town.ts'
import { onEachBareDatabase, type Bare } from './databases.ts'
import { testTime } from './service.ts'

/** What the event index in memory answers is what the conditions of SQL find in the database. */

type Values = Readonly<Record<string, unknown>>

const day = 86_400

const optional = <T>(arbitrary: fc.Arbitrary<T>, freq = 5) => fc.option(arbitrary, { nil: undefined, freq })

/** Few different instants, so that many begin at the same time and bounds lie on them. */
const anyInstant = fc
  .tuple(fc.integer({ min: -20, max: 40 }), fc.constantFrom(0, 0, 1, 3_600, 43_200, day - 1))
  .map(([days, seconds]) => testTime + days * 25 * day + seconds)

const anyDuration = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 1, 3_600, 7_200, day - 1) },
  { weight: 2, arbitrary: fc.integer({ min: day, max: 40 * day }) },
  { weight: 1, arbitrary: fc.integer({ min: 41 * day, max: 70_000 * day }) },
)

const some = (targets: readonly number[]) => fc.uniqueArray(fc.constantFrom(...targets), { maxLength: 3 })

const anyHappening: fc.Arbitrary<Happening> = fc.record({
  start: anyInstant,
  duration: anyDuration,
  modified: anyInstant,
  status: fc.constantFrom('publish', 'publish', 'publish', 'publish', 'draft', 'trash'),
  hidden: fc.constantFrom(false, false, false, false, true),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  free: fc.constantFrom(true, false, null),
  parent: fc.constantFrom(0, 0, ...town.parents),
  isOccurrence: fc.boolean(),
  author: fc.constantFrom(1, 1, 2, 3),
  event_status: fc.constantFrom('scheduled', 'scheduled', 'cancelled', 'postponed'),
  password: fc.constantFrom(null, null, null, 'secret'),
  languages: fc.constantFrom(['en'], ['en'], ['fr'], ['en', 'fr'], ['de', 'en', 'fr']),
  venue: some(town.venues),
  organizer: some(town.organizers),
  categories: some(town.categories),
  tags: some(town.tags),
  words: fc.array(fc.constantFrom('jazz', 'market', 'ja', 'café 100%', 'c_d', '"quoted"', 'a-b'), {
    maxLength: 4,
  }),
})

const moment = anyInstant.map((instant) => ({ instant }))

const listParameters: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  start_date: moment,
  end_date: moment,
  starts_before: moment,
  starts_after: moment,
  ends_before: moment,
  ends_after: moment,
  strict_dates: fc.boolean(),
  during: fc
    .tuple(anyInstant, fc.constantFrom(1, 3_600, day, 30 * day, 400 * day))
    .map(([from, length]) => ({ from, to: from + length })),
  search: fc.constantFrom(
    'jazz',
    'ja',
    'jazz market',
    '-jazz',
    'cafe',
    '100%',
    'c_d',
    '"jazz ja"',
    'market -ja',
    '-jazz -ja',
    '-market -c_d -100%',
    'ja -"quoted" -a-b',
  ),
  categories: some(town.categories).filter((ids) => ids.length > 0),
  tags: some(town.tags).filter((ids) => ids.length > 0),
  venue: some([...town.venues, 999]).filter((ids) => ids.length > 0),
  organizer: some(town.organizers).filter((ids) => ids.length > 0),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  cost: fc.constantFrom('free', 'paid'),
  multi_day: fc.boolean(),
  post_parent: fc.constantFrom(0, ...town.parents, 999),
  series: fc.constantFrom('expand', 'next'),
  event_status: fc.constantFrom('scheduled', 'cancelled', 'postponed', 'moved-online'),
  author: fc.constantFrom(1, 2, 3, 999),
  modified_after: moment,
  include: fc.uniqueArray(fc.constantFrom(...town.events, 0, 999_999), { maxLength: 20 }),
  exclude: fc.uniqueArray(fc.constantFrom(...town.events, 0, 999_999), { minLength: 1, maxLength: 20 }),
  geoloc: fc.boolean(),
  geoloc_lat: fc.constantFrom(46, 50),
}

/** A point has both of its coordinates. */
const settled = (values: Values): Values => ({
  ...values,
  ...(values.geoloc_lat === undefined ? {} : { geoloc_lng: 7, geoloc_radius: 300 }),
})

const names = Object.keys(listParameters)

const anyFilters = fc
  .uniqueArray(fc.constantFrom(...names), { maxLength: 4 })
  .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, listParameters[name]!]))))

const anyList = fc.record({
  filters: fc.oneof(anyFilters, fc.record(listParameters, { requiredKeys: [] })),
  order: optional(fc.constantFrom('asc', 'desc'), 1),
  orderby: optional(fc.constantFrom('start_date', 'start_date', 'end_date', 'title', 'relevance', 'id')),
  isUnbounded: fc.boolean(),
  status: optional(fc.constant(['publish'])),
  named: optional(fc.constantFrom('en', 'fr', 'de', 'it')),
  isNarrowed: fc.boolean(),
  role: fc.constantFrom('nobody', 'nobody', 'subscriber', 'author', 'editor'),
  paging: fc.record({
    page: fc.integer({ min: 1, max: 5 }),
    perPage: fc.constantFrom<number[]>(1, 3, 10, 100),
  }),
})

type List = typeof anyList extends fc.Arbitrary<infer T> ? T : never

const valuesOf = ({ filters, order, orderby, isUnbounded, status, role }: List): Values => ({
  ...settled(filters),
  ...(isUnbounded ? { starts_after: { instant: -10_000_000_000 } } : {}),
  ...(order === undefined ? {} : { order }),
  ...(orderby === undefined ? {} : { orderby }),
  ...(status === undefined && role !== 'author' && role !== 'editor' ? {} : { status: ['publish'] }),
})

const caller = (role: List['role']): OptionalCaller =>
  role === 'nobody' ? undefined : { id: 2, username: 'somebody', role }

const readerOf = ({ named, isNarrowed, role }: List): Reader => ({
  site: {
    now: testTime,
    timezone: 'Europe/Zurich',
    languages: ['en', 'fr', 'de'],
  } as unknown as Reader['site'],
  caller: caller(role),
  language: named ?? 'en',
  named,
  onlyIn: isNarrowed ? named : undefined,
})

const queryOf = (one: List): ListQuery => ({
  resource: events,
  values: valuesOf(one) as never,
  reader: readerOf(one),
  ...one.paging,
})

const mayWrite = ['author', 'editor']

/** What a protected event hides from all but those who may edit it. */
const hidden = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'ticketed',
  'cost',
  'geoloc',
  'geoloc_lat',
]

/** Those who edit are shown hidden events that they name, and authors find their protected ones. */
const isBeyond = ({ filters, role }: List) =>
  (filters.include !== undefined && mayWrite.includes(role)) ||
  (role === 'author' && hidden.some((name) => filters[name] !== undefined))

/** The index, and how often it has answered. */
function watched(index: EventIndex) {
  let answers = 0
  const watching: EventIndex = {
    isReady: index.isReady,
    load: (db) => index.load(db),
    refresh: (db, ids) => index.refresh(db, ids),
    clear: () => index.clear(),
    search: (dialect, words) => index.search(dialect, words),
    laterOccurrences: (now) => index.laterOccurrences(now),
    select(query, range) {
      answers += 1
      return index.select(query, range)
    },
    selectEach(query, windows, range) {
      answers += 1
      return index.selectEach(query, windows, range)
    },
    byEnd: (ids, direction) => index.byEnd(ids, direction),
    timesOf: (ids) => index.timesOf(ids),
    knownCounts: () => undefined,
    count(query, counting, key) {
      answers += 1
      return index.count(query, counting, key)
    },
    firstOfEach(query, counting, limit, key) {
      answers += 1
      return index.firstOfEach(query, counting, limit, key)
    },
  }
  return { watching, answers: () => answers }
}

/** Whether the index is asked at all is part of what is compared: else the database would be compared with itself. */
async function compare({ database: { db, dialect } }: Bare, one: List, indexes: readonly EventIndex[]) {
  const expected = await listIds({ db, dialect, index: undefined }, queryOf(one))
  for (const index of indexes) {
    const { watching, answers } = watched(index)
    const answer = await listIds({ db, dialect, index: watching }, queryOf(one))
    assert.deepEqual(answer, expected)
    assert.equal(answers(), isBeyond(one) ? 0 : 1)
  }
}

const dates = [...names.slice(0, names.indexOf('search')), 'include']

const without = (filters: Values, left: readonly string[]): Values =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !left.includes(name)))

const anyRanges = fc.array(
  fc
    .tuple(anyInstant, fc.constantFrom(1, day, 30 * day))
    .map(([from, length]) => ({ from, to: from + length })),
  { minLength: 1, maxLength: 5 },
)

/** The events of each range are the page of a list with that window. */
async function compareDays(
  bare: Bare,
  list: List,
  ranges: readonly TimeRange[],
  indexes: readonly EventIndex[],
) {
  const { db, dialect } = bare.database
  const one = { ...list, filters: without(list.filters, dates), isUnbounded: false }
  const limit = one.paging.perPage
  const database = { db, dialect, index: undefined }
  const expected = await Promise.all(
    ranges.map(async ({ from, to }) => {
      const window = {
        starts_after: { instant: from - 1 },
        starts_before: { instant: to },
        strict_dates: true,
      }
      const values = { ...queryOf(one).values, ...window } as never
      const { ids, total } = await listIds(database, { ...queryOf(one), values, page: 1, perPage: limit })
      return { ids, total }
    }),
  )
  assert.deepEqual(await listDays(database, queryOf(one), ranges, limit), expected)
  for (const index of indexes) {
    const { watching, answers } = watched(index)
    assert.deepEqual(await listDays({ db, dialect, index: watching }, queryOf(one), ranges, limit), expected)
    assert.equal(answers(), isBeyond(one) || (one.orderby ?? 'start_date') !== 'start_date' ? 0 : 1)
  }
}

/** The times of a list are those of the events on its first page. */
async function compareTimes(bare: Bare, one: List, indexes: readonly EventIndex[]) {
  const { db, dialect } = bare.database
  const limit = one.paging.perPage
  const database = { db, dialect, index: undefined }
  const { ids } = await listIds(database, { ...queryOf(one), page: 1, perPage: limit })
  const expected = await listTimes(database, queryOf(one), limit)
  assert.deepEqual(
    expected.map(({ id }) => id),
    ids,
  )
  for (const index of indexes)
    assert.deepEqual(await listTimes({ ...database, index }, queryOf(one), limit), expected)
}

const countedKinds = { categories: town.categories, tags: town.tags, venue: town.venues } as const

/** A target counts the events that a filter by it finds. */
async function compareCounts(
  bare: Bare,
  list: List,
  kind: keyof typeof countedKinds,
  indexes: readonly EventIndex[],
) {
  const { db, dialect } = bare.database
  const one = { ...list, filters: without(list.filters, [kind]) }
  const database = { db, dialect, index: undefined, cache: createValueCache(db), version: 1 }
  const totals = await Promise.all(
    countedKinds[kind].map(async (id) => {
      const values = { ...queryOf(one).values, [kind]: [id] } as never
      return [id, (await listIds(database, { ...queryOf(one), values })).total] as const
    }),
  )
  const expected = new Map(totals.filter(([, total]) => total > 0))
  assert.deepEqual(await countLinks(database, queryOf(one), kind), expected)
  for (const index of indexes) {
    const { watching, answers } = watched(index)
    assert.deepEqual(await countLinks({ ...database, index: watching }, queryOf(one), kind), expected)
    assert.equal(answers(), isBeyond(one) || one.role === 'author' ? 0 : 1)
  }
}

/** A venue has the first events that a filter by it finds. */
async function compareFirsts(bare: Bare, list: List, indexes: readonly EventIndex[]) {
  const { db, dialect } = bare.database
  const query = queryOf({ ...list, filters: without(list.filters, ['venue']) })
  const database = { db, dialect, index: undefined, cache: createValueCache(db), version: 1 }
  const pages = await Promise.all(
    town.venues.map(async (id) => {
      const values = { ...query.values, venue: [id] } as never
      const { ids, total } = await listIds(database, { ...query, values, page: 1, perPage: 2 })
      return [id, { ids, total }] as const
    }),
  )
  const expected = await firstOfLinks(database, query, 'venue', 2)
  assert.deepEqual(expected, new Map(pages.filter(([, { total }]) => total > 0)))
  for (const index of indexes)
    assert.deepEqual([...(await firstOfLinks({ ...database, index }, query, 'venue', 2))], [...expected])
}

const plainly = (filters: Values, paging: List['paging'] = { page: 1, perPage: 100 }): List => ({
  filters,
  order: undefined,
  orderby: undefined,
  isUnbounded: false,
  status: undefined,
  named: undefined,
  isNarrowed: false,
  role: 'nobody',
  paging,
})

onEachBareDatabase((bare) => {
  describe('the event index in memory', () => {
    // The second goes the ways of large calendars.
    const indexes = [
      createEventIndex(),
      createEventIndex({ maxEventsTestedOneByOne: 3, maxTargetsByRange: 1, maxEventsPerCountedTarget: 0 }),
    ]

    before(async () => {
      await fillTown(bare.database.db)
      const happenings = fc.sample(anyHappening, { numRuns: town.events.length, seed: 7 })
      await changeEvents(
        bare.database.db,
        town.events.map((id, index) => [id, happenings[index]]),
      )
      for (const index of indexes) await index.load(bare.database.db)
      assert.ok(indexes.every(({ isReady }) => isReady))
    })

    for (const [name, arbitrary] of Object.entries(listParameters))
      for (const other of ['starts_after', ...names.filter((one) => one > name)])
        test(`${name} with ${other} gives the same result as the database`, async () => {
          const pairs = fc.record({ [name]: arbitrary, [other]: listParameters[other]! })
          for (const filters of fc.sample(pairs, { numRuns: 2, seed: 3 }))
            for (const order of ['asc', 'desc'] as const)
              await compare(
                bare,
                {
                  ...plainly(settled(filters), { page: 1, perPage: 5 }),
                  order,
                  isUnbounded: other === 'starts_after',
                },
                indexes,
              )
        })

    test('any list gives the same result as the database', async () => {
      await fc.assert(
        fc.asyncProperty(anyList, (one) => compare(bare, one, indexes)),
        { numRuns: 400 },
      )
    })

    test('the days of any list have the events and totals of lists of these days', async () => {
      await fc.assert(
        fc.asyncProperty(anyList, anyRanges, (one, ranges) => compareDays(bare, one, ranges, indexes)),
        { numRuns: 150 },
      )
    })

    test('the times of any list are those of its events', async () => {
      await fc.assert(
        fc.asyncProperty(anyList, (one) => compareTimes(bare, one, indexes)),
        { numRuns: 100 },
      )
    })

    for (const kind of ['categories', 'tags', 'venue'] as const)
      test(`any list counts the events of ${kind} as lists of these do`, async () => {
        await fc.assert(
          fc.asyncProperty(anyList, (one) => compareCounts(bare, one, kind, indexes)),
          { numRuns: 150 },
        )
      })

    test('finds the first events of each venue', async () => {
      await fc.assert(
        fc.asyncProperty(anyList, (one) => compareFirsts(bare, one, indexes)),
        { numRuns: 150 },
      )
    })

    test('follows whatever changes', async () => {
      const change = fc.tuple(fc.constantFrom(...town.events, ...town.spare), optional(anyHappening))
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 20 }),
          fc.array(anyList, { minLength: 3, maxLength: 3 }),
          async (changes, lists) => {
            await changeEvents(bare.database.db, changes)
            for (const index of indexes)
              await index.refresh(
                bare.database.db,
                changes.map(([id]) => id),
              )
            for (const one of [plainly({ starts_after: { instant: -10_000_000_000 } }), ...lists]) {
              await compare(bare, one, indexes)
              await compareCounts(bare, one, 'categories', indexes)
            }
          },
        ),
        { numRuns: 60 },
      )
    })
  })
})
