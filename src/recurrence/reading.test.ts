import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValidationError } from '../errors.ts'
import { formatMessage } from '../locales/index.ts'
import { linesOf, readRecurrence, wallsOf, type First } from './index.ts'

const first: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }
const holiday: First = { start: '2027-03-02 00:00:00', timezone: 'Europe/Paris', allDay: true }

const datesOf = (lines: string | string[], start = first) =>
  wallsOf(readRecurrence(lines, start), start, { until: '2040-01-01 00:00:00', limit: 20 })

const faultOf = (lines: string | string[], start = first): string => {
  try {
    readRecurrence(lines, start)
  } catch (error) {
    if (error instanceof ValidationError) return formatMessage(error.sentence, 'en')
    throw error
  }
  return ''
}

test('lines may be folded, blank, in either case, and end in any way', () => {
  const text = 'rrule:freq=weekly;co\r\n unt=2\r\n\r\nExDate:20270302T19\n\t0000\rRDATE:20270305T200000\n'
  assert.deepEqual(linesOf(readRecurrence(text, first), first), [
    'RRULE:FREQ=WEEKLY;COUNT=2',
    'RDATE:20270305T200000',
    'EXDATE:20270302T190000',
  ])
})

test('the zone of a time does not move the day of an all-day series', () => {
  for (const zone of ['Asia/Tokyo', 'Europe/Athens', 'America/New_York', 'UTC'])
    assert.deepEqual(
      datesOf(
        [
          'RRULE:FREQ=DAILY;COUNT=3',
          `RDATE;TZID=${zone}:20270306T000000`,
          `EXDATE;TZID=${zone}:20270303T000000`,
        ],
        holiday,
      ),
      ['2027-03-02 00:00:00', '2027-03-04 00:00:00', '2027-03-06 00:00:00'],
    )
})

test('dates in UTC or another zone become wall-clock time of the zone', () => {
  assert.deepEqual(
    datesOf([
      'RDATE:20270310T180000Z',
      'RDATE;TZID=America/New_York:20270311T130000',
      'RDATE;VALUE=DATE:20270312',
    ]),
    ['2027-03-02 19:00:00', '2027-03-10 19:00:00', '2027-03-11 19:00:00', '2027-03-12 19:00:00'],
  )
})

test('all-day events repeat on days', () => {
  const lines = ['RRULE:FREQ=DAILY;COUNT=3;BYHOUR=9', 'RDATE:20270401T120000', 'EXDATE:20270302T230000Z']
  assert.deepEqual(linesOf(readRecurrence(lines, holiday), holiday).slice(1), [
    'RDATE;VALUE=DATE:20270401',
    'EXDATE;VALUE=DATE:20270303',
  ])
  assert.deepEqual(datesOf(lines, holiday), [
    '2027-03-02 00:00:00',
    '2027-03-04 00:00:00',
    '2027-04-01 00:00:00',
  ])
})

test('UNTIL is an instant in UTC, a whole day, or wall-clock time', () => {
  for (const [until, last] of [
    ['20270305T180000Z', '2027-03-05 19:00:00'],
    ['20270305T175959Z', '2027-03-04 19:00:00'],
    ['20270305', '2027-03-05 19:00:00'],
    ['20270305T190000', '2027-03-05 19:00:00'],
    ['20270305T185959', '2027-03-04 19:00:00'],
  ])
    assert.equal(datesOf(`RRULE:FREQ=DAILY;UNTIL=${until}`).at(-1), last)
})

test('numbers may have a plus sign', () => {
  for (const rule of ['MONTHLY;BYDAY=+1MO,-1MO', 'MONTHLY;BYMONTHDAY=+3', 'YEARLY;BYDAY=MO;BYSETPOS=+2'])
    assert.deepEqual(datesOf(`RRULE:FREQ=${rule}`), datesOf(`RRULE:FREQ=${rule.replaceAll('+', '')}`))
})

test('invalid lines are rejected with the line and the reason', () => {
  for (const [line, fault] of Object.entries({
    'RRULE:FREQ=HOURLY': 'FREQ must be',
    'RRULE:': 'FREQ must be',
    'RRULE:COUNT=3': 'FREQ must be',
    'RRULE:FREQ=DAILY;COUNT=0': 'COUNT must be',
    'RRULE:FREQ=DAILY;INTERVAL=0': 'INTERVAL has a value',
    'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20280101': 'COUNT and UNTIL',
    'RRULE:FREQ=DAILY;COUNT=2;COUNT=3': 'COUNT is given twice',
    'RRULE:FREQ=DAILY;BYSUMMER=1': 'BYSUMMER is not a part',
    'RRULE:FREQ=DAILY;BYMONTH=13': 'BYMONTH has a value',
    'RRULE:FREQ=DAILY;UNTIL=20270230': 'UNTIL has a value',
    'RRULE:FREQ=WEEKLY;BYDAY=2MO': 'numbers in BYDAY',
    'RRULE:FREQ=WEEKLY;BYMONTHDAY=2': 'BYMONTHDAY cannot be used',
    'RRULE:FREQ=YEARLY;BYSETPOS=1': 'BYSETPOS needs',
    'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300': 'too large',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30': 'yields no date',
    'RRULE:FREQ=YEARLY;INTERVAL=6;BYWEEKNO=53;BYDAY=TU,SA': 'differently',
    'RDATE;VALUE=PERIOD:20270302T190000/PT2H': 'PERIOD is not supported',
    'RDATE:20270230T190000': 'is not a date',
    'RDATE;TZID=Mars/Olympus:20270402T190000': 'is not known',
    'RDATE:20270301T190000': 'lies before start_date',
    'EXDATE:20270302T190000': 'an RRULE or RDATE',
    'DTSTART:20270302T190000': 'there is no DTSTART',
    'EXRULE:FREQ=DAILY': 'only lines',
    tomorrow: 'only lines',
  })) {
    const start = line.includes('INTERVAL=6') ? { ...first, start: '2010-01-02 19:00:00' } : first
    assert.match(faultOf(line, start), new RegExp(`^"${line.slice(0, 70).replace(/[+]/g, '.')}.*${fault}`))
  }
  assert.match(faultOf(['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY']), /only one RRULE/)
  assert.match(faultOf(`RRULE:FREQ=DAILY${';'.repeat(5_000)}`), /at most 5000 characters/)
  assert.match(faultOf(`RDATE:${' '.repeat(100_000)}`), /at most 100000 characters/)
})

test('the maximum number of dates can be sent back as published', () => {
  const days = Array.from(
    { length: 2_000 },
    (_, place) =>
      20300101 + (place % 28) + 100 * (Math.floor(place / 28) % 12) + 10_000 * Math.floor(place / 336),
  )
  const recurrence = readRecurrence(
    [`RDATE;VALUE=DATE:${days.join()}`, `EXDATE:${days.map((day) => `${day}T190000`).join()}`],
    first,
  )
  assert.equal(recurrence.dates.length, 2_000)
  assert.deepEqual(readRecurrence(linesOf(recurrence, first), first), recurrence)
  assert.throws(() => readRecurrence([`RDATE;VALUE=DATE:${days.join()},20500101`], first), ValidationError)
})
