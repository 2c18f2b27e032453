import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { made, makeEvent } from './listed.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Lists as tables, feeds of news, maps and structured data. */

/** Reads RFC 4180: rows end in CRLF, and a quoted cell may hold anything. */
function readTable(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end !== ',') rows.push([])
  }
  const [names = [], ...found] = rows.slice(0, -1)
  return found.map((cells) => {
    assert.equal(cells.length, names.length)
    return Object.fromEntries(cells.map((value, index) => [names[index]!, value]))
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Checks that XML is well-formed, and returns the texts of elements of one name. */
function textsIn(xml: string, wanted: string): string[] {
  const open: string[] = []
  const found: string[] = []
  const token = /<\?[^>]*\?>|<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let at = 0
  for (const match of xml.matchAll(token)) {
    at = match.index + match[0].length
    const [, end, name, , isEmpty, text] = match
    if (text !== undefined) {
      assert.ok(!/&(?!(?:amp|lt|gt|quot);)/.test(text), text)
      if (open.at(-1) === wanted)
        found.push(text.replace(/&(\w+);/g, (_, entity: string) => entities[entity]!))
    } else if (end) assert.equal(open.pop(), name)
    else if (name !== undefined && !isEmpty) open.push(name)
  }
  assert.equal(at, xml.length, `no XML: ${xml.slice(at, at + 80)}`)
  assert.deepEqual(open, [])
  return found
}

onEachDatabase((service) => {
  const admin = { as: 'admin:secret' }
  let [venue, placed, placeless, draft] = [0, 0, 0, 0]

  before(async () => {
    venue = await made(service, '/venues', {
      venue: '+Mill & "Co"',
      city: 'Bern',
      geo_lat: 46.9,
      geo_lng: 7.4,
    })
    await made(service, '/venues', { venue: 'Nowhere' })
    placed = await makeEvent(service, '=SUM(1) & <b>, "x"', {
      timezone: 'Europe/Zurich',
      description: '<p>Tom &amp; <b>Anna</b></p>',
      venue: [venue],
      categories: [await made(service, '/categories', { name: 'Rock & roll' })],
    })
    placeless = await makeEvent(service, 'Placeless', { all_day: true })
    draft = await makeEvent(service, 'Draft', { status: 'draft' })
    await service.patch(`/events/${placed}?ml_language=fr`, { title: 'Somme' })
  })

  const get = async (path: string, type: string, options = {}) => {
    const { status, headers, text } = await service.get(path, options)
    assert.equal(status, 200, text)
    assert.equal(headers.get('content-type'), `${type}; charset=utf-8`)
    return text
  }
  const json = async (path: string, type: string, options = {}): Promise<Json> =>
    JSON.parse(await get(path, type, options))

  test('CSV has a row for each event, and no cell that spreadsheets take for a formula', async () => {
    const bytes = await (await fetch(`${service.base}/events.csv`)).arrayBuffer()
    assert.deepEqual([...new Uint8Array(bytes.slice(0, 3))], [0xef, 0xbb, 0xbf])
    const rows = readTable(await get('/events.csv', 'text/csv'))

    assert.deepEqual(
      rows.map(({ id }) => Number(id)),
      [placeless, placed],
    )
    const [, row] = rows
    assert.equal(row?.title, `'=SUM(1) & , "x"`)
    assert.equal(row?.venue, `'+Mill & "Co"`)
    assert.equal(row?.geo_lat, '46.9')
    assert.equal(row?.start_date, '2026-12-01 20:00:00')
    assert.equal(row?.utc_start_date, '2026-12-01 19:00:00')
    assert.equal(row?.description, 'Tom & Anna')
    assert.equal(row?.categories, 'Rock & roll')
  })

  test('CSV follows the rights of the caller, other forms do not', async () => {
    const ids = async (path: string, options = {}) =>
      readTable(await get(path, 'text/csv', options)).map(({ id }) => Number(id))
    assert.ok((await ids('/events.csv', admin)).includes(draft))
    assert.deepEqual(await ids('/events.csv?status=draft', admin), [draft])
    assert.deepEqual(await ids(`/events/${draft}.csv`, admin), [draft])
    assert.equal((await service.get('/events.csv?status=draft')).status, 403)
    assert.equal((await service.get(`/events/${draft}.csv`)).status, 403)
    for (const extension of ['ics', 'rss', 'atom', 'geojson', 'jsonld']) {
      const { text } = await service.get(`/events.${extension}`, admin)
      assert.ok(!text.includes('Draft'), extension)
      assert.equal((await service.get(`/events/${draft}.${extension}`, admin)).status, 403, extension)
    }
  })

  test('CSV says that an event has a password to those who edit it', async () => {
    const id = await makeEvent(service, 'Closed', { password: 'sesame' })
    const marks = async (options = {}) =>
      Promise.all(
        [`/events.csv?include=${id},${placed}`, `/events/${id}.csv?password=sesame`].map(async (path) =>
          Object.fromEntries(
            readTable(await get(path, 'text/csv', options)).map((row) => [Number(row.id), row.protected]),
          ),
        ),
      )
    assert.deepEqual(await marks(admin), [{ [id]: 'true', [placed]: '' }, { [id]: 'true' }])
    assert.deepEqual(await marks(), [{ [id]: '', [placed]: '' }, { [id]: '' }])
    await service.delete(`/events/${id}`)
  })

  test('the window of CSV begins today, that of feeds 60 days back', async () => {
    const past = await makeEvent(service, 'Past', {
      start_date: '2026-10-10 10:00',
      end_date: '2026-10-10 11:00',
    })
    const ids = readTable(await get('/events.csv', 'text/csv')).map(({ id }) => Number(id))
    assert.ok(!ids.includes(past))
    for (const extension of ['ics', 'rss', 'atom', 'geojson', 'jsonld'])
      assert.match((await service.get(`/events.${extension}`)).text, /Past/, extension)
    await service.delete(`/events/${past}`)
  })

  test('no feed has characters that its format forbids', async () => {
    const id = await makeEvent(service, 'Odd\uffff', { description: '<p>a\u000bb\u000cc\ufffed</p>' })

    for (const extension of ['rss', 'atom', 'ics'])
      assert.doesNotMatch(
        (await service.get(`/events/${id}.${extension}`)).text,
        extension === 'ics' ? /[\0-\x08\v\f\x0e-\x1f\x7f]/ : /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/,
      )
    await service.delete(`/events/${id}`)
  })

  test('RSS has an item for each event', async () => {
    const text = await get('/events.rss', 'application/rss+xml')
    const { body } = await service.get(`/events/${placed}`)

    assert.deepEqual(textsIn(text, 'title'), ['Calends', 'Placeless', '=SUM(1) & , "x"'])
    assert.deepEqual(textsIn(text, 'link').slice(1)[1], body.url)
    assert.match(textsIn(text, 'guid')[1]!, new RegExp(`^${placed}@`))
    assert.equal(textsIn(text, 'pubDate')[1], 'Sat, 21 Nov 2026 12:00:00 GMT')
    assert.equal(
      textsIn(text, 'description')[2]?.replace(/[\u2009\u202f]/g, ' '),
      '<p>Tuesday, 1 December 2026, 20:00–22:00 (Europe/Zurich)</p>' +
        '<p>+Mill &amp; &quot;Co&quot;, Bern</p><p>Tom &amp; <b>Anna</b></p>',
    )
    assert.deepEqual(textsIn(text, 'category'), ['Rock & roll'])
    assert.equal(textsIn(text, 'ev:startdate')[1], '2026-12-01T20:00:00+01:00')
  })

  test('Atom has an entry for each event, and says when the newest changed', async () => {
    const text = await get('/events.atom', 'application/atom+xml')
    const { body } = await service.get(`/events/${placed}`)

    assert.deepEqual(textsIn(text, 'title'), ['Calends', 'Placeless', '=SUM(1) & , "x"'])
    assert.equal(textsIn(text, 'published')[1], '2026-11-21T12:00:00Z')
    assert.equal(textsIn(text, 'updated').at(-1), `${body.modified_utc.replace(' ', 'T')}Z`)
    assert.equal(new Set(textsIn(text, 'id')).size, 3)
    assert.ok(text.includes('rel="self"'))
    assert.equal(textsIn(await get('/events.atom?search=nothing', 'application/atom+xml'), 'entry').length, 0)
  })

  const told: Readonly<Record<string, readonly string[]>> = {
    cancelled: ['Cancelled: Ball', 'Annulé\u00A0: Bal', 'Abgesagt: Ballnacht'],
    postponed: ['Postponed: Ball', 'Reporté\u00A0: Bal', 'Verschoben: Ballnacht'],
    rescheduled: ['Rescheduled: Ball', 'Nouvelle date\u00A0: Bal', 'Neuer Termin: Ballnacht'],
    'moved-online': ['Moved online: Ball', 'Désormais en ligne\u00A0: Bal', 'Findet online statt: Ballnacht'],
    scheduled: ['Sold out: Ball', 'Complet\u00A0: Bal', 'Ausverkauft: Ballnacht'],
  }

  test('RSS and Atom say what became of an event before its title, as pages do', async () => {
    const tickets = [{ name: 'Floor', availability: 'sold_out' }]
    const id = await makeEvent(service, 'Ball', { venue: [venue], tickets })
    await service.patch(`/events/${id}?ml_language=fr`, { title: 'Bal' })
    await service.patch(`/events/${id}?ml_language=de`, { title: 'Ballnacht' })
    for (const [event_status, titles] of Object.entries(told)) {
      await service.patch(`/events/${id}`, { event_status })
      for (const [place, language] of ['en', 'fr', 'de'].entries())
        for (const extension of ['rss', 'atom']) {
          const { text } = await service.get(`/events.${extension}?include=${id}&ml_language=${language}`)
          assert.equal(textsIn(text, 'title')[1], titles[place])
        }
    }
    await service.patch(`/events/${id}`, { tickets: [] })
    assert.equal(textsIn((await service.get(`/events/${id}.rss`)).text, 'title')[1], 'Ball')
    await service.delete(`/events/${id}`)
  })

  test('RSS and Atom name where an event that moved online takes place, not its former venue', async () => {
    const id = await makeEvent(service, 'Talk', { venue: [venue], event_status: 'moved-online' })
    await service.patch(`/events/${id}?ml_language=fr`, { title: 'Exposé' })
    const rss = async (query = '') => (await service.get(`/events/${id}.rss${query}`)).text
    const atom = async () => textsIn((await service.get(`/events/${id}.atom`)).text, 'content')[0]!

    assert.deepEqual(textsIn(await rss(), 'ev:location'), ['Online'])
    assert.deepEqual(textsIn(await rss('?ml_language=fr'), 'ev:location'), ['En ligne'])
    await service.patch(`/events/${id}`, { website: 'https://stream.example.org/?a=1&b=2' })
    const text = await rss()
    assert.deepEqual(textsIn(text, 'ev:location'), ['Online: https://stream.example.org/?a=1&b=2'])
    for (const html of [textsIn(text, 'description')[1]!, await atom()]) {
      assert.match(html, /<p>Online: https:\/\/stream\.example\.org\/\?a=1&amp;b=2<\/p>/)
      assert.doesNotMatch(html, /Mill/)
    }
    await service.patch(`/events/${id}`, { event_status: 'scheduled' })
    assert.match(await atom(), /Mill/)
    await service.delete(`/events/${id}`)
  })

  test('each list has an ID of its own in Atom, whatever its query', async () => {
    const queries = ['during=2026-12-01/2026-12-22', 'during=2026-11-30/2026-12-22', 'during=2026-12-22']
    const ids: (string | undefined)[] = []
    for (const query of queries)
      ids.push(textsIn(await get(`/events.atom?${query}`, 'application/atom+xml'), 'id')[0])
    assert.equal(new Set(ids).size, queries.length, ids.join())
  })

  test('the address in a form of one event keeps its language, and no password', async () => {
    const path = `/events/${placed}.atom?ml_language=fr&password=secret`
    const [, self] = /rel="self"[^>]*href="([^"]*)"/.exec(await get(path, 'application/atom+xml'))!
    assert.equal(self, `${service.base}/events/${placed}.atom?ml_language=fr`)
  })

  test('GeoJSON has a feature for each event where its venue is, or without a place', async () => {
    const { type, features } = await json('/events.geojson', 'application/geo+json')
    assert.equal(type, 'FeatureCollection')
    assert.deepEqual(
      features.map(({ type, id, geometry, properties }: Json) => [type, id, geometry, properties.title]),
      [
        ['Feature', placeless, null, 'Placeless'],
        ['Feature', placed, { type: 'Point', coordinates: [7.4, 46.9] }, '=SUM(1) & , "x"'],
      ],
    )
    const one = await json(`/events/${placed}.geojson`, 'application/geo+json')
    assert.equal(one.type, 'Feature')
    const none = await json('/events.geojson?search=nothing', 'application/geo+json')
    assert.deepEqual(none, { type: 'FeatureCollection', features: [] })
  })

  test('JSON-LD has the structured data of single reads', async () => {
    const all = await json('/events.jsonld', 'application/ld+json')
    const { body } = await service.get(`/events/${placed}`)
    const { '@context': context, ...described } = body.json_ld
    assert.equal(all['@context'], context)
    assert.deepEqual(all['@graph'][1], described)
    assert.deepEqual(await json(`/events/${placed}.jsonld`, 'application/ld+json'), body.json_ld)
  })

  test('protected events show what lists show, in each form', async () => {
    const id = await makeEvent(service, 'Locked', {
      password: 'sesame',
      description: 'Whisper',
      venue: [venue],
    })
    for (const extension of ['ics', 'rss', 'atom', 'geojson', 'jsonld', 'csv']) {
      const { text } = await service.get(`/events.${extension}?include=${id}`)
      assert.match(text, /Locked/, extension)
      assert.doesNotMatch(text, /Whisper|Mill/, extension)
      assert.equal((await service.get(`/events/${id}.${extension}`)).status, 403, extension)
    }
    await service.delete(`/events/${id}`)
  })

  test('lists of venues have these forms too', async () => {
    const { features } = await json('/venues.geojson', 'application/geo+json')
    assert.deepEqual(
      features.map(({ geometry }: Json) => geometry?.coordinates),
      [[7.4, 46.9], undefined],
    )
    const rows = readTable(await get('/venues.csv', 'text/csv'))
    assert.deepEqual(
      rows.map(({ venue }) => venue),
      [`'+Mill & "Co"`, 'Nowhere'],
    )
    const graph = (await json('/venues.jsonld', 'application/ld+json'))['@graph']
    assert.deepEqual(
      graph.map((one: Json) => one['@type']),
      ['Place', 'Place'],
    )
    assert.equal(textsIn(await get('/venues.rss', 'application/rss+xml'), 'title').length, 3)
    assert.equal((await service.get('/venues.geojson?only_with_upcoming=true')).status, 200)
  })

  test('each form is chosen by Accept, cached by itself, and in the language asked for', async () => {
    const types = [
      'text/csv',
      'application/rss+xml',
      'application/atom+xml',
      'application/geo+json',
      'application/ld+json',
    ]
    for (let round = 0; round < 3; round += 1)
      for (const accept of types) await get(`/events/${placed}`, accept, { headers: { accept } })
    assert.match(await get('/events.rss?ml_language=fr', 'application/rss+xml'), /Somme/)
    assert.match(await get('//fr/cal/events/v1/events.atom', 'application/atom+xml'), /Somme/)
  })
})

onEachDatabase(
  (service) => {
    test('forms are at every mount, and link to it', async () => {
      const id = await made(service, '//wp-json/tribe/events/v1/events', anEvent())
      for (const root of ['/api/cal/events/v1', '/fr/api/cal/events/v1', '/wp-json/tribe/events/v1']) {
        const { status, text } = await service.get(`/${root}/events.ics`)
        assert.equal(status, 200)
        assert.ok(
          text.replaceAll('\r\n ', '').includes(`SOURCE;VALUE=URI:${service.origin}${root}/events.ics`),
        )
        assert.equal((await service.get(`/${root}/events/${id}.ics`)).status, 200)
      }
      const { text } = await service.get('//?rest_route=/tribe/events/v1/events.ics')
      assert.match(text, /^BEGIN:VCALENDAR/)
    })

    test('feeds link to pages that are there', async () => {
      for (const root of ['/api', '/fr/api']) {
        const { text: rss } = await service.get(`/${root}/cal/events/v1/events.rss`)
        const { text: atom } = await service.get(`/${root}/cal/events/v1/events.atom`)
        for (const home of [textsIn(rss, 'link')[0]!, /rel="alternate"[^>]*href="([^"]*)"/.exec(atom)![1]!]) {
          assert.equal(home, `${service.origin}${root}/`)
          assert.equal((await service.get(home)).status, 200)
        }
      }
    })

    test('pages link to feeds that are there', async () => {
      const { text } = await service.get('//fr/api/')
      const links = [...text.matchAll(/type="(text\/calendar|application\/rss\+xml)"[^>]*href="([^"]+)"/g)]
      assert.equal(links.length, 2)
      for (const [, type, href] of links)
        assert.equal((await service.get(href!)).headers.get('content-type'), `${type}; charset=utf-8`)
    })
  },
  { CALENDS_PREFIX: '/api', CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)
