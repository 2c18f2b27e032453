import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemory, type Memory, type Prepared } from './memory.ts'

const answer = (bytes: number): Prepared => ({
  status: 200,
  headers: {},
  body: Buffer.alloc(bytes),
  tag: '"abc"',
})

const sent = (bytes: number) => ({
  status: 200,
  headers: [],
  body: Buffer.alloc(bytes),
  counts: undefined as never,
})

/** Asked for by two. */
function keepWanted(memory: Memory, names: readonly string[], version = 1, until = Infinity, bytes = 10) {
  for (const name of [...names, ...names]) memory.asked(name)
  return memory.keep(names, version, until, answer(bytes))
}

test('what only one has asked for is not kept', () => {
  const memory = createMemory(1e6)
  memory.asked('/events')
  assert.equal(memory.keep(['/events'], 1, Infinity, answer(10)), undefined)

  memory.asked('/events')
  assert.ok(memory.keep(['/events'], 1, Infinity, answer(10)))
  for (let nth = 0; nth < 20_000; nth += 1) memory.asked(`/events?nth=${nth}`)
  assert.equal(memory.keep(['/events'], 2, Infinity, answer(10)), undefined, 'it was too long ago')
})

test('an answer is found by each of its names, until its time is over', () => {
  const memory = createMemory(1e6)
  const kept = keepWanted(memory, ['/events', '/events?'], 1, 100)!
  memory.name(kept, '/events?nth=1')

  for (const name of ['/events', '/events?', '/events?nth=1']) assert.equal(memory.get(name, 1, 99), kept)
  assert.equal(memory.get('/events', 2, 99), undefined)
  assert.equal(memory.get('/events', 1, 100), undefined)
  assert.equal(memory.get('/events?', 1, 99), undefined)
})

test('however many names an answer is given, few are kept', () => {
  const memory = createMemory(1e6)
  const kept = keepWanted(memory, ['/events'])!
  for (let nth = 0; nth < 100; nth += 1) memory.name(kept, `/events?nth=${nth}`)

  assert.equal(memory.get('/events?nth=1', 1, 0), undefined)
  assert.equal(memory.get('/events?nth=99', 1, 0), kept)
})

test('what was not asked for longest makes room, and forms in which an answer was sent take some', () => {
  const memory = createMemory(200_000)
  const keep = (name: string) => keepWanted(memory, [name], 1, Infinity, 10_000)!
  const isKept = (name: string) => memory.get(name, 1, 0) !== undefined
  const first = keep('first')
  for (let nth = 0; nth < 14; nth += 1) keep(`other ${nth}`)
  assert.deepEqual([isKept('first'), isKept('other 0')], [true, true])

  memory.learn(first, 'gzip', sent(40_000))

  assert.deepEqual(
    [isKept('other 0'), isKept('other 1'), isKept('first')],
    [true, false, true],
    'the one that was asked for meanwhile stays',
  )
  assert.ok(first.sent.has('gzip'))
})

test('answers of another version make room at once', () => {
  const memory = createMemory(200_000)
  keepWanted(memory, ['/events'])
  keepWanted(memory, ['/venues'], 2)

  assert.equal(memory.get('/events', 1, 0), undefined)
  assert.ok(memory.get('/venues', 2, 0))
})

test('what is far too large is not kept', () => {
  assert.equal(keepWanted(createMemory(16_000), ['/events'], 1, Infinity, 2_000), undefined)
})
