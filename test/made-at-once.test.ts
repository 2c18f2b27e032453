import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, before, test } from 'node:test'
import type { Route } from '../src/api/operation.ts'
import { resources } from '../src/resources/index.ts'
import { servePipeline, type ServedPipeline } from './pipeline.ts'
import { onEachDatabase } from './service.ts'

/** How many responses are made at a time. */

onEachDatabase((service) => {
  const steps = new EventEmitter()
  let running = 0
  let server: ServedPipeline

  /** Lasts until it may go on. */
  const lasting: Route = {
    pattern: '/lasting',
    operations: [
      {
        method: 'GET',
        operationId: 'last',
        summary: 'List events',
        parameters: { search: resources.events.listParameters.search! },
        responseSchema: 'event',
        async run({ sent }) {
          if (sent.fails !== undefined) throw new Error('broken')
          running += 1
          const goesOn = once(steps, 'go on')
          steps.emit('begun')
          await goesOn
          running -= 1
          return { body: sent, validUntil: Infinity }
        },
      },
    ],
  }

  before(async () => (server = await servePipeline(service, [lasting])))
  after(() => server.close())

  const ask = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${server.base}/lasting?${query}`, { headers })

  async function begun(count: number) {
    while (running < count) await once(steps, 'begun')
  }

  async function finish(responses: readonly Promise<Response>[]) {
    const all = Promise.all(responses)
    const timer = setInterval(() => steps.emit('go on'), 1)
    const answers = await all
    clearInterval(timer)
    return answers
  }

  test('searches wait for no other response', async () => {
    const responses = Array.from({ length: 8 }, (_, nth) => ask(`search=${nth}`))
    await begun(8)
    for (const response of await finish(responses)) assert.equal(response.status, 200)
  })

  test('all requests are answered, however many arrive at once, and an error ends the turn of nobody else', async () => {
    const responses = Array.from({ length: 20 }, (_, nth) =>
      ask(`nth=${nth}${nth % 5 === 0 ? '&fails' : ''}`),
    )
    const answers = await finish(responses)
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 20 }, (_, nth) => (nth % 5 === 0 ? 500 : 200)),
    )
  })

  test('few are made at a time where more would finish none sooner', async () => {
    const responses = Array.from({ length: 20 }, (_, nth) => ask(`one=${nth}`))
    await begun(2)
    // Not shared, because of the cookie, so that nobody waits for it. The others have arrived before it.
    for (let times = 0; times < 5; times += 1) await ask('fails', { cookie: 'a=b' })
    // Two at a time, and those that a busy machine held up for longer than a turn lasts.
    if (service.database.dialect.isInProcess) assert.ok(running < 10, `${running} at a time`)
    else await begun(20)
    await finish(responses)
  })

  test('one that waits for something else holds nobody up for long', async () => {
    const responses = Array.from({ length: 6 }, (_, nth) => ask(`waits=${nth}`))
    await begun(6)
    for (const response of await finish(responses)) assert.equal(response.status, 200)
  })
})
