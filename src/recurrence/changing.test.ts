import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, readRecurrence, shifted, wallsOf, withDate, without, type First } from './index.ts'

const first: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }
const window = { until: '2028-01-01 00:00:00', limit: 10 }

test('a date can be excluded and restored', () => {
  const recurrence = readRecurrence(['RRULE:FREQ=DAILY;COUNT=3', 'RDATE:20270401T120000'], first)
  const walls = wallsOf(recurrence, first, window)
  assert.equal(walls.length, 4)
  for (const wall of walls) {
    const smaller = without(recurrence, wall)
    assert.ok(!wallsOf(smaller, first, window).includes(wall))
    assert.deepEqual(withDate(smaller, first, wall), recurrence)
  }
})

test('a single date of an excluded day can be restored', () => {
  const lines = ['RRULE:FREQ=DAILY;COUNT=5;BYHOUR=9,19', 'EXDATE;VALUE=DATE:20270303']
  const recurrence = withDate(readRecurrence(lines, first), first, '2027-03-03 09:00:00')
  assert.deepEqual(linesOf(recurrence, first), [lines[0], 'EXDATE:20270303T190000'])
})

test('a date that the rule does not yield becomes an RDATE', () => {
  const recurrence = withDate(readRecurrence('RRULE:FREQ=DAILY;COUNT=3', first), first, '2027-03-03 12:00:00')
  assert.deepEqual(recurrence.dates, ['2027-03-03 12:00:00'])
})

test('dates move with the time of day, and the last day stays included', () => {
  const later: First = { ...first, start: '2027-03-02 20:00:00' }
  for (const until of ['20270305T180000Z', '20270305T190000', '20270305']) {
    const lines = [
      `RRULE:FREQ=DAILY;UNTIL=${until}`,
      'RDATE:20270401T190000,20270402T120000',
      'EXDATE:20270303T190000',
    ]
    const recurrence = shifted(readRecurrence(lines, first), first, later)
    assert.deepEqual(wallsOf(recurrence, later, window), [
      '2027-03-02 20:00:00',
      '2027-03-04 20:00:00',
      '2027-03-05 20:00:00',
      '2027-04-01 20:00:00',
      '2027-04-02 12:00:00',
    ])
  }
})

test('an event that becomes all-day keeps its days and its excluded days', () => {
  const allDay: First = { ...first, start: '2027-03-02 00:00:00', allDay: true }
  const lines = [
    'RRULE:FREQ=DAILY;UNTIL=20270305T180000Z',
    'EXDATE:20270303T190000',
    'EXDATE;VALUE=DATE:20270304',
  ]
  const days = shifted(readRecurrence(lines, first), first, allDay)
  assert.deepEqual(wallsOf(days, allDay, window), ['2027-03-02 00:00:00', '2027-03-05 00:00:00'])
  assert.deepEqual(wallsOf(shifted(days, allDay, first), first, window), [
    '2027-03-02 19:00:00',
    '2027-03-05 19:00:00',
  ])
})

test('a change of time zone preserves local times and the last day', () => {
  const there: First = { ...first, timezone: 'Asia/Tokyo' }
  const recurrence = readRecurrence('RRULE:FREQ=DAILY;UNTIL=20270304T180000Z', first)
  assert.deepEqual(
    wallsOf(shifted(recurrence, first, there), there, window),
    wallsOf(recurrence, first, window),
  )
})

test('what a rule repeats of the day of its start follows that day, unless it has a date there', () => {
  const tuesday = '2027-03-09 19:00:00'
  for (const [rule, start, to, moved] of [
    ['WEEKLY;BYDAY=TU;COUNT=4', tuesday, '2027-03-10', 'WEEKLY;BYDAY=WE;COUNT=4'],
    [
      'WEEKLY;BYDAY=TU;UNTIL=20270330T170000Z',
      tuesday,
      '2027-03-08',
      'WEEKLY;BYDAY=MO;UNTIL=20270329T190000',
    ],
    ['WEEKLY;INTERVAL=2;UNTIL=20270330', tuesday, '2027-03-16', 'WEEKLY;INTERVAL=2;UNTIL=20270406'],
    ['WEEKLY;UNTIL=20270330', tuesday, '2027-03-02', 'WEEKLY;UNTIL=20270330'],
    ['WEEKLY;BYDAY=TU,TH;UNTIL=20270330', tuesday, '2027-03-11', 'WEEKLY;BYDAY=TU,TH;UNTIL=20270330'],
    ['WEEKLY;BYDAY=TU,TH;UNTIL=20270330', tuesday, '2027-03-10', 'WEEKLY;BYDAY=WE,FR;UNTIL=20270331'],
    ['WEEKLY;INTERVAL=2;BYDAY=TU,SU', tuesday, '2027-03-10', 'WEEKLY;INTERVAL=2;BYDAY=WE,MO;WKST=TU'],
    ['WEEKLY;INTERVAL=2;BYDAY=TU,SU', tuesday, '2027-03-08', 'WEEKLY;INTERVAL=2;BYDAY=MO,SA'],
    ['WEEKLY;BYDAY=TH', tuesday, '2027-03-10', 'WEEKLY;BYDAY=TH'],
    ['MONTHLY;BYDAY=2TU', tuesday, '2027-03-16', 'MONTHLY;BYDAY=3TU'],
    ['MONTHLY;BYDAY=2TU', tuesday, '2027-04-13', 'MONTHLY;BYDAY=2TU'],
    ['MONTHLY;BYDAY=2TU', tuesday, '2027-03-30', 'MONTHLY;BYDAY=-1TU'],
    ['MONTHLY;BYDAY=-1TU', '2027-03-30 19:00:00', '2027-03-31', 'MONTHLY;BYDAY=-1WE'],
    ['MONTHLY;BYDAY=-1TU', '2027-03-30 19:00:00', '2027-04-21', 'MONTHLY;BYDAY=3WE'],
    ['MONTHLY;BYMONTHDAY=9', tuesday, '2027-03-10', 'MONTHLY;BYMONTHDAY=10'],
    ['MONTHLY;BYMONTHDAY=9,20', tuesday, '2027-03-10', 'MONTHLY;BYMONTHDAY=10,21'],
    ['MONTHLY;BYMONTHDAY=9,28', tuesday, '2027-03-10', 'MONTHLY;BYMONTHDAY=9,28'],
    ['MONTHLY;BYDAY=TU;BYSETPOS=2', tuesday, '2027-03-10', 'MONTHLY;BYDAY=TU;BYSETPOS=2'],
    ['YEARLY;BYMONTH=3;BYMONTHDAY=9', tuesday, '2027-04-10', 'YEARLY;BYMONTH=4;BYMONTHDAY=10'],
    ['YEARLY;BYMONTH=3;BYDAY=2TU', tuesday, '2027-04-07', 'YEARLY;BYMONTH=4;BYDAY=1WE'],
    ['YEARLY;BYMONTH=3,5;BYDAY=2TU', tuesday, '2027-04-07', 'YEARLY;BYMONTH=3,5;BYDAY=2TU'],
  ] as const) {
    const [from, there] = [start, `${to} 19:00:00`].map((one) => ({ ...first, start: one })) as [First, First]
    const recurrence = readRecurrence(`RRULE:FREQ=${rule}`, from)
    assert.equal(shifted(recurrence, from, there).rule, `FREQ=${moved}`, `${rule} to ${to}`)
  }
})

test('what a rule says of the time of its start follows it, if its other times can', () => {
  for (const [times, time, moved] of [
    ['BYHOUR=19', '18:00:00', 'BYHOUR=18'],
    ['BYHOUR=19;BYMINUTE=0', '20:30:00', 'BYHOUR=20;BYMINUTE=30'],
    ['BYHOUR=9,19', '20:15:00', 'BYHOUR=10,20'],
    ['BYHOUR=9,19;BYMINUTE=0,30', '19:15:00', 'BYHOUR=9,19;BYMINUTE=15,45'],
    ['BYHOUR=9,19', '09:00:00', 'BYHOUR=9,19'],
    ['BYHOUR=9,19;BYMINUTE=0,30', '19:30:00', 'BYHOUR=9,19;BYMINUTE=0,30'],
  ] as const) {
    const to = { ...first, start: `2027-03-02 ${time}` }
    const recurrence = readRecurrence(`RRULE:FREQ=DAILY;${times};UNTIL=20270304T190000`, first)
    assert.match(shifted(recurrence, first, to).rule!, new RegExp(`^FREQ=DAILY;${moved};UNTIL=`), times)
  }
})
