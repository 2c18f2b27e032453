import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ValidationError } from '../errors.ts'
import { addSeconds } from '../time/index.ts'
import { continuedFrom, endedBefore, linesOf, readRecurrence, shifted, wallsOf, type First } from './index.ts'

const first: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }
const allDay: First = { start: '2027-01-31 00:00:00', timezone: 'Europe/Paris', allDay: true }
const window = { until: '2031-01-01 00:00:00', limit: 60 }

const optional = (...parts: string[]) => fc.constantFrom('', ...parts.map((part) => `;${part}`))
const rules = fc
  .tuple(
    fc.constantFrom(
      'DAILY',
      'DAILY;BYDAY=MO,TU,FR',
      'DAILY;BYMONTH=3,5',
      'DAILY;BYHOUR=9,19;BYMINUTE=0,30',
      'WEEKLY',
      'WEEKLY;BYDAY=MO,TU,SU',
      'WEEKLY;BYDAY=MO,WE;WKST=SU',
      'WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,2',
      'MONTHLY',
      'MONTHLY;BYDAY=1TU,-1FR',
      'MONTHLY;BYMONTHDAY=1,15,-1',
      'MONTHLY;BYDAY=MO,TU;BYSETPOS=2',
      'YEARLY',
      'YEARLY;BYMONTH=3,9',
      'YEARLY;BYDAY=20MO,-1SU',
      'YEARLY;BYWEEKNO=10,20',
      'YEARLY;BYYEARDAY=1,100,-1',
    ),
    optional('INTERVAL=2', 'INTERVAL=3'),
    optional('COUNT=3', 'COUNT=17', 'UNTIL=20290302', 'UNTIL=20280601T190000', 'UNTIL=20280601T170000Z'),
  )
  .map((parts) => `RRULE:FREQ=${parts.join('')}`)

const extras = fc.subarray([
  'RDATE:20270303T190000,20280410T120000',
  'RDATE;VALUE=DATE:20270520,20290602',
  'EXDATE:20270309T190000',
  'EXDATE;VALUE=DATE:20270304,20280302',
])

/** An endless rule with an interval cannot continue from an RDATE outside its interval. */
const unlessRefused = <Value>(act: () => Value): Value | undefined => {
  try {
    return act()
  } catch (error) {
    assert.ok(error instanceof ValidationError)
    return undefined
  }
}

test('the two parts of a split series have the dates of the whole', () => {
  const cases = fc.record({ rule: rules, extras, first: fc.constantFrom(first, allDay), place: fc.nat(59) })
  fc.assert(
    fc.property(cases, ({ rule, extras, first, place }) => {
      const whole = readRecurrence([rule, ...extras], first)
      const dates = wallsOf(whole, first, window)
      fc.pre(dates.length > 1)
      const wall = dates[1 + (place % (dates.length - 1))]!
      const next = { ...first, start: wall }
      const before = endedBefore(whole, first, wall)
      const after = unlessRefused(() => continuedFrom(whole, first, wall))
      fc.pre(after !== undefined)

      const both = [...wallsOf(before, first, window), ...wallsOf(after, next, window)]
      assert.deepEqual(both.slice(0, window.limit), dates)
      assert.deepEqual(readRecurrence(linesOf(before, first), first), before)
      assert.deepEqual(readRecurrence(linesOf(after, next), next), after)
    }),
    { numRuns: 100 },
  )
})

const daysAndWeeks = fc
  .tuple(
    fc.constantFrom(
      'DAILY',
      'DAILY;BYDAY=MO,TU,FR',
      'DAILY;BYHOUR=9,19;BYMINUTE=0,10',
      'WEEKLY',
      'WEEKLY;BYDAY=TU,TH',
      'WEEKLY;BYDAY=MO,TU,SU;WKST=SU',
      'WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,2',
      'WEEKLY;BYDAY=TU,SA;BYHOUR=19;BYMINUTE=0',
    ),
    optional('INTERVAL=2', 'INTERVAL=3'),
    optional('COUNT=17', 'UNTIL=20270602', 'UNTIL=20270601T190000', 'UNTIL=20270601T170000Z'),
  )
  .map((parts) => `RRULE:FREQ=${parts.join('')}`)

test('from the date at which a series is split, all dates can move by as much', () => {
  const cases = fc.record({
    rule: daysAndWeeks,
    extras: fc.subarray(['EXDATE:20270309T190000,20270405T190000', 'EXDATE;VALUE=DATE:20270304,20270411']),
    first: fc.constantFrom(first, allDay),
    place: fc.nat(20),
    days: fc.integer({ min: -9, max: 15 }),
    hours: fc.integer({ min: -9, max: 4 }),
  })
  fc.assert(
    fc.property(cases, ({ rule, extras, first, place, days, hours }) => {
      const whole = readRecurrence([rule, ...extras], first)
      const walls = wallsOf(whole, first, window)
      fc.pre(walls.length > 1)
      const wall = walls[1 + (place % (walls.length - 1))]!
      const from = { ...first, start: wall }
      const after = continuedFrom(whole, first, wall)
      const seconds = days * 86_400 + (first.allDay ? 0 : hours * 3_600)
      const to = { ...first, start: addSeconds(wall, seconds) }
      const moved = shifted(after, from, to, true)

      const far = { until: '2040-01-01 00:00:00', limit: 60 }
      assert.deepEqual(
        wallsOf(moved, to, far),
        wallsOf(after, from, far).map((one) => addSeconds(one, seconds)),
      )
      assert.deepEqual(readRecurrence(linesOf(moved, to), to), moved)
    }),
    { numRuns: 100 },
  )
})
