import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, weekdayOf, type Wall } from '../time/index.ts'
import { lastWall, readRecurrence, readStored, wallsOf, type First } from './index.ts'
import { weekdays } from './weekdays.ts'

const first: First = { start: '2020-01-01 10:00:00', timezone: 'Europe/Zurich', allDay: false }
const everyDay = weekdays.join()
const everyFiveMinutes = `BYHOUR=${[...Array(24).keys()].join()};BYMINUTE=${[...Array(12).keys()].map((part) => part * 5).join()}`

/** The beginnings of the weeks of a year, by RFC 5545 3.3.10. */
function weeksOf(year: number, firstDay: number): Wall[] {
  const beginOf = (of: number): Wall => {
    const fourth = `${of}-01-04 10:00:00`
    return addDays(fourth, -((weekdayOf(fourth) - firstDay + 7) % 7))
  }
  const weeks: Wall[] = []
  for (let begin = beginOf(year); begin < beginOf(year + 1); begin = addDays(begin, 7)) weeks.push(begin)
  return weeks
}

for (const firstDay of ['MO', 'SU', 'TH'])
  test(`every week, counted from the beginning and from the end of a year, if weeks begin on ${firstDay}`, () => {
    const years = [...Array(30).keys()].map((year) => weeksOf(2019 + year, weekdays.indexOf(firstDay)))
    for (let number = 1; number <= 53; number += 1)
      for (const signed of [number, -number]) {
        const expected = years
          .flatMap((weeks) => weeks.at(signed > 0 ? number - 1 : signed) ?? [])
          .flatMap((begin) => [...Array(7).keys()].map((day) => addDays(begin, day)))
        const rule = `RRULE:FREQ=YEARLY;BYWEEKNO=${signed};BYDAY=${everyDay};WKST=${firstDay}`
        const walls = wallsOf(readRecurrence(rule, first), first, {
          from: '2020-01-02 00:00:00',
          until: '2047-12-31 23:59:59',
          limit: 1_000,
        })
        assert.deepEqual(
          walls,
          expected.filter((wall) => wall >= '2020-01-02' && wall < '2048'),
          rule,
        )
      }
  })

test('BYYEARDAY limits the weeks of BYWEEKNO', () => {
  // The second engine, which is asked for what is new, does not limit them.
  const recurrence = readStored(`RRULE:FREQ=YEARLY;BYWEEKNO=1,53;BYYEARDAY=1,-1;BYDAY=${everyDay}`, first)
  assert.deepEqual(wallsOf(recurrence, first, { until: '2023-12-31 00:00:00', limit: 10 }), [
    '2020-01-01 10:00:00',
    '2020-12-31 10:00:00',
    '2021-01-01 10:00:00',
  ])
})

/** Each of these took from 7 to 50 seconds of CPU time, while nobody else was answered. */
const costly: readonly [rule: string, outcome: string | RegExp][] = [
  [
    `FREQ=YEARLY;BYWEEKNO=50;BYMONTH=2,3,4,5,6,7,8;BYDAY=${everyDay};${everyFiveMinutes}`,
    /yields no date within a hundred years/,
  ],
  [
    `FREQ=YEARLY;BYWEEKNO=-36;BYMONTHDAY=1;BYYEARDAY=${[...Array(366).keys()].map((day) => day + 1).join()};${everyFiveMinutes}`,
    /calendars read this rule differently/,
  ],
  [`FREQ=YEARLY;BYWEEKNO=53;BYDAY=${everyDay};COUNT=10000`, '9999-01-03 10:00:00'],
]

for (const [rule, outcome] of costly)
  test(`${rule.slice(0, 60)} takes no time that others notice`, () => {
    const begin = process.cpuUsage()
    const readAll = () => lastWall(readRecurrence(`RRULE:${rule}`, first), first)
    if (typeof outcome === 'string') assert.equal(readAll(), outcome)
    else assert.throws(readAll, outcome)
    const { user, system } = process.cpuUsage(begin)
    assert.ok(user + system < 3_000_000, `${(user + system) / 1_000} ms`)
  })
