import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ValidationError } from '../errors.ts'
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

const isRefusal = (fault: unknown) => fault instanceof ValidationError && fault.code === 'rest_invalid_date'

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

describe('a plus sign that a URL turned into a space is named', () => {
  for (const text of [
    '2027-01-10T09:00:00 01:00',
    '2027-01-10 09:00 0100',
    'Sun Jan 10 2027 22:00:00 GMT 0100 (Central European Standard Time)',
  ])
    test(`in ${text}`, () => assert.throws(() => read(text), /a plus sign stands for a space/))

  test('but not where there is no offset', () =>
    assert.throws(() => read('2027-01-10 to 11 at 09:00'), /Must be a date such as/))
})

describe('ISO 8601 without a zone is a local time', () => {
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

describe('other unambiguous numeric dates', () => {
  readsAs({
    '2026/11/21': '2026-11-21 00:00:00',
    '2026/11/21 22:00': '2026-11-21 22:00:00',
    '2026/1/5 9:05:07': '2026-01-05 09:05:07',
    '2026-1-5': '2026-01-05 00:00:00',
    '2026-1-5 9:30': '2026-01-05 09:30:00',
    '2026-1-5 9:5': '2026-01-05 09:05:00',
    '2026-11-27 13:5:9': '2026-11-27 13:05:09',
    '2026-11-27T3:5:9+01': '2026-11-27T02:05:09Z',
    '20261121': '2026-11-21 00:00:00',
    '20261121 22:00': '2026-11-21 22:00:00',
    '20261121T22:00:00': '2026-11-21 22:00:00',
    '21.11.2026': '2026-11-21 00:00:00',
    '5.1.2026': '2026-01-05 00:00:00',
    '05.01.2026 22:00': '2026-01-05 22:00:00',
    '21.11.2026, 22:00:00': '2026-11-21 22:00:00',
    '2027-01-10 9:00 am': '2027-01-10 09:00:00',
    '2027-01-10 12:30 AM': '2027-01-10 00:30:00',
    '2026/11/21 10:00 p.m.': '2026-11-21 22:00:00',
    '2027-01-10 9am': '2027-01-10 09:00:00',
    '2027-01-10 noon': '2027-01-10 12:00:00',
  })

  test('eight digits may be a number too', () => {
    assert.deepEqual(read(20_261_121), { wall: '2026-11-21 00:00:00', hasTime: false })
  })
})

describe('a trailing UTC or time zone', () => {
  readsAs({
    '2026-11-21 22:00 UTC': '2026-11-21T22:00:00Z',
    '2026-11-21 22:00:00 utc': '2026-11-21T22:00:00Z',
    '2026-11-21T22:00:00 UTC': '2026-11-21T22:00:00Z',
    '2026-11-21 22:00 Europe/Paris': '2026-11-21T21:00:00Z',
    '2026-11-21T22:00:00.5 europe/paris': '2026-11-21T21:00:00Z',
    '2026-07-21 22:00 America/New_York': '2026-07-22T02:00:00Z',
    '2026/11/21 22:00 Asia/Kolkata': '2026-11-21T16:30:00Z',
    '20261121 UTC': '2026-11-21T00:00:00Z',
    '2026-11-21 Europe/Paris': '2026-11-20T23:00:00Z',
    '21.11.2026 22:00 CET': '2026-11-21T21:00:00Z',
    '2027-01-10 09:00 EST': '2027-01-10T14:00:00Z',
    '2027-01-10 09:00 UTC+2': '2027-01-10T07:00:00Z',
    '2027-01-10 9:00 am +02:00': '2027-01-10T07:00:00Z',
    'January 10, 2027 9:00 am Europe/Paris': '2027-01-10T08:00:00Z',
    'tomorrow UTC': '2026-11-21T00:00:00Z',
    'now UTC': '2026-11-20T11:34:56Z',
    'in 2 hours UTC': '2026-11-20T13:34:56Z',
  })

  test('is the zone in which the days of a phrase are counted', () => {
    const lateInParis = toInstant('2026-11-20 23:30:00', 'Europe/Paris')
    assert.equal(shown(read('tomorrow 9am Asia/Tokyo', 'Europe/Paris', lateInParis)), '2026-11-22T00:00:00Z')
    assert.equal(shown(read('tomorrow 9am +09:00', 'Europe/Paris', lateInParis)), '2026-11-22T00:00:00Z')
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
    '2027-01-10T00:30:00-14:00': '2027-01-10T14:30:00Z',
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
    'Sun, 10 Jan 2027 09:00:00 (CET)': '2027-01-10T08:00:00Z',
    'Saturday, 21-Nov-2026 22:00:00 UTC': '2026-11-21T22:00:00Z',
  })
})

describe('the toString() of a JavaScript date', () => {
  readsAs({
    'Sat Nov 21 2026 22:00:00 GMT+0100 (Central European Standard Time)': '2026-11-21T21:00:00Z',
    'Sat Nov 21 2026 22:00:00 GMT+0100 (heure normale d’Europe centrale)': '2026-11-21T21:00:00Z',
    'Sat Nov 21 2026 22:00:00 GMT-0330 (GMT-03:30)': '2026-11-22T01:30:00Z',
    'Sat Nov 21 2026 22:00:00 GMT+0000 (Coordinated Universal Time)': '2026-11-21T22:00:00Z',
    'Sat Nov 21 2026 22:00:00 GMT+0100': '2026-11-21T21:00:00Z',
    'Sat Nov 21 2026': '2026-11-21 00:00:00',
  })

  test('is parsed in all forms that JavaScript writes', () => {
    for (const date of [new Date(now * 1000), new Date('2027-07-01T00:00:00Z')])
      for (const text of [date.toString(), date.toUTCString(), date.toISOString(), date.toJSON()])
        assert.deepEqual(read(text), { instant: date.getTime() / 1000, hasTime: true }, text)
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
    ' 1 week': '2026-11-27 00:00:00',
    '2days': '2026-11-22 00:00:00',
    '3 Months': '2027-02-20 00:00:00',
    '90 minutes': '2026-11-20T13:04:56Z',
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
    'now + 1 day': '2026-11-21 12:34:56',
    'Now -2 weeks': '2026-11-06 12:34:56',
    'now + 1 month 9am': '2026-12-20 09:00:00',
    'now + 1 day UTC': '2026-11-21T11:34:56Z',
    'today +1 month': '2026-12-20 00:00:00',
    'Today - 3 days': '2026-11-17 00:00:00',
    'today  30 days': '2026-12-20 00:00:00',
    noon: '2026-11-20 12:00:00',
    Midnight: '2026-11-20 00:00:00',
    '9am': '2026-11-20 09:00:00',
    'at 9:30 pm': '2026-11-20 21:30:00',
    'next week': '2026-11-27 00:00:00',
    'previous month': '2026-10-20 00:00:00',
  })

  describe('count within a month or a week', () => {
    readsAs({
      'first day of next month': '2026-12-01 00:00:00',
      'the first day of this month': '2026-11-01 00:00:00',
      'Last day of previous month': '2026-10-31 00:00:00',
      'first day of next month 9am': '2026-12-01 09:00:00',
      'first day of next month UTC': '2026-12-01T00:00:00Z',
      'first day of January 2027': '2027-01-01 00:00:00',
      'last day of feb 2028 at 8:15 pm': '2028-02-29 20:15:00',
      'last day of december 9999': '9999-12-31 00:00:00',
      'first day of january next year': '2027-01-01 00:00:00',
      'first monday of january 2027': '2027-01-04 00:00:00',
      'second tue of next month at noon': '2026-12-08 12:00:00',
      'fifth sunday of this month': '2026-11-29 00:00:00',
      'last friday of this month 20:00': '2026-11-27 20:00:00',
      'monday this week': '2026-11-16 00:00:00',
      'noon monday this week': '2026-11-16 12:00:00',
      'sunday this week': '2026-11-22 00:00:00',
      'thursday this week': '2026-11-19 00:00:00',
      'monday next week': '2026-11-23 00:00:00',
      'sat last week 8pm': '2026-11-14 20:00:00',
    })
  })

  test('are relative to the time in the zone', () => {
    const lateInParis = toInstant('2026-11-20 23:30:00', 'Europe/Paris')
    assert.equal(shown(read('tomorrow', 'Europe/Paris', lateInParis)), '2026-11-21 00:00:00')
    assert.equal(shown(read('tomorrow', 'Asia/Tokyo', lateInParis)), '2026-11-22 00:00:00')
    assert.equal(shown(read('saturday', 'UTC+5:30', lateInParis)), '2026-11-21 00:00:00')
  })

  test('are recomputed with the local time of the zone finally determined', () => {
    const lateInParis = toInstant('2026-11-30 23:30:00', 'Europe/Paris')
    const cases = {
      'tomorrow 9am': '2026-12-02 09:00:00',
      friday: '2026-12-04 00:00:00',
      noon: '2026-12-01 12:00:00',
      'first day of next month': '2027-01-01 00:00:00',
      'now + 1 day': '2026-12-02 07:30:00',
      'monday this week': '2026-11-30 00:00:00',
      'January 10, 2027 9:00 am': '2027-01-10 09:00:00',
    }
    for (const [text, inTokyo] of Object.entries(cases)) {
      const moment = read(text, 'Europe/Paris', lateInParis)
      assert.equal(momentToWall(moment, 'Asia/Tokyo'), inTokyo, text)
      assert.equal(momentToInstant(moment, 'Asia/Tokyo'), toInstant(inTokyo, 'Asia/Tokyo'), text)
      const inParis = read(text, 'Europe/Paris', lateInParis)
      assert.equal(momentToWall(moment, 'Europe/Paris'), shown(inParis), text)
    }
  })

  test('count elapsed hours across a clock change', () => {
    const beforeTheGap = toInstant('2027-03-28 01:30:00', 'Europe/Paris')
    const moment = read('in 1 hour', 'Europe/Paris', beforeTheGap)
    assert.equal(momentToWall(moment, 'Europe/Paris'), '2027-03-28 03:30:00')
  })

  test('count calendar days across a clock change', () => {
    const summer = toInstant('2027-10-25 00:15:00', 'Europe/Paris')
    assert.equal(shown(read('in 2 weeks', 'Europe/Paris', summer)), '2027-11-08 00:00:00')
  })
})

describe('never a guess', () => {
  refuses(['2027', 2027, '@20270110', '@12345678', 12_345_678, '1234567', '5', '0', 0, '1e9'])
  refuses([
    '2027-13-45',
    '2027-02-30',
    '2027-02-29',
    '2027-01-00',
    '2027-2-30',
    '20270230',
    '2027/02/30',
    '30.2.2027',
    '2027-01/10',
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
    '2027-01-10 13am',
    '2027-01-10 0am',
    '2027-01-10 at 9',
    '2027-01-10 25:00 am',
    '2027-01-10 tomorrow',
    '2027-01-10Z',
    '2027-01-10 09:00:00 01:00',
  ])
  refuses([
    '2027-01-10T09:00:00+25:00',
    '2027-01-10T09:00:00+14:01',
    '2027-01-10 19:30-21:00',
    'tomorrow 9am -15:00',
    '2027-01-10T09:00:00+01:60',
    '2027-01-10 09:00 IST',
    '2027-01-10 09:00 Europe/Atlantis',
    '2027-01-10T09:00Z Europe/Paris',
    '2027-01-10T09:00+1',
    '2027-01-10 +02:00',
    '2027-01-10 Z',
  ])
  refuses([
    '20270230T090000',
    '20270110T250000',
    '20270110 090000',
    '202701100T9000',
    '20270110Z',
    '20270110T09',
  ])
  refuses(['11/21/2026', '10/01/2027', '21-11-2026', '21-11-2026 22:00', '9-10-2027', '11/21/2026 22:00 UTC'])
  refuses(['10.1.27', '10.1', '2027.01.10', '1/10', '10/01/2027 9am', '09:00', '09:00:00', '2027/01'])
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
    'at 9',
    '9',
    'today + 2 hours',
    'noon noon',
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
    'day this week',
    'first day of next year',
    'first day of january',
    'fifth friday of this month',
    'sixth monday of this month',
    'end of 2027',
    'toString this week',
    'tomorrow today',
    'tomorrow + 1 week',
    '2 weeks before tomorrow',
  ])
  refuses([
    'tomorrow 9am IST',
    'tomorrow 9am PT',
    'tomorrow Z',
    'tomorrow +02:00',
    'in 99999 years',
    'P1D',
    '+1m',
  ])
  refuses([
    'Sun Nov 21 2026 22:00:00 GMT+0100',
    'Sat Nov 21 2026 22:00:00 GMT+0160',
    'Sat Nov 31 2026 22:00:00',
  ])
  refuses([true, false, null, undefined, {}, [], ['2027-01-10'], { date: '2027-01-10' }])

  test('a date has at most 100 characters after trimming', () => {
    const name = 'e'.repeat(100 - 'Sat Nov 21 2026 22:00:00 GMT+0100 ()'.length)
    const longest = `Sat Nov 21 2026 22:00:00 GMT+0100 (${name})`
    assert.equal(shown(read(`  ${longest}  `)), '2026-11-21T21:00:00Z')
    assert.throws(() => read(`Sat Nov 21 2026 22:00:00 GMT+0100 (${name}e)`), isRefusal)
  })

  test('parsing any text fails only with a validation error', () => {
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

test('a local time depends on the zone, an instant is converted to any zone', () => {
  assert.equal(
    momentToInstant(read('2027-01-10 09:00'), 'Asia/Tokyo'),
    Date.parse('2027-01-10T00:00:00Z') / 1000,
  )
  assert.equal(momentToWall(read('2027-01-10 09:00'), 'Asia/Tokyo'), '2027-01-10 09:00:00')
  assert.equal(momentToWall(read('2027-01-10T09:00Z'), 'Asia/Tokyo'), '2027-01-10 18:00:00')
})

test('dates in our own output are parsed as the same date', () => {
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
