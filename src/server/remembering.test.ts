import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { readConfig } from '../config.ts'
import { createMemory } from './memory.ts'
import type { Answer, Asked, Operation } from '../api/operation.ts'
import { answerName, createRemembering } from './remembering.ts'

const config = readConfig({ environment: {}, readFile: () => undefined })
const operation = { name: 'listEvents', parameters: { page: {}, venue: {} } } as unknown as Operation
const moment = { version: 1, due: Infinity }

const asked = (sent: Record<string, unknown>, acceptLanguage?: string) =>
  ({
    sent,
    acceptLanguage,
    path: {},
    links: { rest: 'http://here/cal/events/v1' },
    mount: { path: '/cal/events/v1' },
  }) as unknown as Asked

const request = (url: string) => ({ raw: { headers: { host: 'here' }, socket: {}, url } }) as FastifyRequest

const remembering = () =>
  createRemembering({ config, memory: createMemory(1e6), now: () => 0, version: () => 1 })

test('a name leaves out what is unknown and the order, and nothing else', () => {
  const name = (sent: Record<string, unknown>) => answerName(asked(sent), operation)

  assert.equal(name({ page: '1', venue: '2' }), name({ nth: '4', venue: '2', page: '1' }))
  assert.notEqual(name({ page: '1' }), name({ page: '2' }))
  assert.notEqual(name({ venue: '1,2' }), name({ venue: ['1', '2'] }))
  assert.notEqual(name({ _fields: 'id' }), name({}))
  assert.equal(name({ venue: { city: 'Bern' } }), undefined)
})

test('an answer is made once for those who ask at the same time, and kept for those who come later', async () => {
  const { give, known } = remembering()
  let runs = 0
  const run = async (): Promise<Answer> => {
    runs += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { body: { runs }, until: Infinity }
  }
  const ask = (url: string) => give(request(url).raw, asked({}), operation, moment, run)

  const given = await Promise.all([ask('/events'), ask('/events?nth=1'), ask('/events')])
  await ask('/events?nth=2')

  assert.equal(runs, 1)
  assert.deepEqual(new Set(given.map(({ prepared }) => prepared.body.toString())), new Set(['{"runs":1}']))
  assert.ok(known(request('/events?nth=2'), 1))
  assert.equal(known(request('/events?nth=2'), 2), undefined)
})

test('what fails is tried again by everybody else', async () => {
  const { give } = remembering()
  let runs = 0
  const run = async (): Promise<Answer> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (++runs === 1) throw new Error('for the first alone')
    return { body: {}, until: Infinity }
  }
  const ask = () => give(request('/events').raw, asked({}), operation, moment, run)

  const outcomes = await Promise.allSettled([ask(), ask(), ask()])

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
})

test('messages are made for each language, and not kept', async () => {
  const { give, known } = remembering()
  const ask = (language: string) =>
    give(request('/').raw, asked({}, language), operation, moment, () =>
      Promise.resolve({ body: { language }, isMessage: true, until: Infinity }),
    )

  const [french, german] = await Promise.all([ask('fr'), ask('de')])

  assert.notEqual(french.prepared.body.toString(), german.prepared.body.toString())
  assert.equal(known(request('/'), 1), undefined)
})
