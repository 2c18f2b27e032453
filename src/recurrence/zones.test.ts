import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DateTime, DtStart, RRule, RRuleSet } from 'rrule-rust'
import { Temporal } from 'temporal-polyfill'
import { toInstant, toWall, type Instant, type Wall } from '../time/index.ts'
import { readRecurrence, wallsOf, type First } from './index.ts'
import { basic, fromBasic } from './recurrence.ts'

const instantsOf = (rule: string, first: First, limit = 10_000): Instant[] =>
  wallsOf(readRecurrence(`RRULE:${rule}`, first), first, { until: '2026-12-31 23:59:59', limit }).map(
    (wall) => toInstant(wall, first.timezone),
  )

const utcOf = (rule: string, start: string, timezone: string) =>
  instantsOf(rule, { start, timezone, allDay: false }).map((instant) => toWall(instant, 'UTC'))

const zones = [
  'Europe/Paris',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Apia',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
]

/** The local times that one library finds directly in the zone, converted to instants by another library. */
const inZone = (rule: string, start: Wall, zone: string): Instant[] => {
  const dtstart = new DtStart(DateTime.fromString(basic(start)), zone)
  const walls = new RRuleSet({ dtstart, rrules: [RRule.fromString(rule)] })
    .all()
    .map((date) => fromBasic(date.toString().replace(/^.*:/, '')))
  return [...new Set([start, ...walls])].map((wall) => {
    const there = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone)
    return there.epochMilliseconds / 1000
  })
}

for (const zone of zones)
  test(`over ten years, the time of day stays in ${zone}`, () => {
    const first: First = { start: '2012-01-03 19:30:00', timezone: zone, allDay: false }
    for (const days of ['WEEKLY;BYDAY=SU,TU', 'MONTHLY;BYMONTHDAY=3,-1', 'MONTHLY;BYDAY=-1SU']) {
      const rule = `FREQ=${days};UNTIL=20220103T000000Z`
      const ours = instantsOf(rule, first)
      assert.deepEqual(ours, inZone(rule, first.start, zone))
      for (const instant of ours) assert.equal(toWall(instant, zone).slice(11), '19:30:00')
    }
  })

test('a skipped local time moves forward, for that date only', () => {
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=3', '2026-03-28 02:30:00', 'Europe/Paris'), [
    '2026-03-28 01:30:00',
    '2026-03-29 01:30:00',
    '2026-03-30 00:30:00',
  ])
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=2', '2026-10-03 02:15:00', 'Australia/Lord_Howe'), [
    '2026-10-02 15:45:00',
    '2026-10-03 15:45:00',
  ])
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=2', '2018-11-03 00:00:00', 'America/Sao_Paulo'), [
    '2018-11-03 03:00:00',
    '2018-11-04 03:00:00',
  ])
})

test('if a local time occurs twice, the first is used', () => {
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=3', '2026-10-24 02:30:00', 'Europe/Paris'), [
    '2026-10-24 00:30:00',
    '2026-10-25 00:30:00',
    '2026-10-26 01:30:00',
  ])
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=2', '2026-04-04 01:45:00', 'Australia/Lord_Howe'), [
    '2026-04-03 14:45:00',
    '2026-04-04 14:45:00',
  ])
})

test('a day that the calendar of a zone skips moves forward', () => {
  assert.deepEqual(utcOf('FREQ=DAILY;COUNT=3', '2011-12-29 19:00:00', 'Pacific/Apia'), [
    '2011-12-30 05:00:00',
    '2011-12-31 05:00:00',
    '2011-12-31 05:00:00',
  ])
})

test('the time of day is unaffected by a change of the zone rules', () => {
  assert.deepEqual(utcOf('FREQ=YEARLY;COUNT=3', '2015-12-01 20:00:00', 'Europe/Istanbul'), [
    '2015-12-01 18:00:00',
    '2016-12-01 17:00:00',
    '2017-12-01 17:00:00',
  ])
  assert.deepEqual(utcOf('FREQ=YEARLY;COUNT=3', '2018-01-10 20:00:00', 'America/Sao_Paulo'), [
    '2018-01-10 22:00:00',
    '2019-01-10 22:00:00',
    '2020-01-10 23:00:00',
  ])
})
