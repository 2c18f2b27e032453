import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeptValues } from './kept-values.ts'

/** These tests read no database. */
const db = {} as Parameters<typeof createKeptValues>[0]

test('a value is computed once until the data change', async () => {
  const kept = createKeptValues(db)
  const count = { made: 0 }
  const next = () => kept.of('number', () => Promise.resolve((count.made += 1)))

  assert.deepEqual(await Promise.all([next(), next()]), [1, 1])
  kept.clear()
  assert.equal(await next(), 2)
  assert.equal(await next(), 2)
})

test('a value whose computation began before the data changed is not cached', async () => {
  const kept = createKeptValues(db)
  const begun = kept.of('text', async () => {
    await setImmediate()
    return 'before'
  })
  kept.clear()

  assert.equal(await begun, 'before')
  assert.equal(await kept.of('text', () => Promise.resolve('after')), 'after')
})

test('a computation that failed is run again', async () => {
  const kept = createKeptValues(db)
  await assert.rejects(kept.of('text', () => Promise.reject(new Error('lost'))))

  assert.equal(await kept.of('text', () => Promise.resolve('found')), 'found')
})
