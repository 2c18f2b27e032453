import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Invalid } from '../errors.ts'
import {
  isoWithOffset,
  momentToInstant,
  momentToWall,
  readMoment,
  toInstant,
  toWall,
  type Instant,
  type Moment,
} from './index.ts'

/** A Friday in Paris. */
const now = toInstant('2026-11-20 12:34:56', 'Europe/Paris')

const read = (value: unknown, zone = 'Europe/Paris', from: Instant = now): Moment =>
  readMoment(value, from, zone)

const shown = (moment: Moment): string =>
  'wall' in moment ? moment.wall : toWall(moment.instant, 'UTC').replace(' ', 'T') + 'Z'

const isRefusal = (fault: unknown) => fault instanceof Invalid && fault.code === 'rest_invalid_date'

const readsAs = (cases: Record<string, string>) => {
  for (const [text, expected] of Object.entries(cases)) {
    test(`"${text}" is ${expected}`, () => assert.equal(shown(read(text)), expected))
  }
}

const refuses = (values: readonly unknown[]) => {
  for (const value of values) {
    test(`${JSON.stringify(value)} is refused`, () => assert.throws(() => read(value), isRefusal))
  }
}

describe('ISO 8601 without a zone is what clocks show', () => {
  readsAs({
    '2027-01-10': '2027-01-10 00:00:00',
    '2027-01-10 09:00': '2027-01-10 09:00:00',
    '2027-01-10T09:00': '2027-01-10 09:00:00',
    '2027-01-10t09:00:05': '2027-01-10 09:00:05',
    ' 2027-01-10 09:00:05.999 ': '2027-01-10 09:00:05',
    '2027-01-10T09:00:05,9': '2027-01-10 09:00:05',
    '20270110T090005': '2027-01-10 09:00:05',
    '20270110T0900': '2027-01-10 09:00:00',
    '2028-02-29': '2028-02-29 00:00:00',
    '0001-01-01': '0001-01-01 00:00:00',
    '9999-12-31 23:59:59': '9999-12-31 23:59:59',
  })
})

describe('ISO 8601 with an offset is an instant', () => {
  readsAs({
    '2027-01-10T09:00:00Z': '2027-01-10T09:00:00Z',
    '2027-01-10 09:00z': '2027-01-10T09:00:00Z',
    '2027-01-10T09:00:00+01:00': '2027-01-10T08:00:00Z',
    '2027-01-10T09:00:00.5-0530': '2027-01-10T14:30:00Z',
    '2027-01-10 09:00:00 +01': '2027-01-10T08:00:00Z',
    '20270110T090000+0100': '2027-01-10T08:00:00Z',
    '20270110T090000Z': '2027-01-10T09:00:00Z',
    '2027-01-10T00:30:00+14:00': '2027-01-09T10:30:00Z',
  })
})

describe('Unix timestamps', () => {
  readsAs({
    '1799999999': '2027-01-15T07:59:59Z',
    '@1799999999': '2027-01-15T07:59:59Z',
    '1799999999.9': '2027-01-15T07:59:59Z',
    '100000000': '1973-03-03T09:46:40Z',
    '-123456789': '1966-02-02T02:26:51Z',
  })

  test('may be numbers', () => {
    assert.deepEqual(read(1_799_999_999), { instant: 1_799_999_999, hasTime: true })
    assert.deepEqual(read(1_799_999_999.9), { instant: 1_799_999_999, hasTime: true })
  })
})

describe('RFC 2822', () => {
  readsAs({
    'Sun, 10 Jan 2027 09:00:00 +0100': '2027-01-10T08:00:00Z',
    'sun, 10 jan 2027 09:00:00 gmt': '2027-01-10T09:00:00Z',
    '10 Jan 2027 09:00 -0530': '2027-01-10T14:30:00Z',
    'Fri, 1 Jan 2027 09:00:00 EST': '2027-01-01T14:00:00Z',
    'Sun, 10 Jan 2027 09:00:00 +0100 (CET)': '2027-01-10T08:00:00Z',
    'Sun, 10 Jan 2027 09:00:00': '2027-01-10 09:00:00',
  })
})

describe('English phrases', () => {
  readsAs({
    'tomorrow 9am': '2026-11-21 09:00:00',
    'Tomorrow at 9:30 PM': '2026-11-21 21:30:00',
    '9am  tomorrow': '2026-11-21 09:00:00',
    'tomorrow noon': '2026-11-21 12:00:00',
    'tomorrow 9am UTC': '2026-11-21T09:00:00Z',
    'tomorrow 9am UTC+2': '2026-11-21T07:00:00Z',
    'tomorrow 9am CET': '2026-11-21T08:00:00Z',
    'tomorrow 9:00 -0530': '2026-11-21T14:30:00Z',
    today: '2026-11-20 00:00:00',
    yesterday: '2026-11-19 00:00:00',
    'the day after tomorrow at 9pm': '2026-11-22 21:00:00',
    'the day before yesterday': '2026-11-18 00:00:00',
    'January 10, 2027 9:00 am': '2027-01-10 09:00:00',
    'January 10, 2027': '2027-01-10 00:00:00',
    '10th of January 2027 at 20:00': '2027-01-10 20:00:00',
    'Sunday, January 10, 2027': '2027-01-10 00:00:00',
    'Jan 10 2027 9:00:30 pm': '2027-01-10 21:00:30',
    '10-Jan-2027': '2027-01-10 00:00:00',
    'in 2 weeks': '2026-12-04 00:00:00',
    'in 2 weeks at 9am': '2026-12-04 09:00:00',
    '3 days ago': '2026-11-17 00:00:00',
    '+1 week': '2026-11-27 00:00:00',
    'next month': '2026-12-20 00:00:00',
    friday: '2026-11-20 00:00:00',
    'thursday 8pm': '2026-11-26 20:00:00',
    'next friday at 20:00': '2026-11-27 20:00:00',
    'next monday': '2026-11-23 00:00:00',
    'last friday': '2026-11-13 00:00:00',
    now: '2026-11-20T11:34:56Z',
    'in 90 minutes': '2026-11-20T13:04:56Z',
    '2 hours ago': '2026-11-20T09:34:56Z',
    'now + 2 hours': '2026-11-20T13:34:56Z',
  })

  test('are told by the clocks of the zone', () => {
    const lateInParis = toInstant('2026-11-20 23:30:00', 'Europe/Paris')
    assert.equal(shown(read('tomorrow', 'Europe/Paris', lateInParis)), '2026-11-21 00:00:00')
    assert.equal(shown(read('tomorrow', 'Asia/Tokyo', lateInParis)), '2026-11-22 00:00:00')
    assert.equal(shown(read('saturday', 'UTC+5:30', lateInParis)), '2026-11-21 00:00:00')
  })

  test('count hours on through a change of the clocks', () => {
    const beforeTheGap = toInstant('2027-03-28 01:30:00', 'Europe/Paris')
    const moment = read('in 1 hour', 'Europe/Paris', beforeTheGap)
    assert.equal(momentToWall(moment, 'Europe/Paris'), '2027-03-28 03:30:00')
  })

  test('count days by the calendar through a change of the clocks', () => {
    const summer = toInstant('2027-10-25 00:15:00', 'Europe/Paris')
    assert.equal(shown(read('in 2 weeks', 'Europe/Paris', summer)), '2027-11-08 00:00:00')
  })
})

describe('never a guess', () => {
  refuses(['2027', 2027, '20270110', 20_270_110, '@12345678', 12_345_678, '5', '0', 0, '1e9'])
  refuses([
    '2027-13-45',
    '2027-02-30',
    '2027-02-29',
    '2027-01-00',
    '2027-1-10',
    '2027-01',
    '2027-W02',
    '2027-010',
  ])
  refuses([
    '2027-01-10T25:00',
    '2027-01-10 24:00:00',
    '2027-01-10 09:60',
    '2027-01-10 09:00:60',
    '2027-01-10T09',
  ])
  refuses([
    '2027-01-10 9am',
    '2027-01-10 at 9',
    '2027-01-10 tomorrow',
    '2027-01-10Z',
    '2027-01-10 09:00:00 01:00',
  ])
  refuses([
    '2027-01-10T09:00:00+25:00',
    '2027-01-10T09:00:00+01:60',
    '2027-01-10 09:00 EST',
    '2027-01-10T09:00+1',
  ])
  refuses([
    '20270230T090000',
    '20270110T250000',
    '20270110 090000',
    '202701100T9000',
    '20270110Z',
    '20270110T09',
  ])
  refuses(['10/01/2027', '2027/01/10', '10.1.2027', '1/10', '10/01/2027 9am', '09:00', '9-10-2027'])
  refuses(['0000-01-01', '10000-01-01', '+002027-01-10', '-2027-01-10', '9999-12-31T23:59:59-10:00'])
  refuses(['1799999999000', 1_799_999_999_000, 1e21, -1e21, Number.NaN, Number.POSITIVE_INFINITY])
  refuses([
    'Mon, 10 Jan 2027 09:00:00 +0100',
    'Sun, 30 Feb 2027 09:00:00 +0100',
    'Sun, 10 Jan 2027 25:00:00 +0100',
  ])
  refuses([
    'Sun, 10 Jan 27 09:00:00 +0100',
    'Sun, 10 Foo 2027 09:00:00 +0100',
    'Sun, 10 Jan 2027 09:00:00 IST',
  ])
  refuses(['Sun, 10 Jan 2027 09:00:00 +0160', 'Mon, 10 Jan 2027 09:00:00', 'Monday, January 10, 2027'])
  refuses([
    '',
    ' ',
    'garbage',
    'garbage tomorrow',
    'tomorrow garbage',
    'tomorrow?',
    'not today',
    'tomorrow 25:00',
  ])
  refuses([
    'tomorrow at 9:60',
    'tomorrow 13pm',
    'February 30, 2027',
    'February 29, 2027',
    '31 June 2027',
    'Feb 29',
  ])
  refuses([
    'January',
    'January 2027',
    'Jan 10',
    'January 10, 27',
    'January 10, 2027 BC',
    'the 10th',
    'summer 2027',
    'Jan 10 noon',
    'Jan 10, 27 noon',
  ])
  refuses([
    '9am',
    'noon',
    'midnight',
    'tonight',
    'tomorrow morning',
    'tomorrow at 5',
    'last night',
    'weekend',
  ])
  refuses([
    'tomorrow to friday',
    'tomorrow 9-10am',
    'for 2 weeks',
    'next 2 weeks',
    'in a few days',
    'next quarter',
  ])
  refuses([
    'this week',
    'thursday this week',
    'tomorrow today',
    'tomorrow + 1 week',
    '2 weeks before tomorrow',
  ])
  refuses(['tomorrow 9am IST', 'tomorrow 9am PT', 'tomorrow UTC', 'in 2 hours UTC', 'in 99999 years', 'P1D'])
  refuses([true, false, null, undefined, {}, [], ['2027-01-10'], { date: '2027-01-10' }])

  test('an endless text is refused at once', () => {
    assert.throws(() => read(`${'tomorrow '.repeat(200_000)}9am`), isRefusal)
    assert.throws(() => read('1'.repeat(1_000_000)), isRefusal)
    assert.throws(() => read(`10 Jan${' '.repeat(100_000)}2027`), isRefusal)
  })

  test('no text makes the reader fail otherwise', () => {
    const words = fc.constantFrom(
      ...[
        'tomorrow',
        'next',
        'friday',
        '9am',
        'at',
        'January',
        '10,',
        '2027',
        'in',
        '2',
        'weeks',
        '-',
        '+',
        '/',
        'Z',
        '31',
      ],
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((list) => list.join(' ')),
        ),
        (text) => {
          try {
            assert.match(momentToWall(read(text), 'Europe/Paris'), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
          } catch (fault) {
            if (!isRefusal(fault)) throw fault
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('only a date alone has no time', () => {
  for (const text of ['2027-01-10', 'tomorrow', 'January 10, 2027', 'friday'])
    assert.equal(read(text).hasTime, false)
  for (const text of ['2027-01-10 00:00', '1799999999', 'now', 'friday 9am'])
    assert.equal(read(text).hasTime, true)
})

test('a wall-clock time waits for its zone, an instant is shown by the clocks of any', () => {
  assert.equal(
    momentToInstant(read('2027-01-10 09:00'), 'Asia/Tokyo'),
    Date.parse('2027-01-10T00:00:00Z') / 1000,
  )
  assert.equal(momentToWall(read('2027-01-10 09:00'), 'Asia/Tokyo'), '2027-01-10 09:00:00')
  assert.equal(momentToWall(read('2027-01-10T09:00Z'), 'Asia/Tokyo'), '2027-01-10 18:00:00')
})

test('what we print is read as the same', () => {
  const instants = fc.integer({ min: -2_000_000_000, max: 250_000_000_000 })
  const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'UTC-9:30')
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const wall = toWall(instant, zone)
      assert.deepEqual(read(wall), { wall, hasTime: true })
      assert.deepEqual(read(`${toWall(instant, 'UTC')}Z`), { instant, hasTime: true })
      if (instant > 0) assert.deepEqual(read(isoWithOffset(instant, zone)), { instant, hasTime: true })
    }),
  )
})
