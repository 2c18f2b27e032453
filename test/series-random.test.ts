import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupBy } from '../src/group-by.ts'
import { isSeries } from '../src/resources/events/hide-from-listings.ts'
import { overridesOf } from '../src/resources/events/inheritance.ts'
import { findIncorrectCounts } from '../src/store/sql/event-counts.ts'
import type { StoredText } from '../src/store/sql/slugs.ts'
import { extendDueSeries } from '../src/store/series/horizon.ts'
import { isInTrash, type EventRow, type SeriesRow } from '../src/store/series/rows.ts'
import { clockOf, faultsOf, weekly } from './series-of.ts'
import { nextStep, randomFrom, type Choice, type Random, type Step } from './series-steps.ts'
import { onEachDatabase, testTime, type Json, type Service } from './service.ts'

/** Whatever is done to events that repeat, in whichever order: what is promised of all of it (interface: Series). */

const sequences = Number(process.env.SERIES_SEQUENCES ?? 40)
const firstSeed = Number(process.env.SERIES_SEED ?? 1)
const steps = 12

/** All that is stored of events. */
interface Stored {
  readonly events: readonly EventRow[]
  readonly texts: readonly StoredText[]
  readonly rules: readonly SeriesRow[]
  readonly links: readonly object[]
  readonly version: number
}

async function stored({ database: { db } }: Service): Promise<Stored> {
  const { value } = await db
    .selectFrom('state')
    .select('value')
    .where('name', '=', 'version')
    .executeTakeFirstOrThrow()
  return {
    events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
    texts: (await db
      .selectFrom('event_texts')
      .selectAll()
      .orderBy('id')
      .orderBy('language')
      .execute()) as unknown as StoredText[],
    rules: await db.selectFrom('series').selectAll().orderBy('id').execute(),
    links: await db
      .selectFrom('event_links')
      .selectAll()
      .orderBy('event_id')
      .orderBy('kind')
      .orderBy('target')
      .execute(),
    version: Number(value),
  }
}

const isOccurrence = (row: EventRow) => row.recurrence_id !== null
const isLive = (row: EventRow) => !isInTrash(row)

const choiceOf = ({ events }: Stored): Choice => ({
  series: events.filter((row) => isSeries(row) && isLive(row)),
  occurrences: events.filter((row) => isOccurrence(row) && isLive(row)),
  singles: events.filter((row) => !isOccurrence(row) && !isSeries(row) && isLive(row)),
  trashed: events.filter(isInTrash),
})

const textsOf = ({ texts }: Stored, { id }: EventRow) => texts.filter((text) => text.id === id)

/** What a row shows of itself; its status, and what it belongs to, apart. */
const contentOf = (state: Stored, row: EventRow) => ({
  ...row,
  ...{ status: '', post_parent: 0, recurrence_id: null, overrides: '', modified: 0, sequence: 0 },
  ...{ hide_from_listings: 0, languages: '' },
  texts: textsOf(state, row).map(({ language, title, description, excerpt, cost, slug }) => ({
    ...{ language, title, description, excerpt, cost, slug },
  })),
})

/** Events that are live before and after, as pairs. */
const survivors = (before: Stored, after: Stored): [EventRow, EventRow][] => {
  const byId = new Map(after.events.map((row) => [row.id, row]))
  return before.events.flatMap((row) => {
    const now = byId.get(row.id)
    return now !== undefined && isLive(row) && isLive(now) ? [[row, now] as [EventRow, EventRow]] : []
  })
}

/** The id and the addresses of what survives never change. */
function requireSameSlugs(before: Stored, after: Stored) {
  for (const [row, now] of survivors(before, after)) {
    const slugs = new Map(textsOf(after, now).map(({ language, slug }) => [language, slug]))
    for (const { language, slug } of textsOf(before, row))
      if (slugs.has(language) && slug !== null) assert.equal(slugs.get(language), slug, `slug of ${row.id}`)
  }
}

/** By the series that it was first of, and its date; those that two series have by now are left out. */
function byDate({ events, rules }: Stored): Map<string, number> {
  const splitFrom = new Map(rules.map((rule) => [rule.id, rule.split_from]))
  const rootOf = (id: number): number => {
    const from = splitFrom.get(id) ?? null
    return from === null ? id : rootOf(from)
  }
  const dates = groupBy(
    events.filter((row) => isOccurrence(row) && isLive(row)),
    (row) => `${rootOf(row.post_parent)} ${row.recurrence_id}`,
  )
  return new Map(
    [...dates].flatMap(([date, [row, ...others]]) => (others.length > 0 ? [] : [[date, row!.id]])),
  )
}

/** A date that is there before and after is the same event. */
function requireSameIds(before: Stored, after: Stored) {
  const now = byDate(after)
  for (const [date, id] of byDate(before)) assert.equal(now.get(date) ?? id, id, `the event of ${date}`)
}

/** What an occurrence has of its own it keeps, unless it was asked to give it back. */
function requireOverrides(before: Stored, after: Stored, { id, body, path = '' }: Step) {
  for (const [row, now] of survivors(before, after)) {
    if (row.id === id || now.recurrence_id === null || path.startsWith('/translations')) continue
    for (const name of overridesOf(row)) assert.ok(overridesOf(now).includes(name), `${name} of ${row.id}`)
    const own = overridesOf(row)
    if (own.includes('start_date') && body?.past === undefined)
      assert.deepEqual([now.start_date, now.end_date], [row.start_date, row.end_date], `time of ${row.id}`)
    const title = (state: Stored, language: string) =>
      textsOf(state, row).find((text) => text.language === language)?.title
    for (const [name, language] of [
      ['title', 'en'],
      ['title@fr', 'fr'],
    ] as const)
      if (own.includes(name))
        assert.equal(title(after, language), title(before, language), `${name} of ${row.id}`)
  }
}

/** What is over stays as it was, unless it is meant itself. */
function requirePast(before: Stored, after: Stored, { id, body }: Step, now: number) {
  if (body?.past !== undefined) return
  const byId = new Map(after.events.map((row) => [row.id, row]))
  for (const row of before.events.filter((one) => isOccurrence(one) && one.end_utc <= now)) {
    const later = byId.get(row.id)
    if (row.id === id || later === undefined || isInTrash(row)) continue
    assert.deepEqual(contentOf(after, later), contentOf(before, row), `${row.id} is over`)
  }
}

function requireSingle({ events }: Stored) {
  const names = events
    .filter((row) => isOccurrence(row) && isLive(row))
    .map((row) => `${row.post_parent} ${row.recurrence_id}`)
  assert.deepEqual(names, [...new Set(names)], 'a date is there twice')
}

const whole = 'start_date=2000-01-01&end_date=2100-01-01&per_page=100'

async function requireLists(service: Service, { events }: Stored) {
  const shown = events.filter((row) => row.status === 'publish' && row.hide_from_listings === 0)
  const { body } = await service.get(`/events?${whole}`)
  assert.equal(body.total, shown.length)
  assert.deepEqual(body.events.map(({ id }: Json) => id).toSorted(), shown.map(({ id }) => id).toSorted())
  const series = events.filter((row) => isSeries(row) && isLive(row)).map(({ id }) => id)
  const { body: only } = await service.request('GET', `/events?${whole}&series=only`)
  assert.deepEqual(only.events.map(({ id }: Json) => id).toSorted(), series.toSorted())
  assert.equal(only.total, series.length)
  const live = groupBy(
    events.filter((row) => isOccurrence(row) && isLive(row)),
    ({ post_parent }) => post_parent,
  )
  for (const one of only.events as Json[]) assert.equal(one.series.total, live.get(one.id)?.length ?? 0)
}

type Shown = ReadonlyMap<number, string>

/** The representations of everything in a language, as lists have them; of series without the state of their dates. */
async function shownIn(service: Service, language: string): Promise<Shown> {
  const pages = await Promise.all(
    ['series=expand', 'series=only'].map((which) =>
      service.request(
        'GET',
        `/events?${whole}&${which}&status=any&ml_language=${language}&ml_fallback=original`,
      ),
    ),
  )
  const events = pages.flatMap(({ body }) => body.events as Json[])
  return new Map(
    events.map(({ series: _, tags, ...event }) => [
      event.id,
      JSON.stringify({ ...event, tags: tags.map(({ id }: Json) => id) }),
    ]),
  )
}

/** The change log names everything that is shown in another way. */
async function requireLogged(
  { database: { db } }: Service,
  before: readonly Shown[],
  after: readonly Shown[],
  since: number,
) {
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('version', '>', since)
    .where('resource', '=', 'events')
    .execute()
  const named = new Set(rows.map(({ id }) => id))
  for (const [index, shown] of after.entries())
    for (const id of new Set([...shown.keys(), ...before[index]!.keys()]))
      if (shown.get(id) !== before[index]!.get(id)) assert.ok(named.has(id), `${id} has changed unnoticed`)
}

const send = (service: Service, { method, id, path = '', body }: Step, more: object = {}) =>
  service.request(method, `/events/${id}${path}`, { ...body, ...more })

const shownBoth = (service: Service) =>
  Promise.all(['en', 'fr'].map((language) => shownIn(service, language)))

/** Asks what the step would do, which changes nothing. */
async function askDry(service: Service, step: Step, before: Stored): Promise<Json> {
  if (step.path?.startsWith('/translations')) return undefined
  const { status, body } = await send(service, step, { dry_run: true })
  assert.deepEqual(await stored(service), before, 'a dry run has changed something')
  return status === 200 ? body.series.changed : undefined
}

/** What is stored, and what is shown of it. */
interface Seen {
  readonly state: Stored
  readonly shown: readonly Shown[]
}

const see = async (service: Service): Promise<Seen> => ({
  state: await stored(service),
  shown: await shownBoth(service),
})

/** Returns what is there after the step. */
async function takeStep(
  service: Service,
  random: Random,
  step: Step,
  log: string[],
  seen: Seen,
): Promise<Seen> {
  const { state: before, shown } = seen
  const expected = random(2) === 0 ? await askDry(service, step, before) : undefined
  const { status, body, text } = await send(service, step)
  log.push(`${step.method} ${step.id}${step.path ?? ''} ${JSON.stringify(step.body ?? {})} -> ${status}`)
  assert.ok([200, 400, 404, 409].includes(status), text)
  const after = await stored(service)
  if (status !== 200) {
    assert.deepEqual({ ...after, version: 0 }, { ...before, version: 0 })
    return { state: after, shown }
  }
  if (expected !== undefined && body.series?.changed !== undefined)
    assert.deepEqual(body.series.changed, expected, 'the dry run has counted otherwise')
  requireSameIds(before, after)
  requireSameSlugs(before, after)
  requireOverrides(before, after, step)
  requirePast(before, after, step, service.now)
  requireSingle(after)
  await requireLists(service, after)
  const shownAfter = await shownBoth(service)
  await requireLogged(service, shown, shownAfter, before.version)
  return { state: after, shown: shownAfter }
}

/** Time passes, and what comes within the horizon is made. */
async function wait(service: Service, random: Random, log: string[]): Promise<void> {
  service.now += random(9) * 86_400
  log.push(`wait until ${new Date(service.now * 1000).toISOString()}`)
  const onError = (error: unknown) => {
    throw error
  }
  await extendDueSeries(service.database.db, clockOf(service), { onError })
}

/** Deletes everything permanently; nothing is left of it. */
async function clear(service: Service): Promise<void> {
  const { events } = await stored(service)
  for (const { id } of events.filter(isSeries)) await service.delete(`/events/${id}?force=true`)
  for (const { id } of (await stored(service)).events) await service.delete(`/events/${id}?force=true`)
  const { rules, texts, links } = await stored(service)
  assert.deepEqual({ rules, texts, links }, { rules: [], texts: [], links: [] })
}

async function runSequence(service: Service, seed: number): Promise<void> {
  const random = randomFrom(seed)
  const log: string[] = []
  service.now = testTime
  try {
    const start = `2026-11-${String(2 + random(24)).padStart(2, '0')} 19:00:00`
    const fields = {
      start_date: start,
      end_date: start.replace('19', '21'),
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6',
    }
    assert.equal((await service.post('/events', weekly(fields))).status, 201)
    let seen = await see(service)
    for (let done = 0; done < steps; done += 1) {
      if (random(5) === 0) {
        await wait(service, random, log)
        seen = await see(service)
      }
      const step = nextStep(random, choiceOf(seen.state))
      if (step !== undefined) seen = await takeStep(service, random, step, log, seen)
      assert.deepEqual(await faultsOf(service), [])
    }
    assert.deepEqual(await findIncorrectCounts(service.database.db), [])
    await clear(service)
  } catch (error) {
    await clear(service).catch(() => undefined)
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${log.join('\n')}`, { cause: error })
  }
}

onEachDatabase((service) => {
  test(`${sequences} sequences of ${steps} changes break no promise`, async () => {
    for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) await runSequence(service, seed)
  })
})
