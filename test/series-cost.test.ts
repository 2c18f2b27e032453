import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { seriesOn, weekly } from './series-of.ts'
import { Service, type Json } from './service.ts'

/** What a weekly series of two years in three languages costs: statements, time and room. The bounds are generous. */

const dates = 104
const content = { title: 'Choir', description: 'Singing together every week. '.repeat(20), excerpt: 'Sing' }
const rule = { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${dates}` }
const tables = ['events', 'event_texts', 'event_links', 'entry_ids', 'series']

const writesEvents = /^(?:\/\* prepared \*\/ )?(?:insert into|update|delete from) "?(?:events|event_texts)\b/

const takesVersion = (text: string) => text.includes('update state set value = value + 1')

/** PostgreSQL gets the rows of one statement as JSON, SQLite each value by itself. */
const rowsOf = ([first, ...others]: readonly unknown[]): number =>
  others.length === 0 ? (JSON.parse(String(first)) as unknown[]).length : 1

/**
 * Measures again, up to twice, unless it took less time (ms) or fewer statements, because a busy machine may stop in between,
 * and the service looks for jobs every few seconds.
 */
async function undisturbed(limit: number, measure: () => Promise<number>): Promise<number> {
  const first = await measure()
  if (first < limit) return first
  const second = await measure()
  return second < limit ? second : measure()
}

const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',')

const onEngine = (engine: 'sqlite' | 'postgres') => () => {
  let statements = 0
  let mostRewritten = 0
  let texts: string[] = []
  /** When the version was taken, and how long it was held at most until the commit (ms): meanwhile others cannot write. */
  let versionTaken: { readonly at: number; readonly after: number } | undefined
  let longestHeld = 0
  /** How many statements were executed meanwhile at most. */
  let mostWithVersion = 0
  const service = new Service({}, engine, ({ query }) => {
    statements += 1
    if (takesVersion(query.sql)) versionTaken = { at: performance.now(), after: statements }
    if (query.sql === 'commit' && versionTaken !== undefined) {
      longestHeld = Math.max(longestHeld, performance.now() - versionTaken.at)
      mostWithVersion = Math.max(mostWithVersion, statements - versionTaken.after)
      versionTaken = undefined
    }
    texts.push(query.sql)
    if (query.sql.includes('insert into events ') && query.sql.includes('on conflict (id)'))
      mostRewritten = Math.max(mostRewritten, rowsOf(query.parameters))
  })
  before(() => service.start())
  after(() => service.stop())
  const { make, patch, remove } = seriesOn(service)

  const inThreeLanguages = async (fields: Json): Promise<Json> => {
    const made = await make({ ...content, ...fields })
    await patch(made.id, { ...content, title: 'Chorale' }, '?ml_language=fr')
    await patch(made.id, { ...content, title: 'Chor' }, '?ml_language=de')
    return made
  }

  async function measured<Result>(name: string, run: () => Promise<Result>) {
    const [from, start] = [statements, performance.now()]
    const result = await run()
    const ms = Math.round(performance.now() - start)
    console.log(`${engine}: ${name}: ${ms} ms, ${statements - from} statements`)
    return { result, ms, statements: statements - from }
  }

  /** Waits until what follows a write in the background has been done, because its statements would be counted, too. */
  async function quiet() {
    for (let seen = -1; seen !== statements;) {
      seen = statements
      await pause(100)
    }
  }

  /** The bytes of what is stored of events, apart from their documents. */
  async function bytes(): Promise<number> {
    const { db } = service.database
    if (engine === 'sqlite') {
      const { rows } = await sql<{
        n: number
      }>`select sum(pgsize) as n from dbstat where name not like '%document%'`.execute(db)
      return rows[0]!.n
    }
    const sizes = tables.map((table) => sql`pg_total_relation_size(${table})`)
    const { rows } = await sql<{ n: string }>`select ${sql.join(sizes, sql` + `)} as n`.execute(db)
    return Number(rows[0]!.n)
  }

  test('creating and renaming take a number of statements that does not grow with the dates', async () => {
    const short = await measured('create 10', () =>
      make({ ...content, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10' }),
    )
    const created = await measured(`create ${dates}`, () => make({ ...content, ...rule }))
    const series = await inThreeLanguages(rule)
    const few = await measured('rename 10', () => patch(short.result.id, { title: 'Chorus' }))
    const many = await measured(`rename ${dates}`, () => patch(series.id, { title: 'Chorus' }))
    const hourly = {
      ...content,
      title: 'Hourly',
      recurrence: `RRULE:FREQ=DAILY;COUNT=${dates};BYHOUR=${hours}`,
    }
    const sameDays = await measured(`create ${dates} at all hours`, () => make(hourly))
    const sameSlugs = await measured(`create ${dates} at all hours again`, () => make(hourly))
    for (const { statements } of [created, sameDays, sameSlugs]) assert.ok(statements < short.statements + 40)
    assert.ok(many.statements < few.statements + 40)
    assert.ok(created.ms < 3_000 && many.ms < 3_000)
  })

  test('a series is read as quickly with many dates of their own as with one', async () => {
    const series = await make({ title: 'Read', venue: { venue: 'Hall' }, ...rule })
    const { body } = await service.get(`/events?post_parent=${series.id}&start_date=2026-12-01&per_page=15`)
    let guests = 0
    const readAfter = async (changed: readonly Json[]) => {
      guests += 1
      for (const { id } of changed)
        await patch(id, { title: `Guest ${guests}`, venue: { venue: `Room ${id}` } })
      await quiet()
      const { result, statements: taken } = await measured(`read with ${changed.length} more`, () =>
        service.get(`/events/${series.id}`),
      )
      assert.ok(result.text.includes(`Room ${changed.at(-1).id}`))
      return taken
    }
    const one = await readAfter(body.events.slice(0, 1))
    assert.ok((await undisturbed(one + 1, () => readAfter(body.events.slice(1)))) <= one)
  })

  /** The longest that each of four clients, who write to an event of their own, has waited while something else is done. */
  async function longestWaits(ids: readonly number[], meanwhile: () => Promise<unknown>): Promise<number> {
    let isDone = false
    const writing = ids.map(async (id) => {
      let longest = 0
      for (let written = 0; !isDone; written += 1) {
        const start = performance.now()
        await patch(id, { cost: String(written) })
        longest = Math.max(longest, performance.now() - start)
      }
      return longest
    })
    await meanwhile()
    isDone = true
    return Math.round(Math.max(...(await Promise.all(writing))))
  }

  const several = async (run: (place: number) => Promise<unknown>) => {
    for (let place = 0; place < 5; place += 1) await run(place)
  }

  /** Writes to a series or to all its dates, five times each. */
  const longWrites: Readonly<Record<string, (series: Json) => Promise<unknown>>> = {
    'a series is renamed': ({ id }) => several((place) => patch(id, { title: `Chorus ${place}` })),
    'its time moves': ({ id }) =>
      several((place) =>
        patch(id, { start_date: `2026-12-01 1${place}:00`, end_date: `2026-12-01 1${place}:30` }),
      ),
    'its image changes': ({ id }) =>
      several((place) => patch(id, { image: `https://example.org/choir-${place}.jpg` })),
    'its rule changes': ({ id }) =>
      several((place) => patch(id, { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${dates - 10 * place - 10}` })),
    'it is deleted and restored': ({ id }) =>
      several(async () => {
        await remove(id)
        await patch(id, { status: 'publish' })
      }),
    'its later dates become another': async (series) => {
      const { body } = await service.get(`/events?post_parent=${series.id}&start_date=2026-12-08&per_page=5`)
      await several((place) => patch(body.events[4 - place].id, { scope: 'following', cost: String(place) }))
    },
    'others are created': () => several(() => make({ ...content, ...rule })),
  }

  test('other writers hardly wait for a series that is written again and again', async () => {
    const ids: number[] = []
    for (let place = 0; place < 4; place += 1)
      ids.push((await service.post('/events', weekly({ recurrence: undefined }))).body.id)
    const alone = await longestWaits(ids, () => pause(1_000))
    console.log(`${engine}: four writers wait at most ${alone} ms alone`)
    for (const [name, write] of Object.entries(longWrites)) {
      const waited = await undisturbed(3_000, async () => {
        const series = await inThreeLanguages(rule)
        return longestWaits(ids, () => write(series))
      })
      console.log(`${engine}: ${waited} ms while ${name}`)
      assert.ok(waited < 3_000, name)
    }
  })

  /** What is written of events after a transaction has taken the version, from when on others wait for it. */
  function writesWithVersion(): string[] {
    let hasVersion = false
    const writes = texts.filter((text) => {
      if (text.startsWith('insert into "state"')) hasVersion = false
      if (takesVersion(text)) hasVersion = true
      return hasVersion && writesEvents.test(text)
    })
    return writes.map((text) => text.slice(0, 60))
  }

  /** For how long others cannot write meanwhile (ms). */
  async function heldBy(write: (series: Json) => Promise<unknown>): Promise<number> {
    const series = await inThreeLanguages(rule)
    texts = []
    longestHeld = 0
    mostWithVersion = 0
    await write(series)
    return longestHeld
  }

  test('other writers wait for a series only once its dates are written', async () => {
    for (const [name, write] of Object.entries(longWrites)) {
      const held = await undisturbed(1_000, () => heldBy(write))
      console.log(
        `${engine}: others cannot write for ${Math.round(held)} ms, ${mostWithVersion} statements, while ${name}`,
      )
      assert.ok(held > 0 && held < 1_000, name)
      assert.ok(mostWithVersion < dates, name)
      assert.ok(texts.some((text) => writesEvents.test(text)))
      if (engine === 'postgres') assert.deepEqual(writesWithVersion(), [], name)
    }
  })

  test('events are rewritten a few hundred at a time, so that others have their turn', async () => {
    const series = await make({ recurrence: 'RRULE:FREQ=DAILY;COUNT=600' })
    await patch(series.id, { featured: true })
    await patch(series.id, { start_date: '2026-12-01 18:00:00' })
    assert.ok(mostRewritten > 0 && mostRewritten <= 256, String(mostRewritten))
  })

  /** Enough pages for what one event takes; each is written three times. */
  const alone = 40

  test('an occurrence takes hardly more room than an event', async () => {
    const before = await bytes()
    for (let place = 0; place < alone; place += 1) await inThreeLanguages({ recurrence: undefined })
    const single = ((await bytes()) - before) / alone
    const between = await bytes()
    await inThreeLanguages(rule)
    const occurrence = ((await bytes()) - between) / dates
    console.log(`${engine}: ${Math.round(occurrence)} bytes an occurrence, ${Math.round(single)} an event`)
    assert.ok(occurrence <= 3 * single)
  })
}

describe('on SQLite', onEngine('sqlite'))
describe(
  'on PostgreSQL',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  process.env.TEST_POSTGRES_URL === undefined ? undefined : onEngine('postgres'),
)
