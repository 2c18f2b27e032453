import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventsIn, lineOf, readCalendar, valuesOf, type Component } from './content-lines.ts'
import { until } from './images.ts'
import { expanded, isExpanderInstalled, isInstalled, judge, judges } from './judges.ts'
import { clockOf } from './series-of.ts'
import { extendDueSeries } from '../src/store/series/horizon.ts'
import { anEvent, onEachDatabase, Service, type Json } from './service.ts'

/** Series in iCalendar (interface: iCalendar). The clock stands at 2026-11-21 12:00 UTC. */

const value = (component: Component, name: string) => valuesOf(component, name)[0]

const weekly = (title: string, fields: Json = {}) =>
  anEvent({
    title,
    timezone: 'Europe/Berlin',
    start_date: '2026-12-01 19:00:00',
    end_date: '2026-12-01 21:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
    ...fields,
  })

async function makeSeries(service: Service, title: string, fields: Json = {}): Promise<Json> {
  const { status, body, text } = await service.post('/events', weekly(title, fields))
  assert.equal(status, 201, text)
  return body
}

const datesOf = async (service: Service, { id }: Json): Promise<Json[]> =>
  (await service.get(`/events?post_parent=${id}&start_date=2000-01-01&end_date=2030-01-01&per_page=100`)).body
    .events

async function patch(service: Service, id: number, fields: Json): Promise<Json> {
  const { status, body, text } = await service.patch(`/events/${id}`, fields)
  assert.equal(status, 200, text)
  return body
}

onEachDatabase((service) => {
  const make = (title: string, fields?: Json) => makeSeries(service, title, fields)
  const calendar = async (path: string): Promise<Component[]> => {
    const { status, text } = await service.get(path)
    assert.equal(status, 200, text)
    return eventsIn(readCalendar(text))
  }
  const uidOf = (id: number) => `${id}@${new URL(service.origin).host}`
  const uids = (events: readonly Component[]) => events.map((event) => value(event, 'UID'))

  test('a series is modified whenever an occurrence ends, also one that outlasts the next', async () => {
    const series = await make('Ending', { recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] })
    const [first] = await datesOf(service, series)
    await patch(service, first!.id, { end_date: '2026-12-02 22:00:00' })
    const read = async (form: string, headers: Record<string, string> = {}) =>
      service.get(`/events/${series.id}.${form}`, { headers })
    const dateIn = ({ headers }: { headers: Headers }) => headers.get('last-modified')!
    const { now } = service
    try {
      for (const end of ['2026-12-02T20:00:00Z', '2026-12-02T21:00:00Z', '2026-12-03T20:00:00Z'])
        for (const form of ['jsonld', 'geojson']) {
          service.now = Date.parse(end) / 1_000 - 1
          // What is asked for twice is cached.
          await read(form)
          const before = await read(form)
          service.now += 1
          const after = await read(form, { 'if-modified-since': dateIn(before) })
          assert.equal(after.status, 200, end)
          assert.notEqual(after.text, before.text)
          assert.equal(dateIn(after), new Date(end).toUTCString())
          assert.equal((await read(form, { 'if-modified-since': dateIn(after) })).status, 304)
        }
    } finally {
      service.now = now
    }
  })

  test('a series whose occurrences are all in the feed is one event', async () => {
    const series = await make('Whole', {
      recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20270202', 'RDATE:20261203T180000', 'EXDATE:20261208T190000'],
    })
    const [master, ...others] = await calendar('/events.ics?search=whole')
    assert.deepEqual(others, [])
    assert.equal(value(master!, 'UID'), uidOf(series.id))
    assert.equal(value(master!, 'SUMMARY'), 'Whole')
    assert.equal(value(master!, 'URL'), series.url)
    assert.equal(value(master!, 'RRULE'), 'FREQ=WEEKLY;UNTIL=20270202T225959Z')
    for (const [name, date] of [
      ['DTSTART', '20261201T190000'],
      ['DTEND', '20261201T210000'],
      ['RDATE', '20261203T180000'],
      ['EXDATE', '20261208T190000'],
    ] as const)
      assert.deepEqual(lineOf(master!, name), {
        name,
        parameters: { TZID: 'Europe/Berlin' },
        value: date,
      })
  })

  test('occurrences that differ are written besides it, those that visitors do not see are left out', async () => {
    const series = await make('Parts')
    const [, cancelled, moved, draft, deleted] = await datesOf(service, series)
    await patch(service, cancelled!.id, { event_status: 'cancelled' })
    await patch(service, moved!.id, { start_date: '2026-12-16 18:00:00', end_date: '2026-12-16 20:00:00' })
    await patch(service, draft!.id, { status: 'draft' })
    await service.delete(`/events/${deleted!.id}`)
    const [master, ...others] = await calendar('/events.ics?search=parts')
    assert.equal(value(master!, 'EXDATE'), '20261222T190000,20261229T190000')
    assert.deepEqual(
      others.map((event) => ['UID', 'RECURRENCE-ID', 'DTSTART', 'STATUS'].map((name) => value(event, name))),
      [
        [uidOf(series.id), '20261208T190000', '20261208T190000', 'CANCELLED'],
        [uidOf(series.id), '20261215T190000', '20261216T180000', 'CONFIRMED'],
      ],
    )
  })

  test('dates that are kept out of lists are in no calendar, unless the whole series is', async () => {
    const series = await make('Kept out')
    const [, hidden] = await datesOf(service, series)
    await patch(service, hidden!.id, { hide_from_listings: true, title: 'Rehearsal' })
    for (const path of ['/events.ics?search=kept', `/events/${series.id}.ics`]) {
      const events = await calendar(path)
      assert.deepEqual(
        events.map((event) => [value(event, 'SUMMARY'), value(event, 'EXDATE')]),
        [['Kept out', '20261208T190000']],
        path,
      )
    }

    await patch(service, series.id, { hide_from_listings: true })
    const [master, ...others] = await calendar(`/events/${series.id}.ics`)
    assert.equal(value(master!, 'EXDATE'), undefined)
    assert.deepEqual(
      others.map((event) => value(event, 'SUMMARY')),
      ['Rehearsal'],
    )
  })

  test('a series of one date is recurring, so that the date can differ from it', async () => {
    const series = await make('Once', { recurrence: ['RDATE:20261201T190000'] })
    const [only] = await datesOf(service, series)
    await patch(service, only!.id, { title: 'Once only' })
    const [master, other, ...others] = await calendar(`/events/${series.id}.ics`)
    assert.deepEqual(
      [value(master!, 'RDATE'), value(other!, 'RECURRENCE-ID'), value(other!, 'SUMMARY'), others],
      ['20261201T190000', '20261201T190000', 'Once only', []],
    )
  })

  test('a start that the rule does not yield is named, and a rule without dates is left out', async () => {
    const start = '20261201T190000'
    const dates = '20261211T190000,20261224T190000'
    for (const [recurrence, rule, added] of [
      [['RRULE:FREQ=WEEKLY;COUNT=3'], 'FREQ=WEEKLY;COUNT=3', undefined],
      [['RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'], 'FREQ=MONTHLY;BYMONTHDAY=-1', start],
      [['RRULE:FREQ=DAILY;UNTIL=20261101', `RDATE:${dates}`], undefined, `${start},${dates}`],
      [[`RDATE:${dates}`], undefined, `${start},${dates}`],
    ] as const) {
      const { id } = await make('Named', { recurrence })
      const [event] = await calendar(`/events/${id}.ics`)
      assert.deepEqual(
        ['DTSTART', 'RRULE', 'RDATE'].map((name) => value(event!, name)),
        [start, rule, added],
      )
    }
  })

  test('a start that was deleted is not named', async () => {
    const { id } = await make('Begun', { recurrence: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20270301'] })
    const [first] = await datesOf(service, { id })
    await service.delete(`/events/${first!.id}`)
    const [event] = await calendar(`/events/${id}.ics`)
    assert.deepEqual(
      ['RDATE', 'EXDATE'].map((name) => value(event!, name)),
      [undefined, '20261201T190000'],
    )
  })

  test('texts are those of the language, and one that has its own in that language differs in it alone', async () => {
    const series = await make('Spoken')
    const [, second] = await datesOf(service, series)
    await service.patch(`/events/${series.id}?ml_language=fr`, { title: 'Parlé' })
    await service.patch(`/events/${second!.id}?ml_language=fr`, { title: 'À part' })
    const summaries = async (language: string) =>
      (await calendar(`/events.ics?post_parent=${series.id}&ml_language=${language}`)).map((event) =>
        value(event, 'SUMMARY'),
      )
    assert.deepEqual(await summaries('en'), ['Spoken'])
    assert.deepEqual(await summaries('fr'), ['Parlé', 'À part'])
  })

  test('a feed that holds some of what is to come has events with UIDs of their own', async () => {
    const series = await make('Expanded')
    const dates = await datesOf(service, series)
    await patch(service, dates[1]!.id, { categories: ['Special nights'] })
    const { id } = (await service.get(`/events/${dates[1]!.id}`)).body.categories[0]
    const expected = dates.map((date) => uidOf(date.id))
    const of = async (query: string) => uids(await calendar(`/events.ics?search=expanded&${query}`))
    assert.deepEqual(await of('end_date=2026-12-25'), expected.slice(0, 4))
    assert.deepEqual(await of('start_date=2026-12-05'), expected.slice(1))
    assert.deepEqual(await of(`categories=${id}`), expected.slice(1, 2))
    assert.deepEqual(await of('per_page=2'), expected.slice(0, 2))
    assert.deepEqual(await of('series=next'), expected.slice(0, 1))
    assert.deepEqual(new Set(await of('order=desc')), new Set([uidOf(series.id)]))
  })

  test('a series that goes on behind the default window is one event, unless somebody names the end', async () => {
    // On the last day of the window it begins, and ends on the day after.
    const series = await make('Endless night', {
      start_date: '2026-11-21 22:00:00',
      end_date: '2026-11-22 04:00:00',
      recurrence: ['RRULE:FREQ=DAILY'],
      timezone: 'UTC',
    })
    service.now += 11 * 3_600
    await extendDueSeries(service.database.db, clockOf(service), { onError: assert.ifError })
    const all = await calendar('/events.ics?search=night')
    assert.deepEqual(uids(all), [uidOf(series.id)])
    assert.equal(value(all[0]!, 'RRULE'), 'FREQ=DAILY')
    service.now -= 11 * 3_600
    assert.equal((await calendar('/events.ics?search=night&end_date=2028-11-21')).length, 731)
  })

  test('what is over may lie before the window, and stays as it was', async () => {
    const series = await make('Long ago', {
      start_date: '2026-06-02 19:00:00',
      end_date: '2026-06-02 21:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20261231'],
    })
    const [master, ...others] = await calendar('/events.ics?search=ago')
    assert.equal(value(master!, 'DTSTART'), '20260602T190000')
    assert.deepEqual(others, [])

    await patch(service, series.id, { description: 'Now with tea' })
    const [renewed, ...past] = await calendar('/events.ics?search=ago')
    assert.match(value(renewed!, 'DESCRIPTION')!, /tea/)
    assert.deepEqual(
      past.map((event) => value(event, 'RECURRENCE-ID')),
      ['0922', '0929', '1006', '1013', '1020', '1027', '1103', '1110', '1117'].map(
        (day) => `2026${day}T190000`,
      ),
    )
    assert.ok(past.every((event) => !/tea/.test(value(event, 'DESCRIPTION')!)))

    await patch(service, series.id, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231' })
    const [ruled] = await calendar('/events.ics?search=ago')
    assert.match(value(ruled!, 'EXDATE')!, /^20260603T190000,20260610T190000.*,20261118T190000$/)
    assert.match(value(ruled!, 'RDATE')!, /^20260602T190000,20260609T190000.*,20261117T190000$/)
  })

  test('dates that a running series gets before its occurrences are excluded', async () => {
    const begun = { start_date: '2026-11-03 19:00', end_date: '2026-11-03 21:00' }
    const timesOf = (days: readonly string[], time: string) =>
      days.map((day) => `202611${day}T${time}00`).join()
    const past = ['03', '10', '17']
    for (const [title, fields, moved, excluded] of [
      ['Earlier', {}, { start_date: '2026-11-03 18:00' }, timesOf(past, '1800')],
      [
        'Month before',
        {},
        { start_date: '2026-10-06 19:00', recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201' },
        '20261006T190000,20261013T190000,20261020T190000,20261027T190000',
      ],
      [
        'Night before',
        {
          start_date: '2026-11-18 03:00',
          end_date: '2026-11-18 05:00',
          recurrence: 'RRULE:FREQ=DAILY;COUNT=9',
        },
        { start_date: '2026-11-17 00:00' },
        timesOf(['17', '18', '19', '20', '21'], '0000'),
      ],
    ] as const) {
      const series = await make(title, { ...begun, ...fields })
      const dates = await datesOf(service, series)
      const [start] = moved.start_date.split(' ')
      await patch(service, series.id, { ...moved, end_date: `${start} 22:00` })
      const [master] = await calendar(`/events/${series.id}.ics`)
      assert.equal(value(master!, 'EXDATE'), excluded, title)
      const since = dates.filter(({ start_date }) => start_date < '2026-11-21 12').map((date) => date.id)
      const after = await datesOf(service, series)
      assert.deepEqual(
        after.slice(0, since.length).map(({ id }) => id),
        since,
      )
    }
  })

  test('a start very long ago excludes nothing that was never there', async () => {
    const series = await make('Ages', {
      ...{ start_date: '2026-11-20 19:00', end_date: '2026-11-20 20:00' },
      recurrence: 'RRULE:FREQ=DAILY;UNTIL=20261201',
    })
    await patch(service, series.id, { start_date: '1926-11-20 19:00', end_date: '1926-11-20 20:00' })
    const [master] = await calendar(`/events/${series.id}.ics`)
    assert.equal(value(master!, 'EXDATE'), undefined)
  })

  test('a running series that becomes all-day names each of its days once', async () => {
    const series = await make('All day now', {
      ...{ start_date: '2026-11-03 19:00', end_date: '2026-11-03 21:00', timezone: 'America/New_York' },
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6',
    })
    await patch(service, series.id, { all_day: true })
    const [master, ...others] = await calendar(`/events/${series.id}.ics`)
    assert.deepEqual(
      ['DTSTART', 'RRULE', 'RDATE', 'EXDATE'].map((name) => value(master!, name)),
      ['20261103', 'FREQ=WEEKLY;COUNT=6', undefined, undefined],
    )
    assert.deepEqual(
      others.map((event) => [value(event, 'RECURRENCE-ID'), value(event, 'DTSTART')]),
      ['03', '10', '17'].map((day) => [`202611${day}`, `202611${day}T190000`]),
    )
  })

  test('a date that ends in an hour that the clock skips or shows twice is written besides the series', async () => {
    const feedOf = async (title: string, start_date: string, end_date: string, recurrence: string) => {
      const { id } = await make(title, { start_date, end_date, recurrence })
      return calendar(`/events/${id}.ics`)
    }
    const [skipped, ...besides] = await feedOf(
      'Short night',
      '2027-03-14 01:30',
      '2027-03-14 02:30',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    )
    assert.equal(value(skipped!, 'DTEND'), '20270314T023000')
    assert.deepEqual(
      besides.map((event) => ['RECURRENCE-ID', 'DTSTART', 'DTEND'].map((name) => value(event, name))),
      [['20270328T013000', '20270328T013000', '20270328T033000']],
    )
    const [twice] = await feedOf(
      'Long night',
      '2027-10-30 23:30',
      '2027-10-31 02:30',
      'RRULE:FREQ=DAILY;COUNT=2',
    )
    assert.deepEqual([value(twice!, 'DTEND'), value(twice!, 'DURATION')], [undefined, 'PT10800S'])
  })

  test('SEQUENCE grows with the dates of the series', async () => {
    const series = await make('Counted')
    const sequence = async () => Number(value((await calendar('/events.ics?search=counted'))[0]!, 'SEQUENCE'))
    const [, second] = await datesOf(service, series)
    assert.equal(await sequence(), 0)
    await patch(service, series.id, { title: 'Counted again' })
    assert.equal(await sequence(), 0)
    await service.delete(`/events/${second!.id}`)
    assert.equal(await sequence(), 1)
    await patch(service, series.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    assert.equal(await sequence(), 2)
    await patch(service, series.id, { start_date: '2026-12-01 18:00', end_date: '2026-12-01 20:00' })
    assert.ok((await sequence()) > 2)
  })

  test('SEQUENCE grows when an occurrence is published, and when it no longer is', async () => {
    const series = await make('Shown')
    const master = async () => (await calendar('/events.ics?search=shown'))[0]!
    const [, second] = await datesOf(service, series)
    let expected = 0
    for (const [fields, excluded] of [
      [{ status: 'draft' }, ['20261208T190000']],
      [{ status: 'private' }, ['20261208T190000']],
      [{ status: 'publish' }, []],
      [{ title: 'Shown otherwise' }, []],
      [{ status: 'draft' }, ['20261208T190000']],
      [{ inherit: ['status'] }, []],
      [{ date: '2026-12-01 00:00:00' }, ['20261208T190000']],
    ] as const) {
      const before = valuesOf(await master(), 'EXDATE')
      await patch(service, second!.id, fields)
      if (before.length !== excluded.length) expected += 1
      const seen = await master()
      assert.deepEqual(valuesOf(seen, 'EXDATE'), excluded, JSON.stringify(fields))
      assert.equal(value(seen, 'SEQUENCE'), String(expected), JSON.stringify(fields))
    }
    const { now } = service
    service.now = now + 10 * 24 * 3_600
    const seen = await master()
    service.now = now
    assert.deepEqual([valuesOf(seen, 'EXDATE'), value(seen, 'SEQUENCE')], [[], String(expected + 1)])
  })

  test('LAST-MODIFIED follows what is published, and never goes back', async () => {
    const series = await make('Dated')
    const [first, second] = await datesOf(service, series)
    const { now } = service
    const changed = async (work: () => Promise<unknown>): Promise<boolean> => {
      const before = value((await calendar(`/events/${series.id}.ics`))[0]!, 'LAST-MODIFIED')!
      service.now += 60
      await work()
      const after = value((await calendar(`/events/${series.id}.ics`))[0]!, 'LAST-MODIFIED')!
      assert.ok(after >= before, `${before} ${after}`)
      return after > before
    }
    const write = (fields: Json) => () => patch(service, first!.id, fields)
    assert.equal(await changed(write({ title: 'Dated otherwise' })), true)
    assert.equal(await changed(write({ status: 'draft' })), true)
    assert.equal(await changed(write({ description: 'Not yet' })), false)
    assert.equal(await changed(write({ status: 'publish' })), true)
    assert.equal(await changed(() => service.delete(`/events/${second!.id}`)), true)
    assert.equal(await changed(() => service.delete(`/events/${first!.id}?force=true`)), true)
    service.now = now
  })

  test('the address of a series gives all of it, that of an occurrence the occurrence', async () => {
    const series = await make('Single', {
      start_date: '2026-06-02 19:00:00',
      end_date: '2026-06-02 21:00:00',
      recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=1TU'],
    })
    const dates = await datesOf(service, series)
    await patch(service, dates.at(-1)!.id, { title: 'The last' })
    assert.deepEqual(uids(await calendar(`/events/${series.id}.ics`)), [uidOf(series.id), uidOf(series.id)])
    const [alone, ...none] = await calendar(`/events/${dates[3]!.id}.ics`)
    assert.deepEqual(none, [])
    assert.equal(value(alone!, 'UID'), uidOf(dates[3]!.id))
    assert.equal(value(alone!, 'RRULE'), undefined)
    await service.delete(`/events/${series.id}`)
    assert.equal((await service.get(`/events/${series.id}.ics`)).status, 410)
  })
})

/** Rules, and what their occurrences are changed to, that programs have to expand as we do. */
const zone = { timezone: 'Europe/Berlin' }
const cases: readonly Json[] = [
  { recurrence: ['RRULE:FREQ=WEEKLY'] },
  { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20270630;BYDAY=TU,FR'] },
  { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20270630T170000Z'] },
  { recurrence: ['RRULE:FREQ=MONTHLY;COUNT=12;BYDAY=-1SU'] },
  { recurrence: ['RRULE:FREQ=DAILY;COUNT=9', 'EXDATE;VALUE=DATE:20261203', 'RDATE:20270601T100000'] },
  { recurrence: ['RDATE:20261205T190000,20270401T200000'] },
  { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=30'], timezone: 'America/New_York' },
  { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=30'], timezone: 'UTC+13' },
  { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=30'], timezone: 'UTC' },
  {
    recurrence: ['RRULE:FREQ=MONTHLY;COUNT=20', 'EXDATE;VALUE=DATE:20270301'],
    all_day: true,
    start_date: '2026-12-01',
    end_date: '2026-12-02',
  },
  {
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20271231'],
    start_date: '2026-12-06 02:30',
    end_date: '2026-12-06 04:30',
  },
  {
    recurrence: ['RRULE:FREQ=DAILY;UNTIL=20270404'],
    start_date: '2027-03-27 22:00',
    end_date: '2027-03-28 06:00',
  },
  {
    recurrence: ['RRULE:FREQ=YEARLY;COUNT=2', 'RDATE:20270410T023000'],
    start_date: '2027-03-28 02:30',
    end_date: '2027-03-28 03:30',
  },
]

for (const CALENDS_TIMEZONE of ['UTC', 'America/New_York'])
  describe(`series in other programs, of a site in ${CALENDS_TIMEZONE}`, () => {
    const service = new Service({ CALENDS_TIMEZONE })
    let text = ''

    before(async () => {
      await service.start()
      for (const [index, fields] of cases.entries()) {
        const series = await makeSeries(service, `Case ${index}`, { ...zone, ...fields })
        const dates = await datesOf(service, series)
        if (dates.length < 8) continue
        await patch(service, dates[2]!.id, { start_date: '2026-12-24 10:00', end_date: '2026-12-24 11:00' })
        await patch(service, dates[3]!.id, { event_status: 'cancelled', title: `Case ${index} is off` })
        await service.delete(`/events/${dates[4]!.id}`)
      }
      text = (await service.get('/events.ics')).text
    })
    after(() => service.stop())

    test('every series is one', () => {
      const masters = eventsIn(readCalendar(text)).filter(
        (event) => value(event, 'RECURRENCE-ID') === undefined,
      )
      assert.deepEqual(
        masters.map((event) => value(event, 'SUMMARY')).toSorted(),
        cases.map((_, index) => `Case ${index}`).toSorted(),
      )
    })

    for (const name of judges)
      test(`${name} reads them`, async (context) => {
        if (!(await isInstalled(name))) return context.skip(`${name} is not installed`)
        assert.equal((await judge(name, text)).length, eventsIn(readCalendar(text)).length)
      })

    test('python-recurring-ical-events expands them to the dates that we list', async (context) => {
      if (!(await isExpanderInstalled()))
        return context.skip(
          'python-recurring-ical-events is not installed: apt-get install python3-recurring-ical-events',
        )
      const listed: Json[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { body } = await service.get(`/events?end_date=2028-10-31&per_page=100&page=${page}`)
        listed.push(...body.events)
        pages = body.total_pages
      }
      const instant = (utc: string) => `${utc.replace(' ', 'T')}+00:00`
      const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      const expected = listed.map((event) =>
        event.all_day
          ? [event.title, event.start_date.slice(0, 10), nextDay(event.end_date.slice(0, 10))]
          : [event.title, instant(event.utc_start_date), instant(event.utc_end_date)],
      )
      const inOrder = (found: readonly (readonly string[])[]) => found.map((one) => one.join(' ')).toSorted()
      assert.deepEqual(inOrder(await expanded(text)), inOrder(expected))
    })
  })

describe('feeds of a service that looks further ahead', () => {
  const service = new Service({ CALENDS_HORIZON: '36' })
  before(() => service.start())
  after(() => service.stop())

  test('a series without end is one event', async () => {
    await makeSeries(service, 'Far', { recurrence: 'RRULE:FREQ=WEEKLY' })
    const [master, ...others] = eventsIn(readCalendar((await service.get('/events.ics')).text))
    assert.deepEqual([value(master!, 'RRULE'), others], ['FREQ=WEEKLY', []])
  })
})

describe('feeds of many series', () => {
  let queries = 0
  const service = new Service({}, 'sqlite', () => (queries += 1))
  before(() => service.start())
  after(() => service.stop())

  /** What is made of writes in the background asks for more than the feed. */
  async function untilQuiet() {
    const { db } = service.database
    await until(
      () => db.selectFrom('jobs').select('target').execute(),
      (open) => open.length === 0,
    )
    for (let before = -1; before !== queries;) {
      before = queries
      await pause(2_000)
    }
  }

  test('series are read many at a time', async () => {
    const [series, dates] = [30, 40]
    for (let number = 0; number < series; number += 1)
      await makeSeries(service, `Repeated ${number}`, { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${dates}` })
    await untilQuiet()
    const start = queries
    const { text } = await service.get('/events.ics')

    assert.equal(eventsIn(readCalendar(text)).length, series)
    assert.ok(queries - start < 100, `${queries - start} queries`)
  })
})
