import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inCode, sectionsOf } from './headings.ts'
import { anEvent, onEachDatabase, testTime, type Json, type Service } from './service.ts'

/** Dates as they come in and go out (interface: Dates and times). The site's clocks are those of New York. */

const paris = { timezone: 'Europe/Paris' }
const nineInLondon = Date.UTC(2027, 0, 10, 9) / 1000

/** What was sent, and what clocks in Paris show then. */
const forms: [sent: unknown, inParis: string][] = [
  ['2027-01-10', '2027-01-10 00:00:00'],
  ['2027-01-10 09:30', '2027-01-10 09:30:00'],
  ['2027-01-10T09:30', '2027-01-10 09:30:00'],
  ['2027-01-10 09:30:15', '2027-01-10 09:30:15'],
  [' 2027-01-10T09:30:15 ', '2027-01-10 09:30:15'],
  ['2027-01-10T09:30:15.987', '2027-01-10 09:30:15'],
  ['2027-01-10T09:30:15Z', '2027-01-10 10:30:15'],
  ['2027-01-10T09:30:15.000Z', '2027-01-10 10:30:15'],
  ['2027-01-10 09:30:15+05:30', '2027-01-10 05:00:15'],
  ['2027-01-10T09:30:15-0500', '2027-01-10 15:30:15'],
  ['2027-01-10T09:30-05', '2027-01-10 15:30:00'],
  ['20270110T090000', '2027-01-10 09:00:00'],
  ['20270110T090000Z', '2027-01-10 10:00:00'],
  [nineInLondon, '2027-01-10 10:00:00'],
  [String(nineInLondon), '2027-01-10 10:00:00'],
  [`@${nineInLondon}`, '2027-01-10 10:00:00'],
  ['999999999', '2001-09-09 03:46:39'],
  ['Sun, 10 Jan 2027 09:00:00 +0000', '2027-01-10 10:00:00'],
  ['10 Jan 2027 09:00:00 GMT', '2027-01-10 10:00:00'],
  ['January 10, 2027 9:00 am', '2027-01-10 09:00:00'],
  ['10 January 2027', '2027-01-10 00:00:00'],
  ['tomorrow 9am', '2026-11-22 09:00:00'],
  ['tomorrow', '2026-11-22 00:00:00'],
  ['today 8:15 pm', '2026-11-21 20:15:00'],
  ['noon', '2026-11-21 12:00:00'],
  ['first day of next month', '2026-12-01 00:00:00'],
  ['monday this week', '2026-11-16 00:00:00'],
  ['2026/11/21 22:00', '2026-11-21 22:00:00'],
  ['20261121', '2026-11-21 00:00:00'],
  [20261121, '2026-11-21 00:00:00'],
  ['2026-1-5', '2026-01-05 00:00:00'],
  ['21.11.2026', '2026-11-21 00:00:00'],
  ['2026-11-21 22:00:00 UTC', '2026-11-21 23:00:00'],
  ['2026-11-21 22:00 America/New_York', '2026-11-22 04:00:00'],
  ['Sat Nov 21 2026 22:00:00 GMT+0100 (Central European Standard Time)', '2026-11-21 22:00:00'],
]

const noDates: unknown[] = [
  '2027',
  2027,
  '2027-13-45',
  '2027-02-30',
  '20270230',
  '2027-01-10 25:00',
  '2027-01-10T09:60:00',
  '11/21/2026',
  '21-11-2026',
  '10/01/2027',
  '20270110T',
  '2027-01-10T09:00:00+25:00',
  'Mon, 10 Jan 2027 09:00:00 +0000',
  'garbage',
  'no date at all',
  '12345678',
  true,
  [],
  {},
  ['2027-01-10'],
]

/** What stands in code, but for the sign that may stand before a timestamp. */
const examplesIn = (text: string): string[] => inCode(text).filter((example) => example !== '@')

const filters = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
  'modified_after',
]

const publicationDates = ['date', 'date_utc'] as const
const eventDates = ['start_date', 'end_date'] as const

/** The other date far enough away that the order of the two is right. */
const around = { start_date: { end_date: '2099-01-01' }, end_date: { start_date: '1971-01-01' } }

const create = async (service: Service, fields: Json) => {
  const reply = await service.post('/events', anEvent(fields))
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

onEachDatabase(
  (service) => {
    for (const name of eventDates)
      test(`${name} is read in every form`, async () => {
        for (const [sent, inParis] of forms) {
          const event = await create(service, { ...paris, ...around[name], [name]: sent })
          assert.equal(event[name], inParis, `${name}: ${String(sent)}`)
        }
      })

    test('publication dates are read in every form, each in its own zone', async () => {
      for (const [sent] of forms) {
        const [byDate, byUtc] = [
          await create(service, { date: sent }),
          await create(service, { date_utc: sent }),
        ]
        const inUtc = await create(service, { timezone: 'UTC', ...around.start_date, start_date: sent })
        const here = await create(service, { ...around.start_date, start_date: sent })
        assert.equal(byDate.date, here.start_date, `date: ${String(sent)}`)
        assert.equal(byDate.date_utc, here.utc_start_date, `date: ${String(sent)}`)
        assert.equal(byUtc.date_utc, inUtc.start_date, `date_utc: ${String(sent)}`)
      }
    })

    for (const name of [...eventDates, ...publicationDates])
      test(`an invalid date is rejected for ${name}, never guessed`, async () => {
        for (const value of noDates) {
          const { status, body } = await service.post('/events', anEvent({ [name]: value }))
          assert.equal(status, 400, `${name}: ${JSON.stringify(value)}`)
          assert.equal(body.code, 'rest_invalid_param')
          assert.deepEqual(Object.keys(body.data.params), [name], JSON.stringify(value))
          assert.match(body.data.params[name], /\w{4,}.*\.$/)
          assert.equal(body.data.details[name].code, 'rest_invalid_date')
        }
      })

    test('the dates that the documentation names are read, or refused, as it says', async () => {
      const section = sectionsOf('docs/interface.md').get('Accepted dates')!
      const [accepted, refused] = section.split('A missing time').map(examplesIn)
      assert.ok(accepted!.length >= 16 && refused!.length >= 4, 'the section has its examples')
      for (const [examples, expected] of [
        [accepted!, 200],
        [refused!, 400],
      ] as const)
        for (const date of examples) {
          const { status } = await service.get(`/events?${new URLSearchParams({ starts_after: date })}`)
          assert.equal(status, expected, date)
        }
    })

    test('list parameters are read in every form, and refuse the same', async () => {
      const status = async (name: string, value: unknown) =>
        (await service.get(`/events?${new URLSearchParams({ [name]: String(value), per_page: '1' })}`)).status
      for (const name of filters) {
        for (const [sent] of forms) assert.equal(await status(name, sent), 200, `${name}=${String(sent)}`)
        for (const value of noDates.filter((one) => typeof one === 'string'))
          assert.equal(await status(name, value), 400, `${name}=${value}`)
      }
    })

    test('a list takes a phrase for what it says by the clocks of the site', async () => {
      const { body } = await service.get('/events?start_date=first%20day%20of%20next%20month&strict_dates=1')
      assert.equal(new URL(body.rest_url).searchParams.get('start_date'), '2026-12-01 00:00:00')
    })

    test('an endless text is refused at once, in a body and in a query', async () => {
      const started = process.cpuUsage()
      for (const unit of ['1', ' 9', 'tomorrow ', '/', '2027-01-10T', 'Europe/', '(']) {
        for (const name of ['start_date', 'timezone']) {
          const text = unit.repeat(2_000_000 / unit.length)
          const { status, body } = await service.post('/events', anEvent({ [name]: text }))
          assert.equal(status, 400, `${name}: ${unit}`)
          assert.deepEqual(Object.keys(body.data.params), [name])
        }
        const query = new URLSearchParams({ during: unit.repeat(4_000 / unit.length) })
        assert.equal((await service.get(`/events?${query}`)).status, 400, `during: ${unit}`)
      }
      const { user } = process.cpuUsage(started)
      assert.ok(user < 5_000_000, `${user} µs`)
    })

    test('dates travel in forms as well', async () => {
      const form =
        'title=Form&start_date=2027-01-10T09%3A00%3A00%2B01%3A00&end_date=2027-01-10+11%3A00&timezone=europe/paris'
      const { status, body } = await service.post('/events', form, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.equal(status, 201)
      assert.equal(body.start_date, '2027-01-10 09:00:00')
      assert.equal(body.end_date, '2027-01-10 11:00:00')
      assert.equal(body.timezone, 'Europe/Paris')
    })

    describe('a phrase counts from the clocks of the time zone that its date is read in', () => {
      before(() => (service.now = Date.UTC(2026, 10, 21, 20) / 1000))
      after(() => (service.now = testTime))

      const inTokyo = { timezone: 'Asia/Tokyo' }
      const dates = { start_date: 'tomorrow 9am', end_date: 'tomorrow noon' }

      test('that is the one of the event, sent with it or kept', async () => {
        const event = await create(service, { ...inTokyo, ...dates })
        assert.deepEqual(
          [event.start_date, event.end_date, event.utc_start_date],
          ['2026-11-23 09:00:00', '2026-11-23 12:00:00', '2026-11-23 00:00:00'],
        )
        const kept = await service.patch(`/events/${event.id}`, { end_date: 'first day of next month' })
        assert.equal(kept.body.end_date, '2026-12-01 00:00:00')
        const later = await service.patch(`/events/${event.id}`, { start_date: 'tomorrow 10am' })
        assert.equal(later.body.start_date, '2026-11-23 10:00:00')
        const moved = await service.patch(`/events/${event.id}`, { ...dates, timezone: 'America/Denver' })
        assert.equal(moved.body.start_date, '2026-11-22 09:00:00')
      })

      test('without one it is that of the site', async () => {
        const event = await create(service, dates)
        assert.deepEqual([event.start_date, event.end_date], ['2026-11-22 09:00:00', '2026-11-22 12:00:00'])
      })

      test('tickets count as their event does', async () => {
        const tickets = [{ name: 'Seat', valid_from: 'today', valid_until: 'tomorrow 8am' }]
        const event = await create(service, { ...inTokyo, ...dates, tickets })
        const { valid_from, valid_until } = event.tickets[0]
        assert.deepEqual([valid_from, valid_until], ['2026-11-22 00:00:00', '2026-11-23 08:00:00'])
      })

      test('publication counts in the zone of the site, and in UTC', async () => {
        service.now = Date.UTC(2026, 10, 22, 3) / 1000
        const here = await create(service, { ...inTokyo, ...dates, date: 'yesterday' })
        assert.equal(here.date, '2026-11-20 00:00:00')
        const inUtc = await create(service, { ...inTokyo, ...dates, date_utc: 'yesterday' })
        assert.equal(inUtc.date_utc, '2026-11-21 00:00:00')
      })
    })

    test('an event without a time zone uses that of the site', async () => {
      const event = await create(service, {
        start_date: '2027-01-10 09:00',
        end_date: '2027-01-10T16:00:00Z',
      })
      assert.equal(event.timezone, 'America/New_York')
      assert.equal(event.utc_start_date, '2027-01-10 14:00:00')
      assert.equal(event.end_date, '2027-01-10 11:00:00')
      assert.equal(event.timezone_abbr, 'EST')
    })

    test('dates are also returned as components, padded with zeros', async () => {
      const event = await create(service, {
        ...paris,
        start_date: '2027-01-02 03:04:05',
        end_date: '2027-01-02 23:59:59',
      })
      assert.deepEqual(event.start_date_details, {
        year: '2027',
        month: '01',
        day: '02',
        hour: '03',
        minutes: '04',
        seconds: '05',
      })
      assert.deepEqual(event.utc_start_date_details, { ...event.start_date_details, hour: '02' })
      assert.deepEqual(event.end_date_details, {
        year: '2027',
        month: '01',
        day: '02',
        hour: '23',
        minutes: '59',
        seconds: '59',
      })
      assert.deepEqual(event.utc_end_date_details, { ...event.end_date_details, hour: '22' })
    })

    // RFC 5545 3.3.5: what is skipped moves forward, what occurs twice is the first.
    const edges: [name: string, timezone: string, sent: string, wall: string, utc: string][] = [
      [
        'the gap in Paris',
        'Europe/Paris',
        '2027-03-28 02:30:00',
        '2027-03-28 03:30:00',
        '2027-03-28 01:30:00',
      ],
      [
        'before the gap in Paris',
        'Europe/Paris',
        '2027-03-28 01:59:59',
        '2027-03-28 01:59:59',
        '2027-03-28 00:59:59',
      ],
      [
        'after the gap in Paris',
        'Europe/Paris',
        '2027-03-28 03:00:00',
        '2027-03-28 03:00:00',
        '2027-03-28 01:00:00',
      ],
      [
        'the overlap in Paris',
        'Europe/Paris',
        '2027-10-31 02:30:00',
        '2027-10-31 02:30:00',
        '2027-10-31 00:30:00',
      ],
      [
        'after the overlap in Paris',
        'Europe/Paris',
        '2027-10-31 03:00:00',
        '2027-10-31 03:00:00',
        '2027-10-31 02:00:00',
      ],
      [
        'the second hour in Paris',
        'Europe/Paris',
        '2027-10-31T02:30:00+01:00',
        '2027-10-31 02:30:00',
        '2027-10-31 01:30:00',
      ],
      [
        'the first hour in Paris',
        'Europe/Paris',
        '2027-10-31T02:30:00+02:00',
        '2027-10-31 02:30:00',
        '2027-10-31 00:30:00',
      ],
      [
        'the gap in New York',
        'America/New_York',
        '2027-03-14 02:30:00',
        '2027-03-14 03:30:00',
        '2027-03-14 07:30:00',
      ],
      [
        'the overlap in New York',
        'America/New_York',
        '2027-11-07 01:30:00',
        '2027-11-07 01:30:00',
        '2027-11-07 05:30:00',
      ],
      [
        'the second hour in New York',
        'America/New_York',
        '2027-11-07T06:30:00Z',
        '2027-11-07 01:30:00',
        '2027-11-07 06:30:00',
      ],
      [
        'the half hour gap of Lord Howe',
        'Australia/Lord_Howe',
        '2027-10-03 02:15:00',
        '2027-10-03 02:45:00',
        '2027-10-02 15:45:00',
      ],
      [
        'the half hour overlap of Lord Howe',
        'Australia/Lord_Howe',
        '2027-04-04 01:45:00',
        '2027-04-04 01:45:00',
        '2027-04-03 14:45:00',
      ],
      [
        'the second half hour of Lord Howe',
        'Australia/Lord_Howe',
        '2027-04-03T15:15:00Z',
        '2027-04-04 01:45:00',
        '2027-04-03 15:15:00',
      ],
    ]
    for (const [name, timezone, sent, wall, utc] of edges)
      test(`where clocks change: ${name}`, async () => {
        const event = await create(service, { timezone, start_date: sent, end_date: '2028-01-01' })
        assert.deepEqual([event.start_date, event.utc_start_date], [wall, utc])

        const renamed = await service.patch(`/events/${event.id}`, { title: 'Another name' })
        assert.deepEqual([renamed.body.start_date, renamed.body.utc_start_date], [wall, utc])

        const sentBack = await service.patch(`/events/${event.id}`, { start_date: wall, timezone })
        assert.deepEqual([sentBack.body.start_date, sentBack.body.utc_start_date], [wall, utc])

        const { body } = await service.get(`/events/${event.id}`)
        assert.equal(new Date(body.json_ld.startDate).toISOString(), `${utc.replace(' ', 'T')}.000Z`)
      })

    test('an end in or right after the gap moves with its start', async () => {
      const ends: [sent: string, wall: string][] = [
        ['02:30', '03:30'],
        ['03:15', '04:15'],
        ['03:30', '04:30'],
        ['03:31', '03:31'],
        ['05:00', '05:00'],
      ]
      for (const [sent, wall] of ends) {
        const dates = { start_date: '2027-03-28 02:30', end_date: `2027-03-28 ${sent}` }
        const created = await create(service, { timezone: 'Europe/Paris', ...dates })
        assert.equal(created.start_date, '2027-03-28 03:30:00')
        assert.equal(created.end_date, `2027-03-28 ${wall}:00`)
        const moved = await create(service, { timezone: 'Europe/Paris' })
        const { body } = await service.patch(`/events/${moved.id}`, dates)
        assert.deepEqual([body.start_date, body.end_date], [created.start_date, created.end_date])
      }
    })

    const zones: [sent: string, returned: string, abbreviation: string, utc: string][] = [
      ['Europe/Paris', 'Europe/Paris', 'CET', '2027-01-10 08:00:00'],
      ['europe/PARIS', 'Europe/Paris', 'CET', '2027-01-10 08:00:00'],
      [' America/new_york ', 'America/New_York', 'EST', '2027-01-10 14:00:00'],
      ['asia/kolkata', 'Asia/Kolkata', 'IST', '2027-01-10 03:30:00'],
      ['america/port-au-prince', 'America/Port-au-Prince', 'EST', '2027-01-10 14:00:00'],
      ['UTC', 'UTC', 'UTC', '2027-01-10 09:00:00'],
      ['utc', 'UTC', 'UTC', '2027-01-10 09:00:00'],
      ['UTC+2', 'UTC+2', 'UTC+2', '2027-01-10 07:00:00'],
      ['UTC-5', 'UTC-5', 'UTC-5', '2027-01-10 14:00:00'],
      ['UTC+5:30', 'UTC+5:30', 'UTC+5:30', '2027-01-10 03:30:00'],
      ['utc+05:30', 'UTC+5:30', 'UTC+5:30', '2027-01-10 03:30:00'],
      ['UTC+5.5', 'UTC+5:30', 'UTC+5:30', '2027-01-10 03:30:00'],
      ['UTC-3.5', 'UTC-3:30', 'UTC-3:30', '2027-01-10 12:30:00'],
      ['+02:00', '+02:00', '+02:00', '2027-01-10 07:00:00'],
      ['-09:30', '-09:30', '-09:30', '2027-01-10 18:30:00'],
    ]
    for (const [sent, returned, abbreviation, utc] of zones)
      test(`the time zone ${sent} is supported`, async () => {
        const event = await create(service, {
          timezone: sent,
          start_date: '2027-01-10 09:00',
          end_date: '2027-01-10 10:00',
        })
        assert.deepEqual([event.timezone, event.utc_start_date], [returned, utc])
        assert.equal(event.timezone_abbr, abbreviation)
      })

    test('an unknown time zone is refused', async () => {
      for (const timezone of [
        'Mars/Olympus',
        'Paris',
        'IST',
        'UTC+15',
        'UTC+5:75',
        'UTC+5.3',
        '+2',
        '+25:00',
        '2',
        2,
        true,
        ['UTC'],
      ]) {
        const { status, body } = await service.post('/events', anEvent({ timezone }))
        assert.equal(status, 400, String(timezone))
        assert.deepEqual(Object.keys(body.data.params), ['timezone'])
      }
    })

    test('changing only the time zone keeps the local time and moves the instant', async () => {
      const { id } = await create(service, {
        ...paris,
        start_date: '2027-07-10 09:00',
        end_date: '2027-07-10 11:00',
      })
      const { body } = await service.patch(`/events/${id}`, { timezone: 'America/New_York' })
      assert.equal(body.start_date, '2027-07-10 09:00:00')
      assert.equal(body.utc_start_date, '2027-07-10 13:00:00')
      assert.equal(body.utc_end_date, '2027-07-10 15:00:00')
      assert.equal(body.timezone_abbr, 'EDT')
    })

    test('the wall clock stays when the rules of its zone change, and the instant follows with the next write', async () => {
      const dates = { start_date: '2027-07-10 09:00', end_date: '2027-07-10 11:00' }
      const { id } = await create(service, { ...paris, ...dates })
      const underOldRules = {
        start_utc: Date.UTC(2027, 6, 10, 8) / 1000,
        end_utc: Date.UTC(2027, 6, 10, 10) / 1000,
      }
      await service.database.db.updateTable('events').set(underOldRules).where('id', '=', id).execute()

      const { body } = await service.patch(`/events/${id}`, { title: 'Another name' })

      assert.deepEqual([body.start_date, body.end_date], ['2027-07-10 09:00:00', '2027-07-10 11:00:00'])
      assert.deepEqual(
        [body.utc_start_date, body.utc_end_date],
        ['2027-07-10 07:00:00', '2027-07-10 09:00:00'],
      )
    })

    test('another time zone moves an instant of the doubled hour as well', async () => {
      const { id } = await create(service, {
        ...paris,
        start_date: '2027-10-31T01:30:00Z',
        end_date: '2027-11-01',
      })
      const { body } = await service.patch(`/events/${id}`, { timezone: 'UTC' })
      assert.deepEqual([body.start_date, body.utc_start_date], ['2027-10-31 02:30:00', '2027-10-31 02:30:00'])
    })

    test('an instant sent later is converted into the zone of the event', async () => {
      const { id } = await create(service, {
        ...paris,
        start_date: '2027-07-10 09:00',
        end_date: '2027-07-10 11:00',
      })
      const { body } = await service.patch(`/events/${id}`, { end_date: '2027-07-10T12:00:00Z' })
      assert.equal(body.start_date, '2027-07-10 09:00:00')
      assert.equal(body.end_date, '2027-07-10 14:00:00')
      const both = await service.patch(`/events/${id}`, {
        start_date: '2027-07-10T03:00:00Z',
        timezone: 'Asia/Tokyo',
      })
      assert.deepEqual(
        [both.body.start_date, both.body.end_date],
        ['2027-07-10 12:00:00', '2027-07-10 14:00:00'],
      )
    })

    test('an emptied time zone is that of the site', async () => {
      const { id } = await create(service, paris)
      const { body } = await service.patch(`/events/${id}`, { timezone: '' })
      assert.equal(body.timezone, 'America/New_York')
    })

    test('an event may end when it starts, but not before', async () => {
      const same = { start_date: '2027-01-10 09:00', end_date: '2027-01-10 09:00' }
      assert.equal((await service.post('/events', anEvent(same))).status, 201)
      const early: Json[] = [
        { start_date: '2027-01-10 09:00', end_date: '2027-01-10 08:59:59' },
        { start_date: '2027-01-10', end_date: '2027-01-09' },
        { start_date: '2027-01-10T09:00:00Z', end_date: '2027-01-10T09:59:59+01:00' },
        { start_date: '2027-01-10T09:00:00Z', end_date: '2027-01-10 09:00', ...paris },
        { start_date: '2027-01-10', end_date: '2027-01-09', all_day: true },
      ]
      for (const dates of early) {
        const { status, body } = await service.post('/events', anEvent(dates))
        assert.equal(status, 400, JSON.stringify(dates))
        assert.equal(body.code, 'rest_invalid_param')
        assert.deepEqual(Object.keys(body.data.params), ['end_date'])
      }
    })

    test('an update is validated as a whole, and errors name what was sent', async () => {
      const { id } = await create(service, { start_date: '2027-01-10 09:00', end_date: '2027-01-10 11:00' })
      const refused: [sent: Json, named: string][] = [
        [{ end_date: '2027-01-10 08:00' }, 'end_date'],
        [{ start_date: '2027-01-10 12:00' }, 'start_date'],
        [{ start_date: '2027-01-12', end_date: '2027-01-11' }, 'end_date'],
        [{ start_date: '2027-01-10T17:00:00Z' }, 'start_date'],
      ]
      for (const [sent, named] of refused) {
        const { status, body } = await service.patch(`/events/${id}`, sent)
        assert.equal(status, 400, JSON.stringify(sent))
        assert.deepEqual(Object.keys(body.data.params), [named])
      }
      const { body } = await service.patch(`/events/${id}`, { start_date: '2027-01-10 10:00' })
      assert.deepEqual([body.start_date, body.end_date], ['2027-01-10 10:00:00', '2027-01-10 11:00:00'])
      const later = await service.patch(`/events/${id}`, { end_date: '2027-01-10 10:00' })
      assert.equal(later.status, 200)
    })

    test('an event from the first into the second hour that occurs twice can be sent back', async () => {
      const event = await create(service, {
        ...paris,
        start_date: '2027-10-31T02:45:00+02:00',
        end_date: '2027-10-31T02:15:00+01:00',
      })
      const { body: sent } = await service.get(`/events/${event.id}`)
      assert.deepEqual([sent.start_date, sent.end_date], ['2027-10-31 02:45:00', '2027-10-31 02:15:00'])

      const { status, body } = await service.patch(`/events/${event.id}`, sent)
      assert.equal(status, 200)
      assert.deepEqual(
        [body.utc_start_date, body.utc_end_date],
        ['2027-10-31 00:45:00', '2027-10-31 01:15:00'],
      )
      const elsewhere = await service.patch(`/events/${event.id}`, { ...sent, timezone: 'Europe/London' })
      assert.deepEqual(Object.keys(elsewhere.body.data.params), ['end_date'])
    })

    test('dates are not emptied, and null is as if they were not sent', async () => {
      const { id } = await create(service, {})
      for (const name of eventDates) {
        const { status, body } = await service.patch(`/events/${id}`, { [name]: '' })
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.data.params), [name])
        assert.equal((await service.patch(`/events/${id}`, { [name]: null })).status, 200)
        const missing = await service.post('/events', anEvent({ [name]: null }))
        assert.equal(missing.body.code, 'rest_missing_callback_param')
        assert.deepEqual(missing.body.data.params, [name])
      }
    })

    test('an event of all day lasts from the first second of its day to the last of its last', async () => {
      const dates = { start_date: '2027-01-10 09:00', end_date: '2027-01-11 08:00' }
      const event = await create(service, { ...paris, ...dates, all_day: true })
      assert.equal(event.all_day, true)
      assert.equal(event.start_date, '2027-01-10 00:00:00')
      assert.equal(event.end_date, '2027-01-11 23:59:59')
      assert.equal(event.utc_start_date, '2027-01-09 23:00:00')
      assert.equal(event.utc_end_date, '2027-01-11 22:59:59')
    })

    test('the day of an instant is the one in the zone of the event', async () => {
      const dates = { start_date: '2027-01-09T23:30:00Z', end_date: '2027-01-10T22:00:00Z' }
      const event = await create(service, { ...paris, ...dates, all_day: 'yes' })
      assert.deepEqual([event.start_date, event.end_date], ['2027-01-10 00:00:00', '2027-01-10 23:59:59'])
    })

    test('an all-day event ends on its last day even if an earlier time was sent', async () => {
      const dates = { start_date: '2027-01-10 09:00', end_date: '2027-01-10 00:00' }
      const event = await create(service, { ...dates, all_day: true })
      assert.deepEqual([event.start_date, event.end_date], ['2027-01-10 00:00:00', '2027-01-10 23:59:59'])
    })

    test('an all-day event stays one if only its dates are sent, whatever their times', async () => {
      const { id } = await create(service, { ...paris, all_day: true })
      const moved: [start: string, end: string][] = [
        ['2027-01-12 09:00', '2027-01-12'],
        ['2027-01-12 09:00', '2027-01-12 08:00'],
        ['2027-01-12T09:00:00Z', '2027-01-12T08:00:00Z'],
      ]
      for (const [start_date, end_date] of moved) {
        const { body } = await service.patch(`/events/${id}`, { start_date, end_date })
        assert.deepEqual([body.start_date, body.end_date], ['2027-01-12 00:00:00', '2027-01-12 23:59:59'])
      }
      const refused: [start: string, end: string, all_day?: boolean][] = [
        ['2027-01-12 09:00', '2027-01-11'],
        ['2027-01-12T09:00:00Z', '2027-01-11T08:00:00Z'],
        ['2027-01-12 09:00', '2027-01-12', false],
      ]
      for (const [start_date, end_date, all_day] of refused) {
        const { body } = await service.patch(`/events/${id}`, { start_date, end_date, all_day })
        assert.deepEqual(Object.keys(body.data.params), ['end_date'])
      }
    })

    test('all_day alone extends an event, and false afterwards keeps its times', async () => {
      const { id } = await create(service, { start_date: '2027-01-10 09:00', end_date: '2027-01-10 11:00' })
      const widened = await service.patch(`/events/${id}`, { all_day: true })
      assert.deepEqual(
        [widened.body.start_date, widened.body.end_date],
        ['2027-01-10 00:00:00', '2027-01-10 23:59:59'],
      )
      const moved = await service.patch(`/events/${id}`, { end_date: '2027-01-12 10:00' })
      assert.equal(moved.body.end_date, '2027-01-12 23:59:59')
      const back = await service.patch(`/events/${id}`, { all_day: false, start_date: '2027-01-10 08:00' })
      assert.deepEqual(
        [back.body.start_date, back.body.end_date],
        ['2027-01-10 08:00:00', '2027-01-12 23:59:59'],
      )
      assert.equal(back.body.all_day, false)
    })

    test('the last second that there is stays the last in every zone', async () => {
      const event = await create(service, { end_date: '9999-12-31 23:59:59' })
      assert.equal(event.end_date, '9999-12-31 23:59:59')
    })

    describe('at both ends of the years', () => {
      const tokyo = { timezone: 'Asia/Tokyo' }
      const refusals: [sent: Json, named: string][] = [
        [{ ...tokyo, start_date: '0001-01-01 00:00' }, 'start_date'],
        [{ ...tokyo, start_date: '0001-01-01', all_day: true }, 'start_date'],
        [{ start_date: '0001-01-01T00:00:00Z' }, 'start_date'],
        [{ end_date: '9999-12-31 20:00' }, 'end_date'],
        [{ end_date: '9999-12-31 20:00 America/New_York' }, 'end_date'],
        [{ ...tokyo, start_date: '9999-12-31T20:00Z', end_date: '9999-12-31 23:59:59' }, 'start_date'],
        [{ start_date: '9999-12-31 23:59:59', end_date: '9999-12-31 23:59:59' }, 'start_date'],
        [{ date: '9999-12-31 20:00' }, 'date'],
        [{ date_utc: '0001-01-01' }, 'date_utc'],
      ]
      for (const [sent, named] of refusals)
        test(`what UTC or the time zone cannot show is refused: ${JSON.stringify(sent)}`, async () => {
          const { status, body } = await service.post('/events', anEvent(sent))
          assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, [named]])
          assert.equal(body.data.details[named].code, 'rest_invalid_date')
        })

      test('another time zone or whole days are refused where they would lead outside', async () => {
        const { id } = await create(service, { ...tokyo, start_date: '0001-01-01 10:00' })
        for (const change of [{ all_day: true }, { timezone: 'UTC+14' }])
          assert.equal(
            (await service.patch(`/events/${id}`, change)).body.data?.params?.start_date?.length > 0,
            true,
          )
        const { status, body } = await service.patch(`/events/${id}`, { start_date: '0001-01-01 10:00' })
        assert.deepEqual([status, body.start_date], [200, '0001-01-01 10:00:00'])
      })

      test('an event without an end may last all day in every zone', async () => {
        const event = await create(service, { end_date: '9999-12-31', all_day: true })
        assert.equal(event.end_date, '9999-12-31 23:59:59')
        const { status, body } = await service.patch(`/events/${event.id}`, { title: 'For ever' })
        assert.deepEqual([status, body.end_date], [200, '9999-12-31 23:59:59'])
      })
    })

    test('a day without a midnight still begins at 00:00:00', async () => {
      const event = await create(service, {
        timezone: 'Africa/Cairo',
        start_date: '2027-04-30',
        end_date: '2027-04-30',
        all_day: true,
      })
      assert.deepEqual([event.start_date, event.end_date], ['2027-04-30 00:00:00', '2027-04-30 23:59:59'])
      assert.equal(event.utc_start_date, '2027-04-29 22:00:00')
    })

    test('each publication date determines the other, and date takes precedence', async () => {
      const here = await create(service, { date: '2026-01-02 03:04:05' })
      assert.deepEqual([here.date, here.date_utc], ['2026-01-02 03:04:05', '2026-01-02 08:04:05'])
      const inUtc = await create(service, { date_utc: '2026-07-02 03:04:05' })
      assert.deepEqual([inUtc.date, inUtc.date_utc], ['2026-07-01 23:04:05', '2026-07-02 03:04:05'])
      const both = await create(service, { date: '2026-01-02 03:04:05', date_utc: '2025-01-01' })
      assert.deepEqual([both.date, both.date_utc], ['2026-01-02 03:04:05', '2026-01-02 08:04:05'])
    })

    test('publication and modification default to now', async () => {
      const event = await create(service, {})
      assert.deepEqual([event.date, event.date_utc], ['2026-11-21 07:00:00', '2026-11-21 12:00:00'])
      assert.deepEqual([event.modified, event.modified_utc], [event.date, event.date_utc])
    })
  },
  { CALENDS_TIMEZONE: 'America/New_York' },
)
