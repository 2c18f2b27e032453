import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findSeriesFaults, repairSeries } from '../src/store/series/check.ts'
import { createHorizon, extendDueSeries, followHorizon } from '../src/store/series/horizon.ts'
import { scriptCommand } from './scripts.ts'
import { checkingSeries, clockOf, faultsOf, seriesOn } from './series-of.ts'
import { anEvent, onEachDatabase, testTime, type Json } from './service.ts'

/** How far ahead there are occurrences, and how they become more (interface: Series). */

const day = 86_400

onEachDatabase((service) => {
  const { make, read, patch, remove } = seriesOn(service)
  checkingSeries(service)
  // Each later horizon would be that of all of them, which takes most of the time.
  afterEach(async () => {
    const left = await service.database.db
      .selectFrom('series')
      .innerJoin('events', 'events.id', 'series.id')
      .select('series.id')
      .execute()
    for (const { id } of left) await remove(id, '?force=true')
  })

  const onError = (error: unknown) => {
    throw error
  }
  const extend = () => extendDueSeries(service.database.db, clockOf(service), { onError })
  /** All dates of a series that are not in the trash, in order. */
  const wallsOf = async ({ id }: Json): Promise<string[]> => {
    const rows = await service.database.db
      .selectFrom('events')
      .select('recurrence_id')
      .where('post_parent', '=', id)
      .where('status', '<>', 'trash')
      .where('recurrence_id', 'is not', null)
      .orderBy('recurrence_id')
      .execute()
    return rows.map(({ recurrence_id }) => recurrence_id!)
  }
  const daily = (fields: Json = {}) =>
    make({
      start_date: '2026-11-22 08:00',
      end_date: '2026-11-22 08:30',
      timezone: 'UTC',
      recurrence: 'RRULE:FREQ=DAILY',
      ...fields,
    })

  test('a daily series reaches 24 months ahead, and a day further every day', async () => {
    const series = await daily({ title: 'Daily' })
    const before = await wallsOf(series)
    assert.deepEqual([before.length, before.at(-1)], [731, '2028-11-21 08:00:00'])
    service.now += 10 * day
    await extend()
    const after = await wallsOf(series)
    assert.deepEqual(after.slice(0, 731), before)
    assert.deepEqual([after.length, after.at(-1)], [741, '2028-12-01 08:00:00'])
    assert.equal((await read(series.id)).series.horizon, '2028-12-01')
    await extend()
    assert.equal((await wallsOf(series)).length, 741)
  })

  test('a date that has come within the horizon is missing only if nobody will make it', async () => {
    const start = { start_date: '2026-11-22 12:30', end_date: '2026-11-22 13:00' }
    const series = await daily({ title: 'Half past', ...start })
    const sentences = async () => (await faultsOf(service)).map(({ sentence }) => sentence)
    service.now += 40 * 60
    assert.deepEqual(await sentences(), [])
    const { db } = service.database
    const setDue = (due: number) =>
      db.updateTable('series').set({ due }).where('id', '=', series.id).execute()
    await setDue(service.now + 2 * 3600)
    assert.deepEqual(await sentences(), ['1 occurrences are missing'])
    await setDue(testTime + 3600)
    service.now = testTime + 3600
    await extend()
    assert.equal((await wallsOf(series)).at(-1), '2028-11-21 12:30:00')
  })

  test('after years asleep everything within the horizon is there, and nothing twice', async () => {
    const series = await make({ title: 'Asleep', recurrence: 'RRULE:FREQ=WEEKLY' })
    const changed = await make({ title: 'Left', recurrence: 'RRULE:FREQ=WEEKLY;UNTIL=20300101' })
    await remove(changed.id)
    service.now += 366 * day
    await extend()
    assert.equal((await wallsOf(series)).at(-1), '2029-11-20 19:00:00')
    service.now += 5 * 365 * day
    await extend()
    const walls = await wallsOf(series)
    assert.equal(walls.at(-1), '2034-11-14 19:00:00')
    assert.deepEqual(walls, [...new Set(walls)])
    assert.deepEqual(await wallsOf(changed), [])
  })

  /** Another process, which moves the horizon when it is told to; resolves once it is ready. */
  async function anotherProcess(): Promise<() => Promise<number | null>> {
    const child = spawn(
      process.execPath,
      [...scriptCommand('horizon-process'), service.database.url, String(service.now)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    return async () => {
      child.stdin.end()
      const [code] = (await ended) as [number | null]
      return code
    }
  }

  test('two processes make nothing twice', async () => {
    const all: Json[] = []
    for (let place = 0; place < 6; place += 1) all.push(await daily({ title: `Number ${place}` }))
    service.now += 40 * day
    const others = await Promise.all([anotherProcess(), anotherProcess()])
    const codes = await Promise.all(others.map((run) => run()))
    assert.deepEqual(codes, [0, 0])
    for (const series of all) {
      const walls = await wallsOf(series)
      assert.equal(walls.length, 771)
      assert.deepEqual(walls, [...new Set(walls)])
    }
  })

  test('of a dense rule there are a thousand from the earliest that is not over', async () => {
    const series = await daily({
      title: 'Dense',
      start_date: '2026-11-01 00:00',
      end_date: '2026-11-01 00:10',
      recurrence:
        'RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,15,30,45',
    })
    const aheadOf = async () => {
      const now = new Date(service.now * 1000).toISOString().slice(0, 19).replace('T', ' ')
      return (await wallsOf(series)).filter((wall) => wall >= now)
    }
    const before = await aheadOf()
    assert.deepEqual([before.length, before[0]], [1_000, '2026-11-21 12:00:00'])
    assert.equal((await read(series.id)).series.horizon, before.at(-1)!.slice(0, 10))
    service.now += 6 * 3600
    await extend()
    const after = await aheadOf()
    assert.deepEqual([after.length, after[0]], [1_000, '2026-11-21 18:00:00'])
    assert.equal((await wallsOf(series))[0], '2026-11-11 02:00:00')
    service.now += 60 * day
    await extend()
    assert.equal((await aheadOf()).length, 1_000)
    await remove(series.id, '?force=true')
  })

  test('a rule of five minutes has what is next as well, and a denser one is refused', async () => {
    const every = (step: number) => {
      const minutes = Array.from({ length: 60 / step }, (_, place) => place * step).join(',')
      const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',')
      return {
        ...{ title: 'Minutes', start_date: '2026-11-21 00:00', end_date: '2026-11-21 00:01' },
        recurrence: `RRULE:FREQ=DAILY;BYHOUR=${hours};BYMINUTE=${minutes}`,
      }
    }
    const { status, body } = await service.post('/events', anEvent(every(4)))
    assert.equal(status, 400)
    assert.match(body.data.params.recurrence, /at most 288 times a day are possible\.$/)
    const series = await daily(every(5))
    const { next, last } = (await read(series.id)).series
    assert.deepEqual([next.start_date, last.start_date], ['2026-11-21 12:00:00', '2026-11-24 23:15:00'])
    await remove(series.id, '?force=true')
  })

  test('an occurrence that waits for a later day outlives the horizon that moves on', async () => {
    const series = await make({ title: 'Patient', recurrence: 'RRULE:FREQ=WEEKLY' })
    const [first] = await service.database.db
      .selectFrom('events')
      .select('id')
      .where('post_parent', '=', series.id)
      .orderBy('start_utc')
      .limit(1)
      .execute()
    await patch(first!.id, { start_date: '2027-02-03 19:00', end_date: '2027-02-03 21:00' })
    service.now += 30 * day
    await extend()
    const { status, start_date } = await read(first!.id)
    assert.deepEqual([status, start_date], ['publish', '2027-02-03 19:00:00'])
  })

  /** Whatever happens meanwhile, the rule is put right again, because tests share their calendar. */
  async function withDamagedRule({ id }: Json, run: () => Promise<void>) {
    const { db } = service.database
    const setRule = (recurrence: string) =>
      db.updateTable('series').set({ recurrence }).where('id', '=', id).execute()
    await setRule('RRULE:FREQ=NEVER')
    await run().finally(() => setRule('RRULE:FREQ=DAILY'))
  }

  test('one series that cannot be read does not keep the others from being extended', async () => {
    const broken = await daily({ title: 'Broken' })
    const whole = await daily({ title: 'Whole' })
    await withDamagedRule(broken, async () => {
      service.now += 2 * day
      const errors: unknown[] = []
      const onError = (error: unknown) => errors.push(error)
      await extendDueSeries(service.database.db, clockOf(service), { onError })
      assert.equal(errors.length, 1)
      assert.deepEqual(
        [await wallsOf(broken), await wallsOf(whole)].map(({ length }) => length),
        [731, 733],
      )
    })
    await extend()
    assert.equal((await wallsOf(broken)).length, 733)
  })

  test('a series that cannot be read is shown as far as it can be, and reported', async () => {
    const broken = await daily({ title: 'Unreadable' })
    await withDamagedRule(broken, async () => {
      const { recurrence, series } = await read(broken.id)
      assert.deepEqual([recurrence, series.total, series.until], [['RRULE:FREQ=NEVER'], 731, null])
      const feed = await service.get('/events.ics?search=unreadable&end_date=2026-12-01')
      assert.equal(feed.text.match(/BEGIN:VEVENT/g)?.length, 10)
      const faults = (await faultsOf(service)).filter(({ series: id }) => id === broken.id)
      assert.deepEqual(
        faults.map(({ sentence }) => sentence),
        ['the rule cannot be read; send recurrence to the series'],
      )
      await repairSeries(service.database.db, [broken.id], clockOf(service))
      assert.equal((await wallsOf(broken)).length, 731)
    })
  })

  test('a service looks by itself, from its start on', async () => {
    const series = await daily({ title: 'By itself' })
    service.now += 400 * day
    const horizon = createHorizon({ db: service.database.db, clock: () => clockOf(service), onError })
    horizon.start()
    while ((await wallsOf(series)).length < 1_130) await pause(20)
    await horizon.stop()
  })

  test('a horizon that is moved further away is reached at the next start', async () => {
    const series = await daily({ title: 'Further' })
    const reaching = async (months: number) => {
      const clock = () => ({ ...clockOf(service), horizon: months })
      await followHorizon(service.database.db, clock())
      await extendDueSeries(service.database.db, clock(), { onError })
      return (await wallsOf(series)).length
    }
    assert.equal(await reaching(24), 731)
    // What the next start will do is no fault of the data.
    const further = { ...clockOf(service), horizon: 36 }
    assert.deepEqual(await findSeriesFaults(service.database.db, further), await faultsOf(service))
    assert.equal(await reaching(36), 1_000)
    assert.equal(await reaching(12), 1_000)
    const { horizon } = clockOf(service)
    await followHorizon(service.database.db, { ...clockOf(service), horizon })
    await remove(series.id)
  })

  test('what is next of a series is another one as soon as it is over, although nothing was written', async () => {
    await daily({ title: 'Ticking', tags: ['ticking'] })
    const query = 'search=ticking&series=next'
    const nextIn = async (form: string) => {
      const { text } = await service.get(`/events${form}?${query}`)
      return /(?:"recurrence_id":"2026-11-|DTSTART:202611|,2026-11-)(\d\d)/.exec(text)?.[1]
    }
    const seen = async () => [await nextIn(''), await nextIn('.ics'), await nextIn('.csv')]
    const first = await seen()
    assert.deepEqual(await seen(), first)
    service.now += day
    const second = await seen()
    assert.deepEqual(
      second,
      first.map((date) => String(Number(date) + 1)),
    )
  })

  test('a list that ends beyond the horizon names it while a series goes on', async () => {
    await daily({ title: 'Named' })
    const horizonOf = async (query: string) =>
      (await service.get(`/events?${query}`)).headers.get('x-horizon')
    assert.equal(await horizonOf('start_date=2027-05-01'), '2028-11-21')
    assert.equal(await horizonOf('end_date=2028-11-22'), '2028-11-21')
    assert.equal(await horizonOf('during=2028-11-22'), '2028-11-21')
    assert.equal(await horizonOf('end_date=2028-11-21'), null)
    assert.equal(await horizonOf(''), null)
    service.now = testTime + 30 * day
    assert.equal(await horizonOf('start_date=2027-05-01'), '2028-12-21')
  })

  test('a list that ends beyond the occurrences of a series that has as many as it may have says so', async () => {
    const often = { recurrence: 'RRULE:FREQ=DAILY;BYHOUR=8,12,16', title: 'Often' }
    const series = await make({ ...often, start_date: '2027-01-01 08:00', end_date: '2027-01-01 09:00' })
    const horizonOf = async (path: string) => (await service.get(path)).headers.get('x-horizon')
    const { horizon } = (await service.get(`/events/${series.id}`)).body.series
    const within = 'start_date=2027-11-01&end_date=2027-11-30'
    const beyond = 'start_date=2027-12-01&end_date=2028-06-30'

    assert.equal(horizon, '2027-11-30')
    for (const form of ['', '.ics', '.csv', '.rss', '.geojson']) {
      assert.equal(await horizonOf(`/events${form}?${within}`), null, form)
      assert.equal(await horizonOf(`/events${form}?${beyond}`), horizon, form)
    }
    await patch(series.id, { status: 'draft' })
    assert.equal(await horizonOf(`/events?${beyond}`), null)
    await service.delete(`/events/${series.id}?force=true`)
  })

  test('such a series counts from the day on that the horizon has passed it, although nothing has changed', async () => {
    const often = { recurrence: 'RRULE:FREQ=DAILY;BYHOUR=8,12,16', title: 'Often later' }
    const series = await make({ ...often, start_date: '2027-12-15 08:00', end_date: '2027-12-15 09:00' })
    const horizonOf = async () =>
      (await service.get('/events?start_date=2028-11-01&end_date=2028-12-31')).headers.get('x-horizon')
    assert.equal((await service.get(`/events/${series.id}`)).body.series.horizon, '2028-11-12')
    await horizonOf()
    service.now += 30 * day

    assert.equal(await horizonOf(), '2028-11-12')
    await service.delete(`/events/${series.id}?force=true`)
  })

  test('an event beyond the horizon that starts to repeat stays, and the others follow in time', async () => {
    const dayIn = (days: number) => new Date((service.now + days * day) * 1000).toISOString().slice(0, 10)
    const first = dayIn(900)
    const event = await make({
      title: 'Far',
      start_date: `${first} 10:00`,
      end_date: `${first} 11:00`,
      recurrence: undefined,
    })
    const weekly = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }
    assert.deepEqual((await patch(event.id, { ...weekly, dry_run: true })).series.changed.trashed, 0)
    const changed = await patch(event.id, weekly)
    assert.deepEqual([changed.status, changed.slug, changed.series.changed.kept], ['publish', event.slug, 1])
    const series = await read((await read(event.id)).post_parent)
    assert.deepEqual(await wallsOf(series), [`${first} 10:00:00`])
    await patch(series.id, { title: 'Farther' })
    assert.equal((await read(event.id)).title, 'Farther')
    service.now += 400 * day
    await extend()
    const walls = await wallsOf(series)
    assert.deepEqual([walls.length, walls[0]], [3, `${first} 10:00:00`])
    assert.equal((await read(event.id)).recurrence_id, `${first} 10:00:00`)
  })
})
