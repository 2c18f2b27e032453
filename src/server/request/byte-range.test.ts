import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partOf } from './byte-range.ts'

test('a range has a start, an end or both, and ends with the file at the latest', () => {
  assert.deepEqual(partOf('bytes=0-99', 1_000), { first: 0, last: 99 })
  assert.deepEqual(partOf('Bytes=900-', 1_000), { first: 900, last: 999 })
  assert.deepEqual(partOf('bytes=-100', 1_000), { first: 900, last: 999 })
  assert.deepEqual(partOf('bytes=900-5000', 1_000), { first: 900, last: 999 })
  assert.deepEqual(partOf('bytes=-5000', 1_000), { first: 0, last: 999 })
  assert.deepEqual(partOf(`bytes=0-${'9'.repeat(400)}`, 1_000), { first: 0, last: 999 })
})

test('a range after the end of the file cannot be satisfied', () => {
  for (const range of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])
    assert.equal(partOf(range, 1_000), 'unsatisfiable', range)
  assert.equal(partOf('bytes=0-', 0), 'unsatisfiable')
})

test('other units and several ranges select the whole file', () => {
  for (const range of ['bytes=', 'bytes=-', 'bytes=9-1', 'bytes=a-b', 'pages=1-2', 'bytes=0-1,5-6', '0-1'])
    assert.equal(partOf(range, 1_000), undefined, range)
})
