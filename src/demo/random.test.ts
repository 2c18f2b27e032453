import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, shuffled } from './random.ts'

test('the same seed yields the same numbers, all in [0, 1)', () => {
  const [first, second] = [seededRandom(7), seededRandom(7)]
  const numbers = Array.from({ length: 1000 }, first)

  assert.deepEqual(numbers, Array.from({ length: 1000 }, second))
  assert.ok(numbers.every((number) => number >= 0 && number < 1))
  assert.ok(Math.abs(numbers.reduce((sum, number) => sum + number) / 1000 - 0.5) < 0.05)
})

test('shuffling preserves all items and does not change the original list', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8]
  const result = shuffled(items, seededRandom(3))

  assert.notDeepEqual(result, items)
  assert.deepEqual([...result].sort(), items)
  assert.deepEqual(items, [1, 2, 3, 4, 5, 6, 7, 8])
})
