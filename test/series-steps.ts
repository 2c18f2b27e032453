import type { EventRow } from '../src/store/series/rows.ts'

/** Random changes of recurring events, as requests; reproducible by seed. */

export type Random = (below: number) => number

/** Mulberry32: small, and good enough for tests. */
export function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0
  }
}

const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!

export interface Step {
  readonly method: 'PATCH' | 'DELETE'
  readonly id: number
  /** Path below that of the event, and the query. */
  readonly path?: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** The events to choose from. */
export interface Choice {
  readonly series: readonly EventRow[]
  readonly occurrences: readonly EventRow[]
  readonly singles: readonly EventRow[]
  readonly trashed: readonly EventRow[]
}

const rules = [
  'RRULE:FREQ=WEEKLY;COUNT=6',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=8',
  'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=7',
  'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20270201',
  'RRULE:FREQ=MONTHLY;COUNT=4\nRDATE:20261224T100000',
  'RRULE:FREQ=DAILY;BYHOUR=9,18;COUNT=9\nEXDATE:20261118T180000',
  'RDATE:20261127T190000,20261203T190000',
]

const languages = ['', '', '?ml_language=fr']
const titles = ['Choir', 'Chorus', 'Voices', 'Rehearsal', 'Concert']
const hours = ['08', '12', '19', '23']

const scope = (random: Random) => oneOf(random, [{}, { scope: 'following' }, { scope: 'all' }])

const past = (random: Random) => (random(6) === 0 ? { past: true } : {})

const text = (random: Random) =>
  oneOf(random, [
    { title: `${oneOf(random, titles)} ${random(100)}` },
    { description: `About ${random(100)}` },
    { cost: String(random(40)) },
    { title: `${oneOf(random, titles)} ${random(100)}`, excerpt: `In short ${random(100)}` },
  ])

const shared = (random: Random) =>
  oneOf(random, [
    { event_status: oneOf(random, ['scheduled', 'cancelled', 'postponed']) },
    { featured: random(2) === 0 },
    { venue: oneOf<unknown>(random, [[], { venue: 'Hall' }, { venue: 'Church' }]) },
    { tags: [oneOf(random, titles)] },
  ])

/** Another time of day, or another day. */
function time(random: Random, { start_date }: EventRow) {
  const day = start_date.slice(0, 10)
  const hour = oneOf(random, hours)
  return oneOf<Readonly<Record<string, unknown>>>(random, [
    { start_date: `${day} ${hour}:00:00`, end_date: `${day} ${hour}:30:00` },
    { end_date: `${day} 23:45:00` },
    { timezone: oneOf(random, ['Europe/Berlin', 'America/New_York', 'UTC']) },
    { all_day: random(2) === 0 },
  ])
}

const moved = (random: Random) => {
  const day = `2026-12-${10 + random(20)} ${oneOf(random, hours)}`
  return { start_date: `${day}:00:00`, end_date: `${day}:30:00` }
}

/** A random user action, if there is an event that it applies to. */
export function nextStep(
  random: Random,
  { series, occurrences, singles, trashed }: Choice,
): Step | undefined {
  const patch = (
    rows: readonly EventRow[],
    body: (row: EventRow) => object,
    query = '',
  ): Step | undefined => {
    if (rows.length === 0) return undefined
    const row = oneOf(random, rows)
    return { method: 'PATCH', id: row.id, path: query, body: { ...body(row) } }
  }
  const remove = (rows: readonly EventRow[], path: string): Step | undefined =>
    rows.length === 0 ? undefined : { method: 'DELETE', id: oneOf(random, rows).id, path }
  const language = oneOf(random, languages)
  return oneOf(random, [
    () => patch(series, () => ({ ...text(random), ...past(random) }), language),
    () => patch(series, () => ({ ...shared(random), ...past(random) })),
    () => patch(series, (row) => ({ ...time(random, row), ...past(random) })),
    () => patch(series, () => ({ recurrence: oneOf(random, rules), ...past(random) })),
    () => patch(occurrences, () => ({ ...text(random), ...scope(random) }), language),
    () => patch(occurrences, () => ({ ...text(random) }), language),
    () => patch(occurrences, () => ({ ...shared(random), ...scope(random) })),
    () => patch(occurrences, (row) => ({ ...time(random, row), ...scope(random) })),
    () => patch(occurrences, () => moved(random)),
    () => patch(occurrences, (row) => ({ inherit: row.overrides.trim().split(' ').join(',') || 'title' })),
    () => patch(occurrences, () => ({ post_parent: 0 })),
    () => remove(occurrences, oneOf(random, ['', '', '?scope=following', '?scope=all'])),
    () => remove(occurrences, oneOf(random, ['?force=true', '?force=true&scope=following'])),
    () => remove([...series, ...occurrences], '/translations/fr'),
    () => remove(series, ''),
    () => patch(trashed, () => ({ status: 'publish' })),
    () => patch(trashed, () => ({ status: 'publish' })),
    () => patch(trashed, () => text(random), language),
    () => patch(series, () => ({ recurrence: '' })),
    () => patch(singles, () => ({ recurrence: oneOf(random, rules.slice(0, 4)) })),
  ])()
}
