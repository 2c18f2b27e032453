import assert from 'node:assert/strict'
import { get as request, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createBatches } from '../src/api/feeds/batches.ts'
import { readConfig } from '../src/config.ts'
import { createStore } from '../src/store/index.ts'
import { eventsIn, readCalendar, valuesOf } from './content-lines.ts'
import { fillCalendar } from './large-calendar.ts'
import { basic, sendUnread } from './raw.ts'
import { onEachEngine, Service, testTime } from './service.ts'

/** Feeds of many events: how much is read for them, and when. */

const events = 12_000
const all = 'start_date=2010-01-01&end_date=2050-01-01'

onEachEngine((engine) => {
  let queries = 0
  const service = new Service({}, engine, () => (queries += 1))
  before(() => service.start())
  after(() => service.stop())
  before(() => fillCalendar(service.database, { events, middle: testTime }))

  test('all events are there, and no query is made for one alone', async () => {
    const { body } = await service.get(`/events?${all}&per_page=1`)
    const start = queries
    const { status, text } = await service.get(`/events.ics?${all}`)

    assert.equal(status, 200)
    const found = eventsIn(readCalendar(text))
    assert.ok(body.total > events * 0.8)
    assert.equal(found.length, body.total)
    assert.equal(new Set(found.flatMap((event) => valuesOf(event, 'UID'))).size, body.total)
    assert.ok(queries - start < events / 5, `${queries - start} queries`)
  })

  test('however many feeds are sent, others wait for one batch at a time', async () => {
    const store = createStore({
      database: service.database,
      settings: readConfig({ environment: {}, readFile: () => undefined }),
      onError: assert.ifError,
      now: () => testTime,
    })
    const inBatches = createBatches(store)
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
    let [turn, isDone] = [0, false]
    const count = () => {
      turn += 1
      if (!isDone) setImmediate(count)
    }
    count()
    const turns: number[] = []
    const read = async () => {
      const batches = inBatches(ids, (reads, some) => {
        turns.push(turn)
        return reads.schedules(some)
      })
      let found = 0
      for await (const schedules of batches) found += schedules.length
      return found
    }
    const found = await Promise.all(Array.from({ length: 8 }, read))
    isDone = true

    assert.deepEqual(new Set(found), new Set([1_000]))
    assert.equal(turns.length, 80)
    assert.equal(new Set(turns).size, 80)
  })

  /** How many queries there were once there were more than these, and no more come. */
  async function queriesAtRest(over = -1): Promise<number> {
    for (let before = -1; ;) {
      const now = queries
      if (now === before && now > over) return now
      before = now
      await pause(1_000)
    }
  }

  test('a client that does not read is not read for', async () => {
    const begun = queries
    const readRest = sendUnread(`${service.base}/events.geojson?${all}`)
    const read = await queriesAtRest(begun)

    const { bytes, isComplete } = await readRest()
    assert.ok(isComplete)
    assert.ok(queries > read)
    assert.ok(bytes > 10_000_000, `${bytes} bytes`)
  })

  test('a download is broken off when its caller loses the right to it', async () => {
    const person = { username: 'reader', role: 'editor', password: 'password of the reader' }
    const { body: user } = await service.post('//cal/admin/v1/users', person)
    const authorization = basic(`${person.username}:${person.password}`)
    const begun = queries
    const readRest = sendUnread(`${service.base}/events.csv?${all}`, { authorization })
    await queriesAtRest(begun)
    assert.equal((await service.patch(`//cal/admin/v1/users/${user.id}`, { role: 'subscriber' })).status, 200)

    const { bytes, isComplete } = await readRest()
    assert.ok(bytes > 0)
    assert.ok(!isComplete)
  })

  test('a client that goes away ends the reading, and others go on', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      request(`${service.base}/events.csv?${all}`, resolve)
    })
    const begun = queries
    response.destroy()
    const read = await queriesAtRest()
    assert.ok(read - begun < 60, `${read - begun} queries for nobody`)
    assert.equal((await service.get('/events.ics?per_page=1')).status, 200)
  })
})
