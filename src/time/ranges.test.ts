import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValidationError } from '../errors.ts'
import { duringRange, toInstant, toWall } from './index.ts'

const zone = 'Europe/Paris'
const now = toInstant('2026-11-20 12:34:56', zone)

const range = (text: string): string[] => {
  const { from, to } = duringRange(text, now, zone)
  return [toWall(from, zone), toWall(to, zone)]
}

test('a day lasts until the next midnight', () => {
  assert.deepEqual(range('2026-10-10'), ['2026-10-10 00:00:00', '2026-10-11 00:00:00'])
  assert.deepEqual(range('tomorrow'), ['2026-11-21 00:00:00', '2026-11-22 00:00:00'])
})

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (text: string) => {
    const { from, to } = duringRange(text, now, zone)
    return (to - from) / 3600
  }
  assert.equal(hours('2027-03-28'), 23)
  assert.equal(hours('2027-10-31'), 25)
})

test('a date as the end includes its day, a time is the end itself', () => {
  assert.deepEqual(range('2026-10-10/2026-10-12'), ['2026-10-10 00:00:00', '2026-10-13 00:00:00'])
  assert.deepEqual(range('2026-10-10/2026-10-10'), ['2026-10-10 00:00:00', '2026-10-11 00:00:00'])
  assert.deepEqual(range('2026-10-10 18:00/2026-10-11T02:00:00Z'), [
    '2026-10-10 18:00:00',
    '2026-10-11 04:00:00',
  ])
  assert.deepEqual(range('2026-10-10 18:00/2026-10-10'), ['2026-10-10 18:00:00', '2026-10-11 00:00:00'])
})

test('slashes inside dates do not separate dates', () => {
  assert.deepEqual(range('2026/10/10'), ['2026-10-10 00:00:00', '2026-10-11 00:00:00'])
  assert.deepEqual(range('2026/10/10/2026/10/12'), ['2026-10-10 00:00:00', '2026-10-13 00:00:00'])
  assert.deepEqual(range('2026/10/10/tomorrow'), ['2026-10-10 00:00:00', '2026-11-22 00:00:00'])
  assert.deepEqual(range('2026-10-10 18:00 Asia/Tokyo'), ['2026-10-10 11:00:00', '2026-10-10 11:00:01'])
  assert.deepEqual(range('2026-10-10 18:00 Asia/Tokyo/2026/10/10 18:00 Europe/Paris'), [
    '2026-10-10 11:00:00',
    '2026-10-10 18:00:00',
  ])
})

test('a single time is a range of one second', () => {
  assert.deepEqual(range('2026-10-10 18:00'), ['2026-10-10 18:00:00', '2026-10-10 18:00:01'])
  assert.deepEqual(range('now'), ['2026-11-20 12:34:56', '2026-11-20 12:34:57'])
  assert.deepEqual(range('2026-10-10 18:00/2026-10-10T16:00:00Z'), range('2026-10-10 18:00'))
})

for (const text of [
  '',
  '/',
  '2026-10-10/',
  '/2026-10-10',
  'a/b',
  '2026-10-10/2026-10-09',
  '2026-10-10 18:00/2026-10-10 17:59',
  '10/01/2027',
  '2026-10-10/P1D',
  '2026-10-10/12',
  '2026-10-10/2026-10-11/2026-10-12',
  '2026/10/10/12',
  '2026/10/10/',
  '2026-10-10/2026-02-30',
  '/'.repeat(300),
  `2026-10-10/${'2026-10-12'.repeat(20)}`,
]) {
  test(`"${text}" is refused`, () => {
    assert.throws(
      () => duringRange(text, now, zone),
      (fault) => fault instanceof ValidationError && fault.code === 'rest_invalid_date',
    )
  })
}
