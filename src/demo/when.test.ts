import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecurrence, wallsOf } from '../recurrence/index.ts'
import { occurrences, recurrence, type Regular, type When } from './when.ts'

const starts = (when: When, today: string) =>
  occurrences(when, today).map(({ start_date }) => start_date.slice(0, 16))

test('a weekly series begins with the first such weekday', () => {
  const when: When = { every: 'week', weekday: 6, from: '07:00', to: '12:00', times: 2 }

  assert.deepEqual(starts(when, '2026-11-19'), ['2026-11-21 07:00', '2026-11-28 07:00'])
  assert.deepEqual(starts(when, '2026-11-21'), ['2026-11-21 07:00', '2026-11-28 07:00'])
})

test('a series may take place every other week, with pauses in school holidays', () => {
  const when: When = { every: 'week', weeks: 2, weekday: 5, from: '19:00', to: '20:00', times: 3 }

  assert.deepEqual(starts(when, '2026-12-11'), ['2026-12-11 19:00', '2027-01-08 19:00', '2027-01-22 19:00'])
})

test('a series may be limited to a season that spans the new year', () => {
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

test('a yearly event in progress today counts, and the next one only afterwards', () => {
  const when: When = { every: 'year', month: 12, day: 20, days: 16 }

  assert.equal(occurrences(when, '2027-01-04')[0]?.end_date, '2027-01-04 23:59:59')
  assert.equal(occurrences(when, '2027-01-05')[0]?.start_date, '2027-12-20 00:00:00')
})

test('a rule yields the same dates, without pauses', () => {
  const hours = { from: '18:30', to: '19:30' }
  const course: Regular = { every: 'week', weekday: 1, ...hours, times: 10, pauses: true }
  assert.deepEqual(recurrence(course, '2026-12-09'), [
    'RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20270322',
    'EXDATE:20261221T183000',
    'EXDATE:20261228T183000',
    'EXDATE:20270104T183000',
    'EXDATE:20270201T183000',
    'EXDATE:20270208T183000',
  ])
  for (const when of [
    course,
    { every: 'week', weeks: 3, weekday: 3, ...hours, times: 12, season: [5, 9] },
    { every: 'month', nth: -1, weekday: 4, ...hours, times: 9, season: [10, 3] },
  ] as const satisfies readonly Regular[])
    for (const today of ['2026-11-21', '2027-07-04', '2028-02-29']) {
      const dates = occurrences(when, today).map(({ start_date }) => start_date)
      const first = { start: dates[0]!, timezone: 'Europe/Zurich', allDay: false }
      const walls = wallsOf(readRecurrence(recurrence(when, today), first), first, {
        until: '2031-01-01 00:00:00',
        limit: 100,
      })
      assert.deepEqual(walls, dates)
    }
})
