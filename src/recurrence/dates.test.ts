import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWall, linesOf, readRecurrence, wallsOf, type First } from './index.ts'

const market: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }

const datesOf = (lines: string, first = market, limit = 5) =>
  wallsOf(readRecurrence(lines, first), first, { until: '2040-01-01 00:00:00', limit })

test('the start is the first date and counts, even if the rule does not yield it', () => {
  assert.deepEqual(datesOf('RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3'), [
    '2027-03-02 19:00:00',
    '2027-03-03 19:00:00',
    '2027-03-10 19:00:00',
  ])
})

test('RDATE adds dates; EXDATE excludes dates of the rule, of RDATE, and the first', () => {
  const lines = [
    'RRULE:FREQ=DAILY;COUNT=4',
    'RDATE:20270302T210000,20270401T120000,20270402T120000',
    'EXDATE:20270302T190000,20270402T120000',
    'EXDATE;VALUE=DATE:20270304',
  ].join('\n')
  assert.deepEqual(datesOf(lines, market, 10), [
    '2027-03-02 21:00:00',
    '2027-03-03 19:00:00',
    '2027-03-05 19:00:00',
    '2027-04-01 12:00:00',
  ])
})

test('the published lines are parsed as the same recurrence', () => {
  const lines = ['RRULE:FREQ=DAILY;COUNT=4', 'RDATE:20270401T120000', 'EXDATE;VALUE=DATE:20270303']
  const recurrence = readRecurrence(lines, market)
  assert.deepEqual(linesOf(recurrence, market), lines)
  assert.deepEqual(readRecurrence(linesOf(recurrence, market), market), recurrence)
})

const whole: First = { start: '2027-03-02 00:00:00', timezone: 'Europe/Paris', allDay: true }
const atNight: First = { start: '2026-10-23 02:30:00', timezone: 'Europe/Paris', allDay: false }

const ended: readonly [lines: string, first: First, last: string | undefined][] = [
  ['RRULE:FREQ=WEEKLY;COUNT=3', market, '2027-03-16 19:00:00'],
  ['RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3', market, '2027-03-10 19:00:00'],
  ['RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9,21', market, '2027-03-02 21:00:00'],
  ['RRULE:FREQ=DAILY;COUNT=4', whole, '2027-03-05 00:00:00'],
  // Clocks show 02:30 twice on 25 October.
  ['RRULE:FREQ=DAILY;COUNT=3', atNight, '2026-10-25 02:30:00'],
  ['RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20270316T190000', market, '2027-03-09 19:00:00'],
  ['RRULE:FREQ=YEARLY;COUNT=20\nEXDATE:20460302T190000,20450302T190000', market, '2044-03-02 19:00:00'],
  ['RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20300101T120000', market, '2030-01-01 12:00:00'],
  ['RRULE:FREQ=WEEKLY;UNTIL=20270310', market, '2027-03-09 19:00:00'],
  ['RRULE:FREQ=WEEKLY', market, undefined],
]

test('the last date, by COUNT, UNTIL and RDATE, without those excluded', () => {
  for (const [lines, first, last] of ended)
    assert.equal(lastWall(readRecurrence(lines, first), first), last, lines)
})
