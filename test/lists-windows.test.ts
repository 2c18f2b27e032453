import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { anEvent, onEachDatabase, type Options, type Service } from './service.ts'

/** Bounds of dates to the second (interface: Date window), against a reckoning of our own around the day that has 23 hours. */

const at = (text: string) => Date.parse(text) / 1000
const iso = (instant: number) => new Date(instant * 1000).toISOString().replace('.000', '')
const day = 86_400

/** New York: the clocks go forward on the 14th. */
const midnights = [
  '2027-03-11T05:00Z',
  '2027-03-12T05:00Z',
  '2027-03-13T05:00Z',
  '2027-03-14T05:00Z',
  '2027-03-15T04:00Z',
  '2027-03-16T04:00Z',
  '2027-03-17T04:00Z',
].map(at)

const startOfDay = (instant: number) => midnights.findLast((midnight) => midnight <= instant)!
const nextDay = (instant: number) => midnights.find((midnight) => midnight > instant)!

const around = midnights.slice(2, 5).flatMap((midnight) => [midnight - 1, midnight, midnight + 1])

interface Known {
  id: number
  readonly start: number
  readonly end: number
  readonly languages: readonly string[]
}

/** Some of no length, some that last a day to the second, and some that outlast every window. */
const durations = [0, 1, day - 1, day, 40 * day]
const spoken = [['en'], ['en', 'fr'], ['de']]

const events: readonly Omit<Known, 'id'>[] = around.flatMap((start, place) =>
  durations.map((duration, index) => ({
    start,
    end: start + duration,
    languages: spoken[(place + index) % spoken.length]!,
  })),
)

type Bounds = Readonly<Record<string, number>>

const holds: Readonly<Record<string, (event: Known, bound: number, strict: boolean) => boolean>> = {
  start_date: ({ start }, bound, strict) => start >= (strict ? bound : startOfDay(bound)),
  end_date: ({ end }, bound, strict) => (strict ? end <= bound : end < nextDay(bound)),
  starts_before: ({ start }, bound, strict) => start < (strict ? bound : nextDay(bound)),
  starts_after: ({ start }, bound, strict) => (strict ? start > bound : start >= nextDay(bound)),
  ends_before: ({ end }, bound, strict) => end < (strict ? bound : nextDay(bound)),
  ends_after: ({ end }, bound, strict) => (strict ? end > bound : end >= nextDay(bound)),
}

const pairs = [
  ['start_date', 'end_date'],
  ['starts_after', 'starts_before'],
  ['starts_after', 'ends_before'],
  ['ends_after', 'starts_before'],
] as const

const alone: readonly Bounds[] = Object.keys(holds).flatMap((name) =>
  around.map((bound) => ({ [name]: bound })),
)

/** From a second after one midnight to a second before the next but one. */
const inTheMiddle = around.slice(2, 7)

const between = ([lower, upper]: readonly [string, string]): Bounds[] =>
  inTheMiddle.flatMap((from) => inTheMiddle.map((to) => ({ [lower]: from, [upper]: to })))

const windows = between(pairs[0])

async function make(service: Service, { start, end, languages }: Omit<Known, 'id'>): Promise<Known> {
  const [original, ...others] = languages
  const fields = anEvent({ start_date: iso(start), end_date: iso(end), ml_language: original })
  const { status, body } = await service.post('/events', fields)
  assert.equal(status, 201)
  for (const language of others)
    await service.patch(`/events/${body.id}`, { title: 'Autre', ml_language: language })
  return { id: body.id, start, end, languages }
}

const inOrder = (one: Known, other: Known) => one.start - other.start || one.id - other.id

function expected(known: readonly Known[], bounds: Bounds, strict: boolean, language?: string): number[] {
  const lies = (event: Known) =>
    Object.entries(bounds).every(([name, bound]) => holds[name]!(event, bound, strict))
  const isTold = ({ languages }: Known) => language === undefined || languages.includes(language)
  return known
    .filter((event) => lies(event) && isTold(event))
    .toSorted(inOrder)
    .map(({ id }) => id)
}

const queryOf = (bounds: Bounds, strict: boolean) =>
  [...Object.entries(bounds).map(([name, bound]) => `${name}=${iso(bound)}`), `strict_dates=${strict}`].join(
    '&',
  )

onEachDatabase(
  (service) => {
    const known: Known[] = []
    before(async () => {
      for (const event of events) known.push(await make(service, event))
    })

    async function compare(
      bounds: Bounds,
      strict: boolean,
      { language, more = '', ...options }: Options & { language?: string; more?: string } = {},
    ) {
      const query = queryOf(bounds, strict)
      const { body } = await service.get(
        `/events?${query}&per_page=100&_fields=events.id,total${more}${language === undefined ? '' : `&ml_language=${language}`}`,
        options,
      )
      const ids = expected(known, bounds, strict, language)
      assert.deepEqual(
        [body.total, body.events.map(({ id }: { id: number }) => id)],
        [ids.length, ids],
        query,
      )
      return ids.length
    }

    for (const strict of [false, true])
      describe(strict ? 'strict bounds, to the second' : 'bounds that mean whole days', () => {
        const compareAll = async (all: readonly Bounds[], how?: Parameters<typeof compare>[2]) => {
          const sizes = new Set<number>()
          for (const bounds of all) sizes.add(await compare(bounds, strict, how))
          // Windows that were all empty, or held everything, would prove nothing.
          assert.ok(sizes.size > 2, [...sizes].join())
        }

        test('each alone holds what lies on its side', () => compareAll(alone))
        test('two hold what lies between them', () => compareAll(pairs.flatMap(between)))
        test('in one language they hold what is told in it', async () => {
          await compareAll([...alone, ...windows], { language: 'fr' })
          await compareAll(windows, { language: 'de' })
        })
        test('drafts asked for as well change nothing about it', () =>
          compareAll([...alone, ...windows], { more: '&status=any', as: 'admin:secret' }))
        test('nor does what they are narrowed by besides', () =>
          compareAll(windows, { more: '&featured=false' }))
      })

    test('pages of a window are parts of it, and totals the same on each', async () => {
      const bounds = { start_date: midnights[2]!, end_date: midnights[4]! }
      const ids = expected(known, bounds, false)
      assert.ok(ids.length > 12)
      for (let page = 1; page <= Math.ceil(ids.length / 4); page += 1) {
        const { body } = await service.get(`/events?${queryOf(bounds, false)}&per_page=4&page=${page}`)
        assert.deepEqual(
          body.events.map(({ id }: { id: number }) => id),
          ids.slice(4 * (page - 1), 4 * page),
        )
        assert.deepEqual([body.total, body.total_pages], [ids.length, Math.ceil(ids.length / 4)])
      }
    })
  },
  { CALENDS_TIMEZONE: 'America/New_York' },
)
