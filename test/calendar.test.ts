import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { createCalendar, type Calendar } from '../src/store/event-index/index.ts'
import { list } from '../src/store/sql/reading.ts'
import type { Asker } from '../src/identity/roles.ts'
import { inLanguage } from '../src/resources/conditions.ts'
import { events } from '../src/resources/events/index.ts'
import type { Asking, Condition, Page } from '../src/resources/resource.ts'
import { changeEvents, fillTown, town, type Happening } from './calendar-town.ts'
import { onEachBareDatabase, type Bare } from './databases.ts'
import { testTime } from './service.ts'

/** What the calendar in memory answers is what the conditions of SQL find in the database. */

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
  parent: fc.constantFrom(0, 0, ...town.events.slice(0, 2)),
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
  ),
  categories: some(town.categories).filter((ids) => ids.length > 0),
  tags: some(town.tags).filter((ids) => ids.length > 0),
  venue: some([...town.venues, 999]).filter((ids) => ids.length > 0),
  organizer: some(town.organizers).filter((ids) => ids.length > 0),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  post_parent: fc.constantFrom(0, ...town.events.slice(0, 2), 999),
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
  orderby: optional(fc.constantFrom('start_date', 'start_date', 'start_date', 'id')),
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

const asker = (role: List['role']): Asker =>
  role === 'nobody' ? undefined : { id: 2, username: 'somebody', role }

function askingOf({ database }: Bare, { named, isNarrowed, role }: List, calendar?: Calendar): Asking {
  return {
    site: {
      now: testTime,
      timezone: 'Europe/Zurich',
      languages: ['en', 'fr', 'de'],
    } as unknown as Asking['site'],
    asker: asker(role),
    dialect: database.dialect,
    db: database.db,
    language: named ?? 'en',
    named,
    onlyIn: isNarrowed ? named : undefined,
    calendar,
  }
}

/** The list as the database has it, found by the conditions alone. */
function found(bare: Bare, one: List) {
  const [values, asking] = [valuesOf(one), askingOf(bare, one)]
  const plan = events.plan!(values as never, asking)
  const filters = events.filters as unknown as Record<
    string,
    (value: unknown, asking: Asking, all: unknown) => Condition | undefined
  >
  const conditions = [
    ...events.visible!(values as never, asking),
    ...Object.entries(plan.values).flatMap(([name, value]) =>
      value === undefined ? [] : (filters[name]?.(value, asking, plan.values) ?? []),
    ),
    ...(asking.onlyIn === undefined ? [] : [inLanguage('events', asking.onlyIn)]),
  ]
  return list(bare.database.db, events, conditions, events.order(values as never, asking), one.paging)
}

/** The list as the calendar has it. */
function kept(bare: Bare, one: List, calendar: Calendar) {
  const asking = askingOf(bare, one, calendar)
  return events.find!(events.plan!(valuesOf(one) as never, asking), asking, one.paging)
}

const mayWrite = ['author', 'editor']

/** Those who edit are shown hidden events that they name, and those who write find their protected ones. */
const isBeyond = ({ filters, role, named, isNarrowed }: List) =>
  (filters.include !== undefined && mayWrite.includes(role)) ||
  (filters.search !== undefined &&
    ((named !== undefined && !isNarrowed) || role === 'author' || role === 'subscriber'))

async function compare(bare: Bare, one: List, calendars: readonly Calendar[]) {
  const expected = await found(bare, one)
  for (const calendar of calendars) compareWith(one, expected, await kept(bare, one, calendar))
}

function compareWith(one: List, expected: Page, answer: Partial<Page> | undefined) {
  if (isBeyond(one) && answer === undefined) return
  assert.notEqual(answer, undefined)
  if (one.orderby === 'id')
    assert.deepEqual({ total: answer?.total ?? expected.total }, { total: expected.total })
  else assert.deepEqual(answer, expected)
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
  describe('a calendar in memory', () => {
    // The second goes the ways of large calendars.
    const calendars = [createCalendar(), createCalendar({ fewEvents: 3, fewTargets: 1 })]

    before(async () => {
      await fillTown(bare.database.db)
      const happenings = fc.sample(anyHappening, { numRuns: town.events.length, seed: 7 })
      await changeEvents(
        bare.database.db,
        town.events.map((id, index) => [id, happenings[index]]),
      )
      for (const calendar of calendars) await calendar.load(bare.database.db)
      assert.ok(calendars.every(({ isReady }) => isReady))
    })

    for (const [name, arbitrary] of Object.entries(listParameters))
      for (const other of ['starts_after', ...names.filter((one) => one > name)])
        test(`answers ${name} with ${other} as the database does`, async () => {
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
                calendars,
              )
        })

    test('answers any list as the database does', async () => {
      await fc.assert(
        fc.asyncProperty(anyList, (one) => compare(bare, one, calendars)),
        { numRuns: 400 },
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
            for (const calendar of calendars)
              await calendar.refresh(
                bare.database.db,
                changes.map(([id]) => id),
              )
            for (const one of [plainly({ starts_after: { instant: -10_000_000_000 } }), ...lists])
              await compare(bare, one, calendars)
          },
        ),
        { numRuns: 60 },
      )
    })
  })
})
