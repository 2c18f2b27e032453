import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createValueCache } from './value-cache.ts'

/** These tests read no database. */
const db = {} as Parameters<typeof createValueCache>[0]

test('a value is computed once until the data change', async () => {
  const kept = createValueCache(db)
  const count = { made: 0 }
  const next = () => kept.getOrCompute('number', () => Promise.resolve((count.made += 1)))

  assert.deepEqual(await Promise.all([next(), next()]), [1, 1])
  kept.clear()
  assert.equal(await next(), 2)
  assert.equal(await next(), 2)
})

test('a value whose computation began before the data changed is not cached', async () => {
  const kept = createValueCache(db)
  const begun = kept.getOrCompute('text', async () => {
    await setImmediate()
    return 'before'
  })
  kept.clear()

  assert.equal(await begun, 'before')
  assert.equal(await kept.getOrCompute('text', () => Promise.resolve('after')), 'after')
})

test('a computation that failed is run again', async () => {
  const kept = createValueCache(db)
  await assert.rejects(kept.getOrCompute('text', () => Promise.reject(new Error('lost'))))

  assert.equal(await kept.getOrCompute('text', () => Promise.resolve('found')), 'found')
})
