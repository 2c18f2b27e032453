import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const aTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Two turns of the event loop, in which whoever may begin has begun. */
const settled = async () => {
  await aTurn()
  await aTurn()
}

function begin(limit: ConcurrencyLimit, names: readonly string[]) {
  const begun: string[] = []
  const permits = names.map(async (name) => {
    const permit = await limit.acquire()
    begun.push(name)
    return permit
  })
  return { begun, permits }
}

test('no more than the maximum work at a time, and the others follow in order', async () => {
  const { begun, permits } = begin(new ConcurrencyLimit(2), ['a', 'b', 'c', 'd'])
  await settled()
  assert.deepEqual(begun, ['a', 'b'])

  const second = await permits[1]!
  second.release()
  second.release()
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c'])

  for (const permit of [permits[0]!, permits[2]!]) (await permit).release()
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

test('permits that were released are free again', async () => {
  const limit = new ConcurrencyLimit(1)
  for (const name of ['a', 'b']) {
    const { begun, permits } = begin(limit, [name])
    await settled()
    assert.deepEqual(begun, [name])
    ;(await permits[0]!).release()
  }
})

test('the next one begins in another turn of the event loop', async () => {
  const limit = new ConcurrencyLimit(1)
  const { begun, permits } = begin(limit, ['a', 'b'])
  ;(await permits[0]!).release()
  await Promise.resolve()
  assert.deepEqual(begun, ['a'])
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
})

test('who waits for something else holds nobody up for long', async () => {
  const limit = new ConcurrencyLimit(1)
  const held = await limit.acquire()
  const next = await limit.acquire()

  held.release()
  const { begun } = begin(limit, ['third'])
  await settled()
  assert.deepEqual(begun, [], 'a permit that no longer counts is not passed on twice')
  next.release()
  await settled()
  assert.deepEqual(begun, ['third'])
})

test('while nothing is being done, those who wait for something else hold nobody up for as long', async () => {
  const limit = new ConcurrencyLimit(2)
  const begun = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => limit.acquire()))
  assert.ok(performance.now() - begun < 2_500, 'less than half of what they may hold others up for')
})
