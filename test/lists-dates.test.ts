import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listed, makeEvent, refused } from './listed.ts'
import { onEachDatabase, testTime, type Service } from './service.ts'

/** Which events a list of dates holds (interface: Date filters); it is 2026-11-21 12:00:00 UTC. */

const make = async (service: Service, events: Readonly<Record<string, readonly [string, string]>>) => {
  for (const [title, [start_date, end_date]] of Object.entries(events))
    await makeEvent(service, title, { start_date, end_date })
}

const encoded = (query: string) =>
  query
    .split('&')
    .map((pair) => pair.split('=').map(encodeURIComponent).join('='))
    .join('&')

const effective = (url: string, names: readonly string[]) => {
  const { searchParams } = new URL(url)
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name)]))
}

const cases = (service: Service, table: readonly (readonly [query: string, titles: string])[]) => {
  for (const [query, titles] of table)
    test(`${query || 'no date'} → ${titles || 'nothing'}`, async () => {
      const found = await listed(service, `/events?${encoded(query)}`)
      assert.equal(found.join(' '), titles)
    })
}

onEachDatabase((service) => {
  describe('the window of a list without dates', () => {
    before(() =>
      make(service, {
        decade: ['2016-01-01 10:00', '2016-01-01 11:00'],
        lastNight: ['2026-11-20 23:59:59', '2026-11-21 02:00:00'],
        thisMorning: ['2026-11-21 00:00:00', '2026-11-21 01:00:00'],
        soon: ['2026-12-01 20:00:00', '2026-12-01 22:00:00'],
        lastDay: ['2028-11-21 22:00:00', '2028-11-21 23:59:59'],
        endsAfter: ['2028-11-21 23:00:00', '2028-11-22 00:00:00'],
        later: ['2032-06-01 10:00:00', '2032-06-01 11:00:00'],
      }),
    )
    cases(service, [
      ['', 'thisMorning soon lastDay'],
      ['start_date=2031-01-10', 'later'],
      ['start_date=2030-05-31', ''],
      ['start_date=2028-11-21', 'lastDay endsAfter'],
      ['end_date=2016-12-31', 'decade'],
      ['end_date=2026-11-20', 'decade'],
      ['end_date=2026-11-21', 'thisMorning'],
      ['end_date=2026-11-21T11:59:59&strict_dates=true', 'decade lastNight thisMorning'],
      ['end_date=2026-11-21T12:00&strict_dates=true', 'thisMorning'],
      ['end_date=2033-01-01', 'thisMorning soon lastDay endsAfter later'],
      [
        'start_date=2000-01-01&end_date=2040-01-01',
        'decade lastNight thisMorning soon lastDay endsAfter later',
      ],
      ['starts_before=2026-11-20', 'decade lastNight'],
      ['starts_after=2028-11-21', 'later'],
      ['ends_before=2026-11-21', 'decade lastNight thisMorning'],
      ['ends_after=2028-11-21', 'endsAfter later'],
      ['ends_after=2028-11-20&start_date=2026-01-01', 'lastDay endsAfter later'],
      ['starts_after=2016-01-01&end_date=2026-11-21', 'lastNight thisMorning'],
      ['starts_after=2016-01-01&starts_before=2026-11-21', 'lastNight thisMorning'],
    ])

    test('rest_url names the window that is in effect', async () => {
      const names = ['start_date', 'end_date']
      const windows = {
        '': { start_date: '2026-11-21 00:00:00', end_date: '2028-11-21 23:59:59' },
        'start_date=2031-01-10': { start_date: '2031-01-10 00:00:00', end_date: '2033-01-10 23:59:59' },
        'start_date=2028-02-29': { start_date: '2028-02-29 00:00:00', end_date: '2030-02-28 23:59:59' },
        'start_date=2031-01-10 15:00:00&end_date=2031-01-12': {
          start_date: '2031-01-10 00:00:00',
          end_date: '2031-01-12 23:59:59',
        },
        'start_date=2031-01-10 15:00:00&end_date=2031-01-12&strict_dates=true': {
          start_date: '2031-01-10 15:00:00',
          end_date: '2031-01-12 00:00:00',
        },
        'start_date=tomorrow': { start_date: '2026-11-22 00:00:00', end_date: '2028-11-22 23:59:59' },
        'ends_before=2031-01-10': { start_date: null, end_date: null },
      }
      for (const [query, window] of Object.entries(windows)) {
        const { body } = await service.get(`/events?${query}`)
        assert.deepEqual(effective(body.rest_url, names), window, query)
      }
      const { body } = await service.get('/events?end_date=2016-12-31')
      assert.equal(effective(body.rest_url, names).start_date, null)
    })

    test('the window moves with the day of the site', async () => {
      service.now = testTime + 86_400
      assert.deepEqual(await listed(service, '/events'), ['soon', 'lastDay', 'endsAfter'])
      service.now = testTime
    })

    test('an exact end opens the window once it has passed', async () => {
      const path = '/events?end_date=2026-11-21T12:00&strict_dates=true'
      assert.deepEqual(await listed(service, path), ['thisMorning'])
      service.now = testTime + 1
      assert.deepEqual(await listed(service, path), ['decade', 'lastNight', 'thisMorning'])
      service.now = testTime
    })
  })
})

onEachDatabase((service) => {
  describe('bounds of a whole day, or strict', () => {
    before(() =>
      make(service, {
        eve: ['2027-03-09 23:00:00', '2027-03-09 23:59:59'],
        midnight: ['2027-03-10 00:00:00', '2027-03-10 00:00:00'],
        noon: ['2027-03-10 12:00:00', '2027-03-10 14:00:00'],
        night: ['2027-03-10 23:30:00', '2027-03-11 00:00:00'],
        next: ['2027-03-11 09:00:00', '2027-03-11 10:00:00'],
      }),
    )
    const all = 'eve midnight noon night next'
    cases(service, [
      ['start_date=2027-03-10', 'midnight noon night next'],
      ['start_date=2027-03-10 13:00:00', 'midnight noon night next'],
      ['start_date=2027-03-10 12:00:00&strict_dates=true', 'noon night next'],
      ['start_date=2027-03-10 12:00:01&strict_dates=true', 'night next'],
      ['end_date=2027-03-10', 'eve midnight noon'],
      ['end_date=2027-03-10 00:30:00', 'eve midnight noon'],
      ['end_date=2027-03-10 14:00:00&strict_dates=1', 'eve midnight noon'],
      ['end_date=2027-03-10 13:59:59&strict_dates=yes', 'eve midnight'],
      ['end_date=2027-03-11&strict_dates=on', 'eve midnight noon night'],
      ['starts_before=2027-03-10', 'eve midnight noon night'],
      ['starts_before=2027-03-10 08:00', 'eve midnight noon night'],
      ['starts_before=2027-03-10 12:00:00&strict_dates=true', 'eve midnight'],
      ['starts_before=2027-03-10 12:00:01&strict_dates=true', 'eve midnight noon'],
      ['starts_after=2027-03-10', 'next'],
      ['starts_after=2027-03-10 08:00', 'next'],
      ['starts_after=2027-03-10 12:00:00&strict_dates=true', 'night next'],
      ['starts_after=2027-03-10&strict_dates=true', 'noon night next'],
      ['ends_before=2027-03-10', 'eve midnight noon'],
      ['ends_before=2027-03-10 14:00:00&strict_dates=true', 'eve midnight'],
      ['ends_before=2027-03-10 14:00:01&strict_dates=true', 'eve midnight noon'],
      ['ends_after=2027-03-10', 'night next'],
      ['ends_after=2027-03-09', 'midnight noon night next'],
      ['ends_after=2027-03-10 14:00:00&strict_dates=true', 'night next'],
      ['ends_after=2027-03-10 13:59:59&strict_dates=true', 'noon night next'],
      ['ends_after=2027-03-10&strict_dates=false', 'night next'],
      ['starts_after=2027-03-09&ends_before=2027-03-10', 'midnight noon'],
      ['start_date=2027-03-10&starts_before=2027-03-10', 'midnight noon night'],
      ['start_date=2027-03-10T13:00:00+02:00&strict_dates=true', 'noon night next'],
      ['start_date=2027-03-10T12:00:00Z&strict_dates=true', 'noon night next'],
      ['start_date=2027-03-09T23:30:00-01:00', 'midnight noon night next'],
      ['start_date=20270310T120000&strict_dates=true', 'noon night next'],
      ['start_date=1804680000&strict_dates=true', 'noon night next'],
      ['start_date=@1804680000', 'midnight noon night next'],
      ['start_date=Wed, 10 Mar 2027 12:00:00 +0000&strict_dates=true', 'noon night next'],
      ['start_date=March 10, 2027 12:00 pm&strict_dates=true', 'noon night next'],
      ['start_date=2027-03-10T12:00:00.500Z&strict_dates=true', 'noon night next'],
      ['start_date=tomorrow 9am&end_date=2028-01-01', all],
      ['during=2027-03-10', 'midnight noon night'],
      ['during=2027-03-09/2027-03-10', 'eve midnight noon night'],
      ['during=2027-03-10 13:00:00', 'noon'],
      ['during=2027-03-11', 'next'],
    ])

    test('relative dates are resolved in rest_url, which stays valid a day later', async () => {
      const first = await service.get(`/events?${encoded('starts_after=next monday&strict_dates=true')}`)
      assert.equal(effective(first.body.rest_url, ['starts_after']).starts_after, '2026-11-23 00:00:00')
      service.now = testTime + 7 * 86_400
      const again = await service.get(first.body.rest_url)
      service.now = testTime
      assert.equal(again.body.rest_url, first.body.rest_url)
    })

    for (const name of [
      'start_date',
      'end_date',
      'starts_before',
      'starts_after',
      'ends_before',
      'ends_after',
    ])
      for (const value of [
        '',
        '2027',
        '20270230',
        '2027-13-45',
        '2027-02-30',
        '2027-01-10 25:00:00',
        'garbage',
      ])
        test(`${name}=${value} is refused`, () =>
          refused(service, `/events?${name}=${encodeURIComponent(value)}`, name))

    test('strict_dates is a boolean', () => refused(service, '/events?strict_dates=maybe', 'strict_dates'))
  })
})

onEachDatabase((service) => {
  describe('running events and recent changes', () => {
    before(() =>
      make(service, {
        exhibition: ['2026-10-01 10:00:00', '2026-12-31 18:00:00'],
        over: ['2026-10-01 10:00:00', '2026-11-20 18:00:00'],
        instant: ['2026-11-25 10:00:00', '2026-11-25 10:00:00'],
      }),
    )
    cases(service, [
      ['during=2026-11-25', 'exhibition instant'],
      ['during=today', 'exhibition'],
      ['during=2026-11-20', 'exhibition over'],
      ['during=2026-11-20 18:00:00', 'exhibition'],
      ['during=2026-11-25 10:00:00/2026-11-25 10:00:00', 'exhibition instant'],
      ['during=2026-11-26/2027-01-31', 'exhibition'],
      ['during=2027-01-01/2027-01-31', ''],
    ])

    test('during that cannot be read is refused', async () => {
      for (const value of ['garbage', '2026-11-26/2026-11-25', '2026-01-01/2026-01-02/2026-01-03', '2026'])
        await refused(service, `/events?during=${encodeURIComponent(value)}`, 'during')
    })

    test('modified_after excludes events not modified since', async () => {
      service.now = testTime + 60
      const id = await makeEvent(service, 'fresh')
      service.now = testTime + 120
      await service.patch(`/events/${id}`, { title: 'refreshed' })
      service.now = testTime
      assert.deepEqual(await listed(service, `/events?modified_after=${testTime + 60}`), ['refreshed'])
      assert.deepEqual(await listed(service, `/events?modified_after=2026-11-21T12:02:00Z`), [])
    })
  })
})

onEachDatabase(
  (service) => {
    describe('a site in New York', () => {
      before(async () => {
        // The clocks go back at 2026-11-01 02:00: the hour after 01:00 comes twice.
        await makeEvent(service, 'firstHour', {
          start_date: '2026-11-01T01:30:00-04:00',
          end_date: '2026-11-01T01:45:00-04:00',
        })
        await makeEvent(service, 'secondHour', {
          start_date: '2026-11-01T01:30:00-05:00',
          end_date: '2026-11-01T01:45:00-05:00',
          timezone: 'UTC',
        })
        await makeEvent(service, 'tokyo', {
          start_date: '2027-01-11 08:00:00',
          end_date: '2027-01-11 09:00:00',
          timezone: 'Asia/Tokyo',
        })
        await makeEvent(service, 'lateNewYork', {
          start_date: '2027-01-10 23:30:00',
          end_date: '2027-01-10 23:59:59',
        })
        await makeEvent(service, 'allDayTokyo', {
          start_date: '2027-02-01',
          end_date: '2027-02-01',
          timezone: 'Asia/Tokyo',
          all_day: true,
        })
      })
      cases(service, [
        ['start_date=2027-01-10&end_date=2027-01-10', 'tokyo lateNewYork'],
        ['start_date=2027-01-11&end_date=2027-01-31', ''],
        ['start_date=2027-01-11T04:59:00Z&end_date=2027-01-11T04:00:00Z', 'tokyo lateNewYork'],
        ['start_date=2027-01-10 18:00:00&strict_dates=1&end_date=2027-01-11', 'tokyo lateNewYork'],
        ['start_date=2027-01-10 18:00:01&strict_dates=1&end_date=2027-01-11', 'lateNewYork'],
        ['start_date=2027-01-10T23:00:01Z&strict_dates=1&end_date=2027-01-11', 'lateNewYork'],
        ['starts_after=2027-01-30&starts_before=2027-01-31', ''],
        ['starts_after=2027-01-31&starts_before=2027-02-01', 'allDayTokyo'],
        ['starts_after=2026-10-31&starts_before=2026-11-01', 'firstHour secondHour'],
        ['starts_after=2026-11-01T01:30:00-04:00&strict_dates=1&starts_before=2026-11-02', 'secondHour'],
        ['starts_after=2026-11-01 01:30:00&strict_dates=1&starts_before=2026-11-02', 'secondHour'],
      ])

      test('the default window begins with the day of the site', async () => {
        service.now = Date.parse('2027-01-11T04:30:00Z') / 1000
        const { body } = await service.get('/events')
        service.now = testTime
        assert.deepEqual(effective(body.rest_url, ['start_date', 'end_date']), {
          start_date: '2027-01-10 00:00:00',
          end_date: '2029-01-10 23:59:59',
        })
        assert.deepEqual(
          body.events.map(({ title }: { title: string }) => title),
          ['tokyo', 'lateNewYork', 'allDayTokyo'],
        )
      })

      test('an hour that comes twice stays the one that was meant in rest_url', async () => {
        for (const sent of ['2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-04:00']) {
          const query = encoded(`starts_after=${sent}&strict_dates=true&starts_before=2026-11-02`)
          const { body } = await service.get(`/events?${query}`)
          const again = await service.get(body.rest_url)
          assert.equal(again.body.total, sent.endsWith('-04:00') ? 1 : 0)
          assert.equal(again.body.rest_url, body.rest_url)
        }
      })
    })
  },
  { CALENDS_TIMEZONE: 'America/New_York' },
)

onEachDatabase(
  (service) => {
    describe('a site in Santiago', () => {
      before(async () => {
        // The clocks go back at 2027-04-03 24:00: the hour after 23:00 comes twice.
        await makeEvent(service, 'secondHour', {
          start_date: '2027-04-04T03:05:00Z',
          end_date: '2027-04-04T03:30:00Z',
        })
        await makeEvent(service, 'midnight', {
          start_date: '2027-04-04T03:05:00Z',
          end_date: '2027-04-04T04:00:00Z',
        })
        await makeEvent(service, 'lastDay', {
          start_date: '9999-12-31 12:00:00',
          end_date: '9999-12-31 23:59:59',
          timezone: 'UTC',
        })
      })
      cases(service, [
        ['start_date=2027-04-03&end_date=2027-04-03', 'secondHour'],
        ['start_date=2027-04-03&ends_before=2027-04-03', 'secondHour'],
        ['start_date=2027-04-03&end_date=2027-04-04', 'secondHour midnight'],
        ['start_date=2027-04-04&end_date=2027-04-04', ''],
        ['start_date=9999-12-31&end_date=9999-12-31', 'lastDay'],
        ['start_date=9999-12-31&ends_before=9999-12-31', 'lastDay'],
        ['start_date=9999-12-31&ends_after=9999-12-31', ''],
      ])
    })
  },
  { CALENDS_TIMEZONE: 'America/Santiago' },
)
