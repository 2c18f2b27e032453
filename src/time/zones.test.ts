import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { ValidationError } from '../errors.ts'
import { isoWithOffset, offsetText, readZone, toInstant, toWall, type Instant, type Wall } from './index.ts'

const at = (iso: string): Instant => Date.parse(iso) / 1000

const oddZones = [
  'Asia/Kathmandu',
  'Australia/Eucla',
  'Pacific/Chatham',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Monrovia',
]
const zones = fc.constantFrom(
  ...Intl.supportedValuesOf('timeZone'),
  ...oddZones,
  'Australia/Lord_Howe',
  'US/Eastern',
)
const instants = fc.integer({ min: at('1850-01-01T00:00:00Z'), max: at('2500-01-01T00:00:00Z') })

const temporalWall = (instant: Instant, zone: string): Wall =>
  Temporal.Instant.fromEpochMilliseconds(instant * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

describe('reading a zone', () => {
  const canonical = {
    'europe/paris': 'Europe/Paris',
    'AMERICA/ARGENTINA/BUENOS_AIRES': 'America/Argentina/Buenos_Aires',
    'america/port-au-prince': 'America/Port-au-Prince',
    'antarctica/dumontdurville': 'Antarctica/DumontDUrville',
    'asia/ho_chi_minh': 'Asia/Ho_Chi_Minh',
    'asia/kolkata': 'Asia/Kolkata',
    'asia/calcutta': 'Asia/Calcutta',
    'us/eastern': 'US/Eastern',
    'nz-chat': 'NZ-CHAT',
    'america/knox_in': 'America/Knox_IN',
    'antarctica/mcmurdo': 'Antarctica/McMurdo',
    'gb-eire': 'GB-Eire',
    'w-su': 'W-SU',
    zulu: 'Zulu',
    gmt: 'GMT',
    'etc/utc': 'Etc/UTC',
    'etc/gmt+5': 'Etc/GMT+5',
    est5edt: 'EST5EDT',
    utc: 'UTC',
    'utc+2': 'UTC+2',
    'UTC+02': 'UTC+2',
    'UTC+5:30': 'UTC+5:30',
    'UTC-09:30': 'UTC-9:30',
    'UTC+2:00': 'UTC+2',
    'UTC+5.5': 'UTC+5:30',
    'utc-3.5': 'UTC-3:30',
    'UTC-0.5': 'UTC-0:30',
    'UTC+5.75': 'UTC+5:45',
    'UTC+8.25': 'UTC+8:15',
    'UTC-0': 'UTC+0',
    'UTC+14': 'UTC+14',
    '+02:00': '+02:00',
    '-00:00': '+00:00',
    '-09:30': '-09:30',
    ' Europe/Berlin ': 'Europe/Berlin',
  }
  for (const [text, zone] of Object.entries(canonical)) {
    test(`"${text}" is ${zone}, and reading that changes nothing`, () => {
      assert.equal(readZone(text), zone)
      assert.equal(readZone(zone), zone)
    })
  }

  const unknown = [
    ...[
      '',
      'Mars/Olympus',
      'Europe',
      'Europe/',
      'Paris',
      'PST',
      'IST',
      'CEST',
      'GMT+2',
      'Z',
      'local',
      'SystemV/AST4',
      'US/Pacific-New',
      `Europe/${'x'.repeat(50)}`,
    ],
    ...[
      'UTC+25',
      'UTC+14:01',
      'UTC+5:3',
      'UTC+5:60',
      'UTC+5.4',
      'UTC+5.05',
      'UTC+5.',
      'UTC+14.5',
      '+5.5',
      'UTC 2',
      'UTC+',
      '+2',
      '+02',
      '+0200',
      '+15:00',
      '+02:60',
    ],
    ...['2027-01-10T00:00:00[Europe/Paris]', '[Europe/Paris]', '__proto__', 'constructor', '../Europe/Paris'],
  ]
  for (const text of unknown) {
    test(`"${text}" is refused`, () => {
      assert.throws(
        () => readZone(text),
        (fault) => fault instanceof ValidationError && fault.code === 'rest_invalid_timezone',
      )
    })
  }

  test('every zone of this machine is read in any case', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) assert.equal(readZone(zone.toUpperCase()), zone)
  })
})

describe('where clocks change', () => {
  const edges: [string, Wall, string, Wall][] = [
    ['Europe/Paris', '2027-03-28 01:59:59', '2027-03-28T00:59:59Z', '2027-03-28 01:59:59'],
    ['Europe/Paris', '2027-03-28 02:30:00', '2027-03-28T01:30:00Z', '2027-03-28 03:30:00'],
    ['Europe/Paris', '2027-03-28 03:00:00', '2027-03-28T01:00:00Z', '2027-03-28 03:00:00'],
    ['Europe/Paris', '2027-10-31 02:30:00', '2027-10-31T00:30:00Z', '2027-10-31 02:30:00'],
    ['Europe/Paris', '2027-10-31 03:00:00', '2027-10-31T02:00:00Z', '2027-10-31 03:00:00'],
    ['America/New_York', '2027-03-14 02:30:00', '2027-03-14T07:30:00Z', '2027-03-14 03:30:00'],
    ['America/New_York', '2027-11-07 01:30:00', '2027-11-07T05:30:00Z', '2027-11-07 01:30:00'],
    ['Australia/Lord_Howe', '2027-10-03 02:15:00', '2027-10-02T15:45:00Z', '2027-10-03 02:45:00'],
    ['Australia/Lord_Howe', '2027-04-04 01:45:00', '2027-04-03T14:45:00Z', '2027-04-04 01:45:00'],
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T22:00:00Z', '2011-12-31 12:00:00'],
  ]
  for (const [zone, wall, instant, shown] of edges) {
    test(`${wall} in ${zone} is ${instant}, when clocks show ${shown}`, () => {
      assert.equal(toInstant(wall, zone), at(instant))
      assert.equal(toWall(at(instant), zone), shown)
    })
  }

  test('the second of two repeated hours is displayed like the first', () => {
    assert.equal(toWall(at('2027-10-31T00:30:00Z'), 'Europe/Paris'), '2027-10-31 02:30:00')
    assert.equal(toWall(at('2027-10-31T01:30:00Z'), 'Europe/Paris'), '2027-10-31 02:30:00')
  })
})

test('fixed offsets are plain arithmetic', () => {
  assert.equal(toInstant('2027-01-10 09:00:00', 'UTC'), at('2027-01-10T09:00:00Z'))
  assert.equal(toInstant('2027-01-10 09:00:00', 'UTC+5:30'), at('2027-01-10T03:30:00Z'))
  assert.equal(toInstant('2027-01-10 09:00:00', 'UTC-3'), at('2027-01-10T12:00:00Z'))
  assert.equal(toWall(at('2027-01-10T09:00:00Z'), '-09:30'), '2027-01-09 23:30:00')
})

test('local times agree with Temporal in every zone', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) =>
      assert.equal(toWall(instant, zone), temporalWall(instant, zone)),
    ),
    { numRuns: 2000 },
  )
})

test('local times agree with Temporal around clock changes', () => {
  for (const zone of [
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
  ]) {
    const start = Temporal.ZonedDateTime.from(`2007-01-01T00:00[${zone}]`)
    let change = start.getTimeZoneTransition('next')
    for (let count = 0; change && count < 20; count++) {
      const instant = change.epochMilliseconds / 1000
      for (const near of [-86_400, -3600, -1, 0, 1, 3600, 86_400]) {
        assert.equal(toWall(instant + near, zone), temporalWall(instant + near, zone))
      }
      change = change.getTimeZoneTransition('next')
    }
  }
})

test('a displayed time converts back to the same local time, and outside repeated hours to the same instant', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const wall = toWall(instant, zone)
      const back = toInstant(wall, zone)
      assert.equal(toWall(back, zone), wall)
      assert.ok(back <= instant)
    }),
    { numRuns: 1000 },
  )
})

const asTemporal = (wall: Wall, zone: string): Instant =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds / 1000

test('the instant of a local time agrees with Temporal in every zone', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const wall = toWall(instant, 'UTC')
      assert.equal(toInstant(wall, zone), asTemporal(wall, zone))
    }),
    { numRuns: 1000 },
  )
})

test('the instant of a local time agrees with Temporal around clock changes', () => {
  for (const zone of [
    'America/St_Johns',
    'Africa/Freetown',
    'America/Noronha',
    'Pacific/Apia',
    'Asia/Manila',
  ]) {
    let change = Temporal.ZonedDateTime.from(`1860-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
    for (let count = 0; change && count < 60; count++) {
      for (const near of [-86_400, -3601, -1800, -1, 0, 1, 1800, 3600, 86_400]) {
        const wall = toWall(change.epochMilliseconds / 1000 + near, zone)
        const skipped = toWall(toInstant(wall, 'UTC') + 1800, 'UTC')
        assert.equal(toInstant(wall, zone), asTemporal(wall, zone), `${wall} in ${zone}`)
        assert.equal(toInstant(skipped, zone), asTemporal(skipped, zone), `${skipped} in ${zone}`)
      }
      change = change.getTimeZoneTransition('next')
    }
  }
})

test('years always have four digits', () => {
  assert.equal(toInstant('9999-12-31 23:59:59', 'America/New_York'), at('9999-12-31T23:59:59Z'))
  assert.equal(toWall(at('9999-12-31T23:59:59Z'), 'Asia/Tokyo'), '9999-12-31 23:59:59')
  assert.equal(toWall(toInstant('0001-01-01 00:00:00', 'Asia/Tokyo'), 'UTC'), '0001-01-01 00:00:00')
})

test('offsets are formatted as in ISO 8601', () => {
  const winter = at('2027-01-10T08:00:00Z')
  assert.equal(isoWithOffset(winter, 'Europe/Paris'), '2027-01-10T09:00:00+01:00')
  assert.equal(isoWithOffset(winter, 'UTC'), '2027-01-10T08:00:00+00:00')
  assert.equal(offsetText(winter, 'America/St_Johns'), '-03:30')
  assert.equal(offsetText(winter, 'Asia/Kathmandu'), '+05:45')
  assert.equal(offsetText(winter, 'UTC-9:30'), '-09:30')
  assert.equal(offsetText(at('1900-01-01T00:00:00Z'), 'Europe/Paris'), '+00:09')
})
