import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeClock } from './change-clock.ts'

test('a version keeps its date, and no two share one', () => {
  const changedAt = createChangeClock()
  assert.equal(changedAt(5, 100), 100)
  assert.equal(changedAt(5, 130), 100)
  assert.equal(changedAt(6, 130), 130)
  assert.equal(changedAt(7, 130), 131)
  assert.equal(changedAt(8, 130), 132)
  assert.equal(changedAt(undefined, 140), 140)
  assert.equal(changedAt(9, 150), 150)
})
