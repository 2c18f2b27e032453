import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clockIn, isOneDay, wallClock } from '../web/admin/parts/wall-clock.ts'
import { dayAndTime, nextDays, readDay, readPhrase } from '../web/admin/parts/spoken.ts'
import { readRange, readTime } from '../web/admin/parts/spoken-times.ts'
import { movedEnd } from '../web/admin/rooms/form/dates/moved-end.ts'
import { clockTime, offsetName } from '../web/admin/rooms/form/dates/zones.ts'
import { listedDates } from '../web/admin/rooms/form/repeat/listed-dates.ts'
import { movedRecurrence } from '../web/admin/rooms/form/repeat/moved.ts'
import {
  lastDay,
  readRecurrence,
  wholeRecurrence,
  writeRecurrence,
} from '../web/admin/rooms/form/repeat/rule.ts'

/** Days, times and rules as the edit form reads them. */

const today = '2026-11-21'

describe('days and times as people write them', () => {
  test('days', async () => {
    for (const [language, text, day] of [
      ['en', '9.12.', '2026-12-09'],
      ['en', '9.1.', '2027-01-09'],
      ['en', '9/12/28', '2028-12-09'],
      ['en', '2027-3-2', '2027-03-02'],
      ['en', 'tomorrow', '2026-11-22'],
      ['fr', 'après-demain', '2026-11-23'],
      ['de', 'Mi., 9. Dez. 2026', '2026-12-09'],
      ['fr', '1er mars', '2027-03-01'],
      ['en', 'Wed 9 Dec 2026', '2026-12-09'],
      ['en', '30.2.2027', undefined],
    ] as const)
      assert.equal(readDay(text, today, language), day, text)
    assert.equal(await readPhrase('in two weeks', today, 'en'), '2026-12-05')
    assert.equal(await readPhrase('nonsense', today, 'en'), undefined)
  })

  test('“next Friday” is one of two days as long as this week has one ahead', () => {
    const [monday, friday] = ['2026-11-23', '2026-11-27']
    for (const [language, text, days] of [
      ['en', 'next Friday', ['2026-12-04', '2026-11-27']],
      ['fr', 'vendredi prochain', ['2026-11-27', '2026-12-04']],
      ['de', 'nächsten Freitag', ['2026-11-27', '2026-12-04']],
      ['de', 'am nächsten Fr.', ['2026-11-27', '2026-12-04']],
      ['en', 'next Monday', ['2026-11-30']],
      ['en', 'next week', []],
    ] as const) {
      assert.deepEqual(nextDays(text, monday, language), days, text)
      if (days.length > 0) assert.equal(readDay(text, monday, language), days[0], text)
    }
    assert.deepEqual(nextDays('next Wednesday', friday, 'en'), ['2026-12-02'])
  })

  test('days with a time behind them', () => {
    for (const [language, text, day, time] of [
      ['de', '15.3. 19 Uhr', '15.3.', '19 Uhr'],
      ['de', 'Fr 4.12., 19.30', 'Fr 4.12.', '19.30'],
      ['de', 'nächsten Freitag um 19.30 Uhr', 'nächsten Freitag', '19.30 Uhr'],
      ['de', 'Samstag um 20', 'Samstag', '20'],
      ['de', '31.12. 24 Uhr', '31.12.', '24 Uhr'],
      ['fr', 'le 3 mai à 20h', 'le 3 mai', '20h'],
      ['fr', 'demain à 20 h 30', 'demain', '20 h 30'],
      ['en', 'next Friday 7pm', 'next Friday', '7pm'],
      ['en', '9 Dec 2026 at 7:30 p.m.', '9 Dec 2026', '7:30 p.m.'],
      ['en', '9 Dec 2026', '9 Dec 2026', undefined],
      ['de', 'Fr 4.12', 'Fr 4.12', undefined],
      ['de', 'am Freitag 4.12', 'am Freitag 4.12', undefined],
      ['de', '15.3. 25 Uhr', '15.3. 25 Uhr', undefined],
      ['de', 'Fr 4.', 'Fr 4.', undefined],
      ['de', 'morgen Mittag', 'morgen', 'Mittag'],
      ['de', 'Samstag halb acht abends', 'Samstag', 'halb acht abends'],
      ['fr', 'demain à midi', 'demain', 'midi'],
      ['fr', 'demain après-midi', 'demain après-midi', undefined],
      ['fr', 'samedi 18 heures', 'samedi', '18 heures'],
      ['en', 'in one', 'in one', undefined],
    ] as const) {
      const found = dayAndTime(text, today, language)
      assert.deepEqual([found.day, found.time], [day, time], text)
    }
  })

  test('days with start and end behind them', () => {
    for (const [language, text, ...expected] of [
      ['de', '15.3. 19–22 Uhr', '15.3.', '19:00', '22:00'],
      ['de', '15.3. 10-12', '15.3.', '10:00', '12:00'],
      ['de', 'Freitag, 10-12', 'Freitag', '10:00', '12:00'],
      ['de', 'nächsten Freitag von 19 bis 24 Uhr', 'nächsten Freitag', '19:00', '24:00'],
      ['fr', 'demain de 19h à 22h', 'demain', '19:00', '22:00'],
      ['en', 'next Friday 7-10pm', 'next Friday', '19:00', '22:00'],
      ['en', '2026-12-09 19:00-21:30', '2026-12-09', '19:00', '21:30'],
      ['en', 'Dec 9-12', 'Dec 9-12', undefined, undefined],
      ['de', 'Fr 4.12 - 6.12', 'Fr 4.12 - 6.12', undefined, undefined],
    ] as const) {
      const { day, time, until } = dayAndTime(text, today, language)
      assert.deepEqual([day, time, until], expected, text)
    }
  })

  test('times', () => {
    for (const [text, time] of [
      ['1930', '19:30:00'],
      ['19.30', '19:30:00'],
      ['7:30pm', '19:30:00'],
      ['12am', '00:00:00'],
      ['19 h 30', '19:30:00'],
      ['19.30 Uhr', '19:30:00'],
      ['7', '07:00:00'],
      ['25', undefined],
      ['1960', undefined],
      ['19 Uhr 30', '19:30:00'],
      ['um 20', '20:00:00'],
      ['acht Uhr abends', '20:00:00'],
      ['20 Uhr abends', '20:00:00'],
      ['12 Uhr mittags', '12:00:00'],
      ['mittags', '12:00:00'],
      ['Mitternacht', '00:00:00'],
      ['halb acht', '07:30:00'],
      ['halb 8 abends', '19:30:00'],
      ['halb eins', '12:30:00'],
      ['Viertel nach sieben', '07:15:00'],
      ['Viertel vor 20 Uhr', '19:45:00'],
      ['à midi', '12:00:00'],
      ['midi et demi', '12:30:00'],
      ['minuit', '00:00:00'],
      ['18 heures', '18:00:00'],
      ['20\u202fh\u202f30', '20:30:00'],
      ['sept heures et demie du soir', '19:30:00'],
      ['20 h moins le quart', '19:45:00'],
      ['dès 19h', '19:00:00'],
      ['noon', '12:00:00'],
      ['half past seven in the evening', '19:30:00'],
      ['8 o’clock', '08:00:00'],
      ['13pm', undefined],
      ['de', undefined],
      ['19–22', undefined],
    ] as const)
      assert.equal(readTime(text), time, text)
  })

  test('start and end in one', () => {
    for (const [text, ...expected] of [
      ['19–22 Uhr', '19:00', '22:00'],
      ['von 19.30 bis 22 Uhr', '19:30', '22:00'],
      ['halb acht bis zehn Uhr abends', '19:30', '22:00'],
      ['20 Uhr bis Mitternacht', '20:00', '00:00'],
      ['20-24h', '20:00', '24:00'],
      ['de 19h à 22h30', '19:00', '22:30'],
      ['de midi à 14 heures', '12:00', '14:00'],
      ['from 7 to 10pm', '19:00', '22:00'],
      ['10-2pm', '10:00', '14:00'],
      ['10-2am', '22:00', '02:00'],
      ['11am-1pm', '11:00', '13:00'],
      ['1930-2200', '19:30', '22:00'],
    ] as const) {
      const { from, until } = readRange(text) ?? {}
      assert.deepEqual([from, until], expected, text)
    }
    for (const text of ['19-', '19-25 Uhr', '2026-12-09', 'après-midi'])
      assert.equal(readRange(text), undefined, text)
  })

  test('a time that the clock skips or shows twice is known', () => {
    assert.deepEqual(clockTime('2027-03-28 02:30:00', 'Europe/Zurich'), {
      offset: 120,
      trap: 'gap',
      shown: '2027-03-28 03:30:00',
    })
    assert.equal(clockTime('2027-10-31 02:30:00', 'Europe/Zurich')?.trap, 'overlap')
    assert.equal(clockTime('2027-10-31 02:30:00', 'Europe/Zurich')?.offset, 120)
    assert.equal(clockTime('2027-10-31 02:30:00', 'Europe/Zurich')?.secondOffset, 60)
    assert.equal(clockTime('2026-12-09 19:30:00', 'Nowhere'), undefined)
    assert.equal(clockTime('2026-12-09 19:30:00', 'UTC-3:30')?.offset, -210)
    assert.deepEqual([60, -210, 0].map(offsetName), ['UTC+1', 'UTC−3:30', 'UTC'])
  })
})

test('the clock of a zone shows the local time, also in zones that browsers do not know', () => {
  const at = (zone: string, text = '2026-11-08 23:04:03') => clockIn(zone)(wallClock(text))
  assert.equal(at('UTC'), '2026-11-08 23:04:03')
  assert.equal(at('Europe/Zurich'), '2026-11-09 00:04:03')
  assert.equal(at('UTC+5:30'), '2026-11-09 04:34:03')
  assert.equal(at('UTC-11'), '2026-11-08 12:04:03')
  assert.equal(at('+05:30'), '2026-11-09 04:34:03')
  assert.throws(() => clockIn('Nowhere'), RangeError)
})

test('a day and a month are read as UTC', () => {
  assert.deepEqual(
    ['2026-12', '2026-12-09', '2026-12-09 19:30:00'].map((text) => wallClock(text).toISOString()),
    ['2026-12-01T00:00:00.000Z', '2026-12-09T00:00:00.000Z', '2026-12-09T19:30:00.000Z'],
  )
})

test('a night belongs to its evening, what lasts into the morning to both days', () => {
  const until = (end_date: string, all_day = false) =>
    isOneDay({ start_date: '2026-11-26 20:30:00', end_date, all_day })
  assert.deepEqual(
    ['2026-11-26 23:00:00', '2026-11-27 00:30:00', '2026-11-27 09:00:00', '2026-11-28 00:30:00'].map((end) =>
      until(end),
    ),
    [true, true, false, false],
  )
  assert.equal(until('2026-11-27 00:30:00', true), false)
})

test('an end keeps what is typed of it when the start becomes complete, and then its length', () => {
  for (const [end, from, to, moved] of [
    ['', '', '2027-05-03 10:00:00', '2027-05-03 11:00:00'],
    ['2027-05-05', '', '2027-05-03 10:00:00', '2027-05-05 11:00:00'],
    ['2027-05-05', '2027-05-03 00:00:00', '2027-05-03 10:00:00', '2027-05-05 11:00:00'],
    ['2027-05-03', '', '2027-05-03 23:30:00', '2027-05-03'],
    ['2027-05-02', '', '2027-05-03 10:00:00', '2027-05-02'],
    ['2027-05-05 18:00:00', '', '2027-05-05 10:00:00', '2027-05-05 18:00:00'],
    ['2027-05-05 09:00:00', '', '2027-05-05 10:00:00', '2027-05-05 09:00:00'],
    [' @ 18:00:00', '', '2027-05-05 10:00:00', '2027-05-05 18:00:00'],
    [' @ 01:00:00', '', '2027-05-05 22:00:00', '2027-05-06 01:00:00'],
    [' @ 24:00', '', '2027-05-05 22:00:00', '2027-05-06 00:00:00'],
    [' @ 21:30', '', '2027-05-05 19:00:00', '2027-05-05 21:30:00'],
    [' @ 6ish', '', '2027-05-05 22:00:00', ' @ 6ish'],
    ['whenever', '', '2027-05-05 22:00:00', 'whenever'],
    ['2027-05-05 18:00:00', '2027-05-05 10:00:00', '2027-05-06 11:00:00', '2027-05-06 19:00:00'],
    ['2027-05-05 09:00:00', '2027-05-05 10:00:00', '2027-05-05 08:00:00', '2027-05-05 09:00:00'],
  ] as const)
    assert.equal(movedEnd(end, from, to), moved, `${end} from ${from} to ${to}`)
})

describe('rules of repeating', () => {
  test('are read, and written as they were', () => {
    const lines = 'RRULE:FREQ=WEEKLY;BYDAY=WE,FR;UNTIL=20270210\nEXDATE:20261223T193000,20261230T193000'
    const repeating = readRecurrence(lines, '2026-12-09', '19:30:00')
    assert.deepEqual(repeating.without, ['2026-12-23', '2026-12-30'])
    assert.equal(writeRecurrence(repeating, '2026-12-09', '19:30:00'), lines)
    const strange = 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1'
    assert.equal(readRecurrence(strange, '2026-12-09', '19:30:00').rule, undefined)
    assert.equal(
      writeRecurrence(readRecurrence(strange, '2026-12-09', '19:30:00'), '2026-12-09', '19:30:00'),
      strange,
    )
  })

  test('a single weekday that is that of the start is left to the start, so that both move together', () => {
    const read = (days: string) =>
      readRecurrence(`RRULE:FREQ=WEEKLY;BYDAY=${days};COUNT=8`, '2026-12-09', '19:30:00')
    assert.equal(writeRecurrence(read('WE'), '2026-12-09', '19:30:00'), 'RRULE:FREQ=WEEKLY;COUNT=8')
    assert.equal(writeRecurrence(read('FR'), '2026-12-09', '19:30:00'), 'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=8')
  })

  test('keep dates at a time of their own, and move those at the time of the event', () => {
    const lines = 'RRULE:FREQ=WEEKLY;BYDAY=WE\nRDATE:20261212T193000,20261213T110000'
    const moved = movedRecurrence(lines, '2026-12-09 19:30:00', '2026-12-09 20:00:00', 'Europe/Zurich')
    const repeating = readRecurrence(moved, '2026-12-09', '20:00:00')
    assert.deepEqual(repeating.extra, ['2026-12-12', '2026-12-13 11:00:00'])
    assert.equal(
      writeRecurrence(repeating, '2026-12-09', '20:00:00'),
      'RRULE:FREQ=WEEKLY\nRDATE:20261212T200000,20261213T110000',
    )
    assert.equal(wholeRecurrence(`${lines}\nEXDATE:20261216T193000`), lines)
  })

  test('leave out the same dates and end on the same day when the start moves', () => {
    const move = (lines: string, to: string) =>
      movedRecurrence(lines, '2027-03-09 19:00:00', to, 'Europe/Zurich')
    const lines = 'RRULE:FREQ=WEEKLY;UNTIL=20270330T170000Z\nEXDATE:20270316T190000,20270323T110000'
    assert.equal(move(lines, '2027-03-16 19:00:00'), lines)
    const later = 'RRULE:FREQ=WEEKLY;UNTIL=20270330\nEXDATE:20270316T200000,20270323T110000'
    assert.equal(move(lines, '2027-03-09 20:00:00'), later)
    const { without } = readRecurrence(later, '2027-03-09', '20:00:00')
    assert.deepEqual(without, ['2027-03-16', '2027-03-23 11:00:00'])
    const hours = 'RRULE:FREQ=DAILY;BYHOUR=10,14;UNTIL=20270330T170000Z'
    assert.equal(move(hours, '2027-03-09 20:00:00'), hours)
  })

  test('follow the day of the start, where they repeat it', () => {
    const tuesday = '2027-03-09 19:00:00'
    for (const [rule, from, to, moved] of [
      ['MONTHLY;BYDAY=2TU;COUNT=4', tuesday, '2027-03-16 19:00:00', 'MONTHLY;BYDAY=3TU;COUNT=4'],
      ['MONTHLY;BYDAY=2TU', tuesday, '2027-04-14 19:00:00', 'MONTHLY;BYDAY=2WE'],
      ['MONTHLY;BYDAY=2TU', tuesday, '2027-03-30 19:00:00', 'MONTHLY;BYDAY=-1TU'],
      ['MONTHLY;BYDAY=3TU', tuesday, '2027-03-16 19:00:00', 'MONTHLY;BYDAY=3TU'],
      ['MONTHLY;BYDAY=-1TU', '2027-03-30 19:00:00', '2027-04-27 19:00:00', 'MONTHLY;BYDAY=-1TU'],
      ['MONTHLY;BYDAY=-1TU', '2027-03-30 19:00:00', '2027-04-21 19:00:00', 'MONTHLY;BYDAY=3WE'],
      ['MONTHLY;BYMONTHDAY=9', tuesday, '2027-03-10 19:00:00', 'MONTHLY;BYMONTHDAY=10'],
      ['WEEKLY;BYDAY=TU;COUNT=4', tuesday, '2027-03-10 19:00:00', 'WEEKLY;BYDAY=WE;COUNT=4'],
      ['WEEKLY;BYDAY=TU,TH', tuesday, '2027-03-10 19:00:00', 'WEEKLY;BYDAY=TU,TH'],
      ['WEEKLY;BYDAY=TH', tuesday, '2027-03-10 19:00:00', 'WEEKLY;BYDAY=TH'],
      ['MONTHLY;BYDAY=TU;BYSETPOS=2', tuesday, '2027-03-10 19:00:00', 'MONTHLY;BYDAY=TU;BYSETPOS=2'],
    ] as const)
      assert.equal(movedRecurrence(`RRULE:FREQ=${rule}`, from, to, 'UTC'), `RRULE:FREQ=${moved}`)
  })

  test('list several dates a day one by one, and those with a time of their own', () => {
    const list = (lines: string, starts: readonly string[]) => {
      const repeating = readRecurrence(lines, '2027-03-09', '10:00:00')
      return listedDates(starts, repeating, '10:00:00').map(({ name, start, isOut }) => [name, start, isOut])
    }
    const hours = 'RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=2'
    assert.deepEqual(
      list(`${hours}\nEXDATE:20270309T150000`, ['2027-03-09 10:00:00', '2027-03-09 15:00:00']),
      [
        ['2027-03-09', '2027-03-09 10:00:00', false],
        ['2027-03-09 15:00:00', '2027-03-09 15:00:00', true],
      ],
    )
    const extra = 'RRULE:FREQ=DAILY;COUNT=1\nRDATE:20270309T110000\nEXDATE;VALUE=DATE:20270309'
    assert.deepEqual(list(extra, ['2027-03-09 10:00:00', '2027-03-09 11:00:00']), [
      ['2027-03-09', '2027-03-09 10:00:00', true],
      ['2027-03-09 11:00:00', '2027-03-09 11:00:00', false],
    ])
  })

  test('the last day is that of the last date, and the end of the rule stays as it is written', () => {
    for (const [until, time, zone, day] of [
      ['20270630', '19:00:00', 'Europe/Zurich', '2027-06-30'],
      ['20270605T035959Z', '20:00:00', 'America/New_York', '2027-06-04'],
      ['20270604T150000Z', '08:00:00', 'Asia/Tokyo', '2027-06-04'],
      ['20270604T180000', '18:00:00', 'Europe/Zurich', '2027-06-04'],
      ['20270604T175959', '18:00:00', 'Europe/Zurich', '2027-06-03'],
      ['next fri', '18:00:00', 'Europe/Zurich', 'next fri'],
    ] as const)
      assert.equal(lastDay(until, time, zone), day, until)
    const lines = 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;UNTIL=20270605T035959Z;WKST=SU'
    const repeating = readRecurrence(lines, '2027-06-01', '20:00:00')
    assert.equal(writeRecurrence(repeating, '2027-06-01', '20:00:00'), lines)
  })
})
