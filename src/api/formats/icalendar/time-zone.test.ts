import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { readCalendar, valuesOf, type Component } from '../../../../test/content-lines.ts'
import { offsetAt, toInstant, toWall, transitionsBetween, weekdayOf } from '../../../time/index.ts'
import { contentLines } from './content-lines.ts'
import { timeZoneLines } from './time-zone.ts'

/** A calendar client derives from a VTIMEZONE the same offsets that we compute ourselves. */

const zones = [
  ...['Africa/Cairo', 'Africa/Casablanca', 'America/New_York', 'America/Santiago', 'America/Sao_Paulo'],
  ...['America/St_Johns', 'America/Nuuk', 'Asia/Gaza', 'Asia/Jerusalem', 'Asia/Kathmandu', 'Asia/Kolkata'],
  ...['Asia/Tehran', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Europe/Dublin', 'Europe/Moscow', 'Europe/Zurich'],
  ...['Pacific/Apia', 'Pacific/Auckland', 'Pacific/Chatham'],
]

const [firstYear, lastYear] = [1990, 2040]

const zoneOf = (zone: string): Component => {
  const lines = ['BEGIN:VCALENDAR', ...timeZoneLines(zone, firstYear, lastYear), 'END:VCALENDAR']
  return readCalendar(contentLines(lines)).components[0]!
}

/** `20270328T020000` as seconds, as if it were UTC. */
const seconds = (wall: string) =>
  Date.parse(wall.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')) / 1000

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The day of a month that `2SU` or `-1SU` refers to. */
function dayOf(year: number, month: number, place: number, weekday: string): number {
  const days = Array.from(
    { length: new Date(Date.UTC(year, month, 0)).getUTCDate() },
    (_, index) => index + 1,
  )
  const pad = (part: number) => String(part).padStart(2, '0')
  const fitting = days.filter(
    (day) => weekdays[weekdayOf(`${year}-${pad(month)}-${pad(day)} 00:00:00`)] === weekday,
  )
  return fitting.at(place > 0 ? place - 1 : place)!
}

function onsetsOf(observance: Component): number[] {
  const [start = ''] = valuesOf(observance, 'DTSTART')
  const dates = valuesOf(observance, 'RDATE').flatMap((value) => value.split(','))
  const [rule] = valuesOf(observance, 'RRULE')
  const [, month, place, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)$/.exec(rule ?? '') ?? []
  const first = Number(start.slice(0, 4))
  const years =
    rule === undefined ? [] : Array.from({ length: lastYear - first + 2 }, (_, index) => first + index)
  const ruled = years.map(
    (year) =>
      Date.UTC(year, Number(month) - 1, dayOf(year, Number(month), Number(place), weekday!)) / 1000 +
      (seconds(start) % 86_400),
  )
  if (rule !== undefined) assert.equal(ruled[0], seconds(start), 'DTSTART is the first that the rule yields')
  return [seconds(start), ...dates.map(seconds), ...ruled.slice(1)]
}

const offset = (text = '') => {
  const [, sign, hours, minutes, rest = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest))
}

/** The offset at an instant: that of the latest onset before it (RFC 5545 3.6.5). */
function offsetsOf(zone: Component): (instant: number) => number {
  const onsets = zone.components
    .flatMap((observance) => {
      const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offset(valuesOf(observance, name)[0]))
      return onsetsOf(observance).map((wall) => ({ at: wall - from!, to: to! }))
    })
    .toSorted((one, other) => one.at - other.at)
  return (instant) => onsets.findLast(({ at }) => at <= instant)!.to
}

for (const zone of zones)
  test(`${zone} has the offsets from ${firstYear} to ${lastYear} that we compute with`, () => {
    const offsetIn = offsetsOf(zoneOf(zone))
    const [from, to] = [firstYear, lastYear + 1].map((year) => toInstant(`${year}-01-01 00:00:00`, zone)) as [
      number,
      number,
    ]
    const changes = transitionsBetween(zone, from, to).flatMap(({ at }) => [at - 1, at])
    const days = Array.from({ length: Math.floor((to - from) / 86_400) }, (_, day) => from + day * 86_400)
    for (const instant of [...changes, ...days])
      assert.equal(offsetIn(instant), offsetAt(instant, zone), toWall(instant, zone))
  })

/** The library of Thunderbird and Nextcloud. */
for (const zone of zones)
  test(`${zone} has the same offsets as ical.js reads them`, () => {
    const lines = ['BEGIN:VCALENDAR', ...timeZoneLines(zone, 2026, 2028), 'END:VCALENDAR']
    const calendar = new ICAL.Component(ICAL.parse(contentLines(lines)) as [])
    const read = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
    const days = Array.from(
      { length: 3 * 365 },
      (_, day) => toInstant('2026-01-01 12:00:00', 'UTC') + day * 86_400,
    )
    for (const instant of days) {
      const wall = toWall(instant, zone)
      const time = ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'))
      assert.equal(read.utcOffset(time), offsetAt(instant, zone), wall)
    }
  })

test('a rule is written if one applies until the end, otherwise dates', () => {
  const rules = (zone: string) => zoneOf(zone).components.flatMap((one) => valuesOf(one, 'RRULE'))
  assert.deepEqual(rules('Europe/Zurich'), [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  ])
  assert.deepEqual(rules('Africa/Casablanca'), [])
  assert.deepEqual(rules('Asia/Kolkata'), [])
})

test('years far outside the known range terminate quickly', () => {
  const lines = timeZoneLines('Europe/Zurich', 1, 9999)
  assert.ok(lines.length < 200)
  assert.ok(lines.includes('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'))
  assert.ok(timeZoneLines('Europe/Zurich', 9998, 9999).includes('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'))
})
