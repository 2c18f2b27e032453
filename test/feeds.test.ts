import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventsIn, lineOf, plainText, readCalendar, valuesOf, type Component } from './content-lines.ts'
import { made, makeEvent } from './listed.ts'
import { onEachDatabase, testTime, type Json, type Options } from './service.ts'

/** iCalendar: what subscribers of a calendar get. */

const value = (component: Component, name: string) => valuesOf(component, name)[0]

onEachDatabase((service) => {
  let venue = 0
  let concert = 0

  const calendar = async (path: string, options?: Options) => {
    const { status, headers, text } = await service.get(path, options)
    assert.equal(status, 200, text)
    assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
    return readCalendar(text)
  }
  const eventOf = async (id: number, path = `/events/${id}.ics`) => eventsIn(await calendar(path))[0]!

  before(async () => {
    venue = await made(service, '/venues', {
      venue: 'Old brewery',
      address: 'Mill Lane 5',
      zip: '2500',
      city: 'Biel',
      country: 'Switzerland',
      geo_lat: 47.1376,
      geo_lng: 7.2469,
    })
    const organizer = await made(service, '/organizers', {
      organizer: 'Jazz, "Inc"',
      email: 'jazz@example.org',
    })
    concert = await makeEvent(service, 'Brass; band, “live”', {
      timezone: 'Europe/Zurich',
      description: '<p>Doors open at <b>7</b>.</p><p>Bring\\take friends: ' + 'é🎺'.repeat(40) + '</p>',
      venue: [venue],
      organizer: [organizer],
      categories: [await made(service, '/categories', { name: 'Music, live' })],
    })
    await service.patch(`/events/${concert}?ml_language=fr`, { title: 'Fanfare' })
  })

  test('an event has its time, its place and its texts', async () => {
    const event = await eventOf(concert)
    const { body } = await service.get(`/events/${concert}`)
    const modified = `${body.modified_utc.replaceAll(/[-:]/g, '').replace(' ', 'T')}Z`

    assert.equal(value(event, 'UID'), `${concert}@${new URL(service.origin).host}`)
    assert.equal(value(event, 'DTSTAMP'), modified)
    assert.equal(value(event, 'LAST-MODIFIED'), modified)
    assert.deepEqual(lineOf(event, 'DTSTART'), {
      name: 'DTSTART',
      parameters: { TZID: 'Europe/Zurich' },
      value: '20261201T200000',
    })
    assert.equal(value(event, 'DTEND'), '20261201T220000')
    assert.equal(plainText(value(event, 'SUMMARY')), 'Brass; band, “live”')
    assert.equal(lineOf(event, 'SUMMARY')?.parameters.LANGUAGE, 'en')
    assert.equal(
      plainText(value(event, 'DESCRIPTION')),
      `Doors open at 7.\n\nBring\\take friends: ${'é🎺'.repeat(40)}\n\n${body.url}`,
    )
    assert.equal(plainText(value(event, 'LOCATION')), 'Old brewery, Mill Lane 5, 2500 Biel, Switzerland')
    assert.equal(value(event, 'GEO'), '47.1376;7.2469')
    assert.equal(value(event, 'STATUS'), 'CONFIRMED')
    assert.equal(plainText(value(event, 'CATEGORIES')), 'Music, live')
    assert.equal(value(event, 'URL'), body.url)
    assert.equal(value(event, 'ORGANIZER'), 'mailto:jazz@example.org')
    assert.equal(lineOf(event, 'ORGANIZER')?.parameters.CN, "Jazz, 'Inc'")
  })

  test('a calendar names itself, when to ask again, and each zone that it uses, the oldest event first', async () => {
    await makeEvent(service, 'In Tokyo', { timezone: 'Asia/Tokyo' })
    const feed = await calendar('/events.ics')

    assert.equal(value(feed, 'VERSION'), '2.0')
    assert.equal(value(feed, 'NAME'), 'Calends')
    assert.equal(value(feed, 'X-WR-CALNAME'), 'Calends')
    assert.equal(value(feed, 'REFRESH-INTERVAL'), 'PT1H')
    assert.equal(value(feed, 'METHOD'), undefined)
    const zones = feed.components.filter(({ name }) => name === 'VTIMEZONE').map((one) => value(one, 'TZID'))
    assert.deepEqual(zones, ['Europe/Zurich', 'Asia/Tokyo'])
  })

  test('a feed has the names of what it is narrowed to, as far as visitors may know them', async () => {
    const nameIn = async (query: string) =>
      plainText(value(await calendar(`/events.ics?${query}`), 'X-WR-CALNAME')!)
    const french = await made(service, '/categories', { name: 'Markets' })
    await service.patch(`/categories/${french}?ml_language=fr`, { name: 'Marchés' })
    const hidden = await made(service, '/venues', { venue: 'Secret cellar', status: 'draft' })
    const all = [
      venue,
      ...(await Promise.all(['A', 'B', 'C'].map((name) => made(service, '/venues', { venue: name })))),
    ]

    assert.equal(await nameIn(`categories=markets&venue=${venue}&search=a`), 'Markets, Old brewery · Calends')
    assert.equal(await nameIn(`categories=${french},markets&ml_language=fr`), 'Marchés · Calends')
    assert.equal(await nameIn(`venue=${hidden},${venue}`), 'Old brewery · Calends')
    assert.equal(await nameIn(`venue=${all.join(',')}`), 'Calends')
    assert.match(
      (await service.get(`/events.rss?tags=${await made(service, '/tags', { name: 'R&B' })}`)).text,
      /<title>R&amp;B · Calends<\/title>/,
    )
  })

  test('an all-day event has days, and ends before the next', async () => {
    const id = await makeEvent(service, 'Fair', {
      all_day: true,
      timezone: 'America/New_York',
      start_date: '2026-12-24',
      end_date: '2026-12-26',
    })
    const feed = await calendar(`/events/${id}.ics`)
    const [event] = eventsIn(feed)

    assert.deepEqual(
      ['DTSTART', 'DTEND'].map((name) => {
        const { parameters, value } = lineOf(event!, name)!
        return [parameters, value]
      }),
      [
        [{ VALUE: 'DATE' }, '20261224'],
        [{ VALUE: 'DATE' }, '20261227'],
      ],
    )
    assert.equal(value(event!, 'TRANSP'), 'TRANSPARENT')
  })

  test('what the wall clock cannot say is in UTC, and what has no duration has no end', async () => {
    const second = await makeEvent(service, 'Second hour', {
      timezone: 'Europe/Zurich',
      start_date: '2027-10-31T01:30:00Z',
      end_date: '2027-10-31T03:00:00Z',
    })
    const offset = await makeEvent(service, 'Offset', {
      timezone: 'UTC+5:30',
      start_date: '2026-12-01 10:00',
      end_date: '2026-12-01 10:00',
    })

    assert.equal(value(await eventOf(second), 'DTSTART'), '20271031T013000Z')
    assert.equal(value(await eventOf(second), 'DTEND'), '20271031T030000Z')
    assert.equal(value(await eventOf(offset), 'DTSTART'), '20261201T043000Z')
    assert.equal(value(await eventOf(offset), 'DTEND'), undefined)
  })

  test('an all-day event on the last day of all has no DTEND, because no day follows', async () => {
    const last = await makeEvent(service, 'Last', {
      all_day: true,
      start_date: '9999-12-31',
      end_date: '9999-12-31',
    })
    assert.equal(value(await eventOf(last), 'DTSTART'), '99991231')
    assert.equal(value(await eventOf(last), 'DTEND'), undefined)
  })

  test('what has moved online leads nobody to its venue, and what is rescheduled says so', async () => {
    const id = await makeEvent(service, 'Reading', { venue: [venue], event_status: 'rescheduled' })
    const rescheduled = await eventOf(id)
    assert.equal(value(rescheduled, 'STATUS'), 'CONFIRMED')
    assert.equal(value(rescheduled, 'X-CALENDS-EVENT-STATUS'), 'rescheduled')
    assert.equal(value(rescheduled, 'GEO'), '47.1376;7.2469')

    await service.patch(`/events/${id}`, {
      event_status: 'moved-online',
      website: 'https://example.org/call',
    })
    await service.patch(`/events/${id}?ml_language=fr`, { title: 'Lecture' })
    const online = await eventOf(id)
    assert.equal(value(online, 'STATUS'), 'CONFIRMED')
    assert.equal(value(online, 'X-CALENDS-EVENT-STATUS'), 'moved-online')
    assert.equal(value(online, 'LOCATION'), 'Online')
    assert.equal(value(online, 'GEO'), undefined)
    assert.equal(value(online, 'CONFERENCE'), 'https://example.org/call')
    assert.equal(value(await eventOf(id, `/events/${id}.ics?ml_language=fr`), 'LOCATION'), 'En ligne')
    for (const form of ['rss', 'atom']) {
      const { text } = await service.get(`/events/${id}.${form}`)
      assert.ok(text.includes('Online') && !text.includes('Old brewery'), form)
    }
    await service.delete(`/events/${id}`)
  })

  test('SEQUENCE grows with time, place and status alone', async () => {
    const id = await makeEvent(service, 'Moving', { venue: [venue] })
    const sequence = async () => value(await eventOf(id), 'SEQUENCE')
    assert.equal(await sequence(), '0')
    for (const [fields, expected] of [
      [{ title: 'Moved', cost: '5', venue: [venue], start_date: '2026-12-01 20:00' }, '0'],
      [{ start_date: '2026-12-01 19:00' }, '1'],
      [{ timezone: 'Europe/Paris' }, '2'],
      [{ all_day: true }, '3'],
      [{ venue: [] }, '4'],
      [{ event_status: 'cancelled' }, '5'],
    ] as const) {
      assert.equal((await service.patch(`/events/${id}`, fields)).status, 200)
      assert.equal(await sequence(), expected, JSON.stringify(fields))
    }
    assert.equal(value(await eventOf(id), 'STATUS'), 'CANCELLED')
    assert.ok((await service.get('/events.ics')).text.includes('STATUS:CANCELLED'))
  })

  test('the UID stays the same in every language, at every host and after changes', async () => {
    const uid = value(await eventOf(concert), 'UID')
    const elsewhere = service.origin.replace('127.0.0.1', 'localhost')
    await service.patch(`/events/${concert}`, { slug: 'another-slug' })
    for (const path of [
      `//fr/cal/events/v1/events/${concert}.ics`,
      `${elsewhere}/cal/events/v1/events/${concert}.ics`,
      '/events/by-slug/another-slug.ics',
      `/events.ics?include=${concert}`,
    ])
      assert.equal(value(await eventOf(concert, path), 'UID'), uid, path)
  })

  test('texts are in the language that the address or ml_language names', async () => {
    const summary = async (path: string) => value(await eventOf(concert, path), 'SUMMARY')
    assert.equal(await summary(`//fr/cal/events/v1/events/${concert}.ics`), 'Fanfare')
    assert.equal(await summary(`/events/${concert}.ics?ml_language=fr`), 'Fanfare')
    const french = eventsIn(await calendar('/events.ics?ml_language=fr'))
    assert.deepEqual(
      french.map((event) => value(event, 'SUMMARY')),
      ['Fanfare'],
    )
    assert.equal(lineOf(french[0]!, 'SUMMARY')?.parameters.LANGUAGE, 'fr')
  })

  test('a feed begins 60 days back, and ends as lists do', async () => {
    const day = (days: number) => new Date((testTime + days * 86_400) * 1000).toISOString().slice(0, 10)
    const on = (days: number) => ({ start_date: `${day(days)} 10:00`, end_date: `${day(days)} 11:00` })
    await makeEvent(service, 'Window 61', on(-61))
    await makeEvent(service, 'Window 60', on(-60))
    await makeEvent(service, 'Window 600', on(600))
    await makeEvent(service, 'Window 800', on(800))
    const found = async (path: string) =>
      eventsIn(await calendar(path)).map((event) => value(event, 'SUMMARY'))

    assert.deepEqual(await found('/events.ics?search=window'), ['Window 60', 'Window 600'])
    assert.deepEqual(await found(`/events.ics?search=window&end_date=${day(-1)}`), ['Window 61', 'Window 60'])
    assert.deepEqual(await found(`/events.ics?search=window&start_date=${day(1)}&order=desc`), ['Window 600'])
    assert.deepEqual(await found('/events.ics?search=window&per_page=1&page=2'), ['Window 600'])
    assert.deepEqual(await found('/events.ics?search=nothing'), [])
    assert.equal((await service.get('/events.ics?search=window&page=3')).status, 404)
    assert.equal((await service.get('/events.ics?categories=nothing')).status, 400)
  })

  test('a page of it leads to the other pages in the same form', async () => {
    for (const number of [1, 2, 3]) await makeEvent(service, `Leading ${number}`)
    const read = async (url: string) => {
      const { headers, body } = await service.get(url)
      const link = Object.fromEntries(
        [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]),
      )
      return { link, titles: body.features.map((one: Json) => one.properties.title as string) as string[] }
    }

    const first = await read('/events.geojson?search=leading&per_page=2')
    assert.deepEqual(Object.keys(first.link), ['first', 'next', 'last'])
    const second = await read(new URL(first.link.next!).href.slice(service.base.length))
    assert.deepEqual([...first.titles, ...second.titles], ['Leading 1', 'Leading 2', 'Leading 3'])
    assert.deepEqual(Object.keys(second.link), ['first', 'prev', 'last'])
    assert.deepEqual((await read('/events.geojson?search=leading')).link, {})
  })

  test('it holds what is published, whoever asks, and of protected events what lists show', async () => {
    const draft = await makeEvent(service, 'Rights draft', { status: 'draft' })
    const secret = await makeEvent(service, 'Rights protected', {
      password: 'open sesame',
      description: 'Hidden',
      venue: [venue],
    })
    const admin = { as: 'admin:secret' }
    const events = eventsIn(await calendar(`/events.ics?include=${draft},${secret}`, admin))

    assert.deepEqual(
      events.map((event) => value(event, 'SUMMARY')),
      ['Rights protected'],
    )
    assert.equal(value(events[0]!, 'LOCATION'), undefined)
    assert.ok(!plainText(value(events[0]!, 'DESCRIPTION'))!.includes('Hidden'))
    assert.equal((await service.get(`/events/${draft}.ics`, admin)).status, 403)
    assert.equal((await service.get(`/events/${secret}.ics`, admin)).status, 403)
    assert.equal((await service.get('/events.ics?status=draft', admin)).status, 403)
    assert.equal((await service.get('/events.ics', { as: 'admin:wrong' })).status, 401)
    const only =
      'This format contains only what is published, whoever asks; JSON and CSV contain what you may read.'
    for (const path of [
      '/events.ics?status=draft',
      '/events.ics?context=edit',
      '/events.geojson?missing_translation=fr',
      `/events/${concert}.ics?context=edit`,
    ]) {
      const { status, body } = await service.get(path, admin)
      assert.deepEqual([status, body.code, body.message], [403, 'rest_forbidden', only], path)
    }
    assert.equal((await service.get(`/events/${draft + 10_000}.ics`)).body.code, 'rest-event-not-found')
  })

  test('an unknown extension leads nowhere, and forms are only read', async () => {
    for (const path of [
      '/events.xls',
      `/events/${concert}.xls`,
      '/events/x.ics',
      '/tags.ics',
      '/venues.ics',
      '/organizers.csv',
    ])
      assert.equal((await service.get(path)).body.code, 'rest_no_route', path)
    const written = await service.post('/events.ics', {})
    assert.equal(written.status, 405)
    assert.equal(written.headers.get('allow'), 'GET, HEAD, OPTIONS')
    assert.equal((await service.request('OPTIONS', '/events.ics')).status, 200)
  })

  test('Accept chooses the form where the path has no extension', async () => {
    const typeFor = async (accept: string, path = '/events') => {
      const { headers } = await service.get(path, { headers: { accept } })
      return headers.get('content-type')?.split(';')[0]
    }
    assert.equal(await typeFor('text/calendar'), 'text/calendar')
    assert.equal(await typeFor('text/calendar, */*;q=0.5', `/events/${concert}`), 'text/calendar')
    for (const accept of ['*/*', 'application/json, text/calendar', 'text/html, */*;q=0.8', 'image/png'])
      assert.equal(await typeFor(accept), 'application/json', accept)
    assert.match((await service.get('/events')).headers.get('vary')!, /\bAccept\b(?!-)/)
    assert.doesNotMatch((await service.get('/events.ics')).headers.get('vary')!, /\bAccept\b(?!-)/)
  })

  /** Dates of versions run ahead of a clock that stands still. */
  const catchUp = () => (service.now += 1_000)

  for (const path of ['/events.ics', '/events/ID.ics'])
    test(`${path} is not sent again before it changes`, async () => {
      catchUp()
      const address = path.replace('ID', String(concert))
      const first = await service.get(address)
      const tag = first.headers.get('etag')!
      const modified = first.headers.get('last-modified')!
      const conditional = async (headers: Record<string, string>, to = address) =>
        (await service.get(to, { headers })).status

      assert.match(tag, /^"[^"]+"$/)
      assert.equal(await conditional({ 'if-none-match': tag }), 304)
      assert.equal(await conditional({ 'if-modified-since': modified }), 304)
      assert.equal(await conditional({ 'if-modified-since': '2027' }), 200)
      assert.equal(await conditional({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200)
      assert.equal(await conditional({ 'if-none-match': tag }, `${address}?ml_language=fr`), 200)

      await service.patch(`/events/${concert}`, { title: `Changed ${Math.random()}` })
      assert.equal(await conditional({ 'if-none-match': tag }), 200)
      assert.equal(await conditional({ 'if-modified-since': modified }), 200)
    })

  test('its date is never ahead of the clock, and tells all versions apart', async () => {
    catchUp()
    const dates: (string | null)[] = []
    const statuses: number[] = []
    const now = new Date(service.now * 1_000).toUTCString()
    for (const title of ['One', 'Two', 'Three']) {
      await service.patch(`/events/${concert}`, { title })
      for (const path of ['/events.ics', `/events/${concert}.ics`, `/events/${concert}.ics`]) {
        dates.push((await service.get(path)).headers.get('last-modified'))
        statuses.push((await service.get(path, { headers: { 'if-modified-since': now } })).status)
      }
    }
    assert.deepEqual(dates, Array<string>(9).fill(now))
    assert.deepEqual(statuses, [304, 304, 304, ...Array<number>(6).fill(200)])

    catchUp()
    const { headers } = await service.get(`/events/${concert}.ics`)
    const last = Date.parse(headers.get('last-modified')!)
    assert.ok(last > Date.parse(now) && last < service.now * 1_000, String(last))
  })

  test('the default window moves at midnight, and with it the validators', async () => {
    catchUp()
    const { headers } = await service.get('/events.ics')
    service.now += 86_400
    try {
      const again = await service.get('/events.ics', {
        headers: { 'if-modified-since': headers.get('last-modified')! },
      })
      assert.equal(again.status, 200)
      assert.notEqual(again.headers.get('etag'), headers.get('etag'))
    } finally {
      service.now -= 86_400
    }
  })

  test('HEAD has the headers alone, and gzip is sent to those who take it', async () => {
    const head = await service.request('HEAD', '/events.ics')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    const { headers } = await service.get('/events.ics', { headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(headers.get('content-encoding'), 'gzip')
    assert.match(headers.get('etag')!, /-gzip"$/)
  })
})
