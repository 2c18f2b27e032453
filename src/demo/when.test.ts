import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrences, type When } from './when.ts'

const starts = (when: When, today: string) =>
  occurrences(when, today).map(({ start_date }) => start_date.slice(0, 16))

test('a weekly series begins with the first such weekday', () => {
  const when: When = { every: 'week', weekday: 6, from: '07:00', to: '12:00', times: 2 }

  assert.deepEqual(starts(when, '2026-11-19'), ['2026-11-21 07:00', '2026-11-28 07:00'])
  assert.deepEqual(starts(when, '2026-11-21'), ['2026-11-21 07:00', '2026-11-28 07:00'])
})

test('a series may take place every other week, and leaves out the great holidays', () => {
  const when: When = { every: 'week', weeks: 2, weekday: 5, from: '19:00', to: '20:00', times: 3 }

  assert.deepEqual(starts(when, '2026-12-11'), ['2026-12-11 19:00', '2027-01-08 19:00', '2027-01-22 19:00'])
})

test('a series may keep to a season that spans the new year', () => {
  const when: When = {
    every: 'month',
    weekday: 7,
    nth: 1,
    from: '10:00',
    to: '11:00',
    times: 12,
    season: [11, 2],
  }

  assert.deepEqual(
    starts(when, '2026-09-01').map((start) => start.slice(0, 10)),
    ['2026-11-01', '2026-12-06', '2027-01-03', '2027-02-07'],
  )
})

test('the last such weekday of a month counts from the end', () => {
  const when: When = { every: 'month', weekday: 4, nth: -1, from: '20:30', to: '00:30', times: 2 }

  assert.deepEqual(
    occurrences(when, '2027-01-15').map(({ start_date, end_date }) => [start_date, end_date]),
    [
      ['2027-01-28 20:30:00', '2027-01-29 00:30:00'],
      ['2027-02-25 20:30:00', '2027-02-26 00:30:00'],
    ],
  )
})

test('what runs today is the yearly one that counts, and the next one afterwards', () => {
  const when: When = { every: 'year', month: 12, day: 20, days: 16 }

  assert.equal(occurrences(when, '2027-01-04')[0]?.end_date, '2027-01-04 23:59:59')
  assert.equal(occurrences(when, '2027-01-05')[0]?.start_date, '2027-12-20 00:00:00')
})
