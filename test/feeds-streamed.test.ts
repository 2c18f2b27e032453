import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get as request, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventsIn, readCalendar, valuesOf } from './content-lines.ts'
import { fillCalendar } from './large-calendar.ts'
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

  /** The most queries in one turn of the event loop while this many clients read feeds. */
  async function queriesInOneTurn(clients: number): Promise<number> {
    let [most, before, isDone] = [0, queries, false]
    const count = () => {
      most = Math.max(most, queries - before)
      before = queries
      if (!isDone) setImmediate(count)
    }
    count()
    await Promise.all(
      Array.from({ length: clients }, (_, client) => service.get(`/events.csv?${all}&client=${client}`)),
    )
    isDone = true
    return most
  }

  test('however many feeds are sent, others wait for one of them at a time', async () => {
    const alone = await queriesInOneTurn(1)
    const together = await queriesInOneTurn(8)

    assert.ok(together <= 2 * alone + 2, `${together} queries in one turn, and ${alone} for one feed alone`)
  })

  /** How many queries there were once no more come. */
  async function queriesAtRest(): Promise<number> {
    for (let before = -1; ;) {
      const now = queries
      if (now === before) return now
      before = now
      await pause(1_000)
    }
  }

  test('a client that does not read is not read for', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      request(`${service.base}/events.geojson?${all}`, resolve)
    })
    try {
      const read = await queriesAtRest()

      let bytes = 0
      response.on('data', (data: Buffer) => (bytes += data.length))
      await once(response, 'end')
      assert.ok(queries > read)
      assert.ok(bytes > 10_000_000, `${bytes} bytes`)
    } finally {
      response.destroy()
    }
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
