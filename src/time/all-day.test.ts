import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayOf, listInstants, shownInstants, toInstant, toWall } from './index.ts'

const zones = fc.constantFrom(
  ...[
    'UTC',
    'UTC+14',
    '-11:00',
    'Europe/Paris',
    'America/New_York',
    'Asia/Tokyo',
    'Africa/Cairo',
    'Pacific/Chatham',
  ],
)
const days = fc.integer({ min: 0, max: 40_000 }).map((day) => dayOf(addDays('1970-01-01 00:00:00', day)))

/** As stored: an all-day event lasts from the first to the last second of its days. */
const allDay = (first: string, last: string, timezone: string) => {
  const [start_date, end_date] = [`${first} 00:00:00`, `${last} 23:59:59`]
  const [start_utc, end_utc] = [toInstant(start_date, timezone), toInstant(end_date, timezone)]
  return { all_day: 1, timezone, start_date, end_date, start_utc, end_utc }
}

const at = (iso: string) => Date.parse(iso) / 1000

test('an all-day event in Tokyo is listed on its own day in New York, and published in its own time zone', () => {
  const event = allDay('2027-02-01', '2027-02-02', 'Asia/Tokyo')
  const { start_utc, end_utc } = listInstants(event, 'America/New_York')

  assert.deepEqual(
    [toWall(start_utc, 'America/New_York'), toWall(end_utc, 'America/New_York')],
    ['2027-02-01 00:00:00', '2027-02-02 23:59:59'],
  )
  assert.deepEqual(shownInstants(event), {
    start_utc: at('2027-01-31T15:00:00Z'),
    end_utc: at('2027-02-02T14:59:59Z'),
  })
})

test('an event with times is listed and published at its instants', () => {
  const event = {
    ...allDay('2027-02-01', '2027-02-01', 'Asia/Tokyo'),
    all_day: 0,
    start_utc: at('2027-02-01T03:00:00Z'),
    end_utc: at('2027-02-01T05:00:00Z'),
  }
  const instants = { start_utc: event.start_utc, end_utc: event.end_utc }

  assert.deepEqual(listInstants(event, 'America/New_York'), instants)
  assert.deepEqual(shownInstants(event), instants)
})

test('the published instants of an all-day event do not depend on those used by lists', () => {
  fc.assert(
    fc.property(days, zones, zones, (day, zone, site) => {
      const event = allDay(day, day, zone)
      assert.deepEqual(shownInstants({ ...event, ...listInstants(event, site) }), {
        start_utc: event.start_utc,
        end_utc: event.end_utc,
      })
    }),
  )
})

test('all-day events of any zones are ordered by their days, and lie within the days of the site', () => {
  fc.assert(
    fc.property(days, fc.nat(40), zones, zones, zones, (day, later, zone, other, site) => {
      const laterDay = dayOf(addDays(`${day} 00:00:00`, later))
      const one = listInstants(allDay(day, day, zone), site)
      const two = listInstants(allDay(laterDay, laterDay, other), site)

      assert.ok(one.start_utc < one.end_utc)
      assert.ok(
        later === 0
          ? one.start_utc === two.start_utc && one.end_utc === two.end_utc
          : one.start_utc < two.start_utc,
      )
      assert.equal(one.start_utc, toInstant(`${day} 00:00:00`, site))
      assert.ok(one.end_utc < toInstant(addDays(`${day} 00:00:00`, 1), site))
    }),
  )
})
