import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { listed, made, makeEvent, refused } from './listed.ts'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { administrator, onEachDatabase, Service, testTime, type Json } from './service.ts'

/** Places: around a point, and the lists of venues and organizers (interface: Places, Lists of venues and organizers). */

const points: Readonly<Record<string, readonly [number, number]>> = {
  bern: [46.948, 7.4474],
  thun: [46.7512, 7.6217],
  fiji: [-17.7134, 178.065],
  taveuni: [-16.85, -179.95],
  northPole: [90, 45],
  nearNorthPole: [89.9, -130],
  southPole: [-90, 0],
  quito: [0, -78.5],
  dateLineEast: [10, 180],
  dateLineWest: [10, -180],
}

/** One point may have several coordinates, which are rounded apart. */
const millimetre = 1e-6

/** The angle between two unit vectors: another way to the same distance. */
function kilometres([lat, lng]: readonly [number, number], [otherLat, otherLng]: readonly [number, number]) {
  const vector = (latitude: number, longitude: number) => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const
  }
  const [a, b, c] = vector(lat, lng)
  const [d, e, f] = vector(otherLat, otherLng)
  const cross = Math.hypot(b * f - c * e, c * d - a * f, a * e - b * d)
  return 6371.0088 * Math.atan2(cross, a * d + b * e + c * f)
}

onEachDatabase((service) => {
  describe('around a point', () => {
    before(async () => {
      for (const [venue, [geo_lat, geo_lng]] of Object.entries(points)) {
        const id = await made(service, '/venues', { venue, geo_lat, geo_lng })
        await makeEvent(service, `at ${venue}`, { venue: id })
      }
      await makeEvent(service, 'at nowhere', { venue: { venue: 'nowhere' } })
      await makeEvent(service, 'without venue')
    })

    const cases: readonly (readonly [query: string, titles: string])[] = [
      ['geoloc_lat=46.948&geoloc_lng=7.4474', 'bern thun'],
      ['geoloc_lat=46.948&geoloc_lng=7.4474&geoloc_radius=20', 'bern'],
      ['geoloc_lat=46.948&geoloc_lng=7.4474&geoloc_radius=0', 'bern'],
      ['geoloc_lat=46.9480001&geoloc_lng=7.4474&geoloc_radius=0', ''],
      ['geoloc_lat=46.948&geoloc_lng=7.4474&geoloc_radius=25.5', 'bern'],
      ['geoloc_lat=46.948&geoloc_lng=7.4474&geoloc_radius=25.7', 'bern thun'],
      ['geoloc_lat=-17.3&geoloc_lng=179&geoloc_radius=200', 'fiji taveuni'],
      ['geoloc_lat=-17.3&geoloc_lng=-179.5&geoloc_radius=100', 'taveuni'],
      ['geoloc_lat=10&geoloc_lng=180&geoloc_radius=1', 'dateLineEast dateLineWest'],
      ['geoloc_lat=10&geoloc_lng=-180&geoloc_radius=0', 'dateLineEast dateLineWest'],
      ['geoloc_lat=90&geoloc_lng=0&geoloc_radius=12', 'northPole nearNorthPole'],
      ['geoloc_lat=90&geoloc_lng=-100&geoloc_radius=0', 'northPole'],
      ['geoloc_lat=89.95&geoloc_lng=50&geoloc_radius=17', 'northPole nearNorthPole'],
      ['geoloc_lat=-89.99&geoloc_lng=120&geoloc_radius=2', 'southPole'],
      ['geoloc_lat=0&geoloc_lng=-78.5', 'quito'],
      ['geoloc_lat=0&geoloc_lng=0&geoloc_radius=20016', Object.keys(points).join(' ')],
      ['geoloc_lat=0&geoloc_lng=101.5&geoloc_radius=1000000', Object.keys(points).join(' ')],
      ['geoloc=true', Object.keys(points).join(' ')],
    ]
    for (const [query, titles] of cases)
      test(`${query} → ${titles || 'nothing'}`, async () => {
        const expected = titles === '' ? [] : titles.split(' ')
        const events = await listed(service, `/events?${query}`)
        assert.deepEqual(
          events,
          expected.map((name) => `at ${name}`),
        )
        const venues = await listed(service, `/venues?${query}&orderby=id`)
        assert.deepEqual(venues, expected)
      })

    test('events and venues without coordinates', async () => {
      assert.deepEqual(await listed(service, '/events?geoloc=false'), ['at nowhere', 'without venue'])
      assert.deepEqual(await listed(service, '/venues?geoloc=false'), ['nowhere'])
    })

    test('matches the great-circle distance', async () => {
      const coordinate = (limit: number) =>
        fc.integer({ min: -limit * 100, max: limit * 100 }).map((n) => n / 100)
      const radius = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 20_100 }))
      await fc.assert(
        fc.asyncProperty(coordinate(90), coordinate(180), radius, async (lat, lng, around) => {
          const expected = Object.keys(points).filter(
            (name) => kilometres([lat, lng], points[name]!) <= around + millimetre,
          )
          const query = `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${around}`
          assert.deepEqual(await listed(service, `/venues?${query}&orderby=id`), expected)
        }),
        { numRuns: 150, seed: 4 },
      )
    })

    test('the radius in effect is named', async () => {
      for (const collection of ['events', 'venues']) {
        const { body } = await service.get(`/${collection}?geoloc_lat=1&geoloc_lng=2`)
        assert.equal(new URL(body.rest_url).searchParams.get('geoloc_radius'), '40')
      }
    })

    test('a single coordinate and invalid coordinates are rejected', async () => {
      for (const collection of ['events', 'venues']) {
        await refused(service, `/${collection}?geoloc_lat=46`, 'geoloc_lat')
        await refused(service, `/${collection}?geoloc_lng=7`, 'geoloc_lng')
        await refused(service, `/${collection}?geoloc_lat=91&geoloc_lng=7`, 'geoloc_lat')
        await refused(service, `/${collection}?geoloc_lat=46&geoloc_lng=-180.1`, 'geoloc_lng')
        await refused(service, `/${collection}?geoloc_lat=north&geoloc_lng=7`, 'geoloc_lat')
        await refused(service, `/${collection}?geoloc_lat=46&geoloc_lng=7&geoloc_radius=-1`, 'geoloc_radius')
        await refused(service, `/${collection}?geoloc=maybe`, 'geoloc')
      }
    })
  })
})

onEachDatabase((service) => {
  test('an unpublished venue is at its place for those who may read it', async () => {
    await makePeople(service)
    const as = (person: Person | 'anonymous') => ({ as: credentialsOf(person) })
    const venue = async (name: string, fields: Json, person: Person) => {
      const { body } = await service.post('/venues', { venue: name, ...fields }, as(person))
      return body.id as number
    }
    const [geo_lat, geo_lng] = points.bern!
    const draft = await venue('draft', { status: 'draft', geo_lat, geo_lng }, 'author')
    const gone = await venue('gone', { geo_lat, geo_lng }, 'author')
    await makeEvent(service, 'at the draft', { venue: draft })
    await makeEvent(service, 'at what is in the trash', { venue: gone })
    await service.delete(`/venues/${gone}`)
    const here = `geoloc_lat=${geo_lat}&geoloc_lng=${geo_lng}`

    for (const person of ['author', 'editor'] as const) {
      assert.deepEqual(await listed(service, '/events?geoloc=true', as(person)), ['at the draft'], person)
      assert.deepEqual(await listed(service, `/events?${here}`, as(person)), ['at the draft'], person)
      const without = await listed(service, '/events?geoloc=false', as(person))
      assert.deepEqual(without, ['at what is in the trash'], person)
    }
    for (const person of ['anonymous', 'subscriber', 'colleague'] as const) {
      assert.deepEqual(await listed(service, '/events?geoloc=true', as(person)), [], person)
      assert.deepEqual(await listed(service, `/events?${here}`, as(person)), [], person)
    }
  })
})

describe('with geolocation switched off', () => {
  const service = new Service({ CALENDS_GEOLOCATION: 'off' })
  before(() => service.start())

  test('every parameter of it is refused with a code of its own', async () => {
    const code = 'geoloc-extension-not-active'
    for (const collection of ['events', 'venues']) {
      for (const value of ['true', 'false', 'maybe'])
        await refused(service, `/${collection}?geoloc=${value}`, 'geoloc', code)
      const { status, body } = await service.get(`/${collection}?geoloc_lat=46&geoloc_lng=7`)
      assert.equal(status, 400)
      assert.equal(body.data.details.geoloc_lat.code, code)
      assert.equal(body.data.details.geoloc_lng.code, code)
    }
    assert.deepEqual(await listed(service, '/events?geoloc_colour=red'), [])
    await service.stop()
  })
})

const contacts = [
  { name: 'venues', field: 'venue', link: 'venue' },
  { name: 'organizers', field: 'organizer', link: 'organizer' },
] as const

onEachDatabase((service) => {
  for (const { name, field, link } of contacts)
    describe(`the list of ${name}`, () => {
      const ids: Record<string, number> = {}
      let events: Record<string, number> = {}

      before(async () => {
        const add = async (title: string, fields: Json = {}) => {
          ids[title] = await made(service, `/${name}`, { [field]: title, ...fields })
        }
        await add('zebra house')
        await add('École')
        await add('eclipse', { description: '<p>All about <em>the</em> moon</p>' })
        await add('Edifice', { excerpt: 'Marble floor', website: 'https://edifice.example.org/visit' })
        await add('ábaco', { phone: '+41 31 555 01 23' })
        await add('Draft place', { status: 'draft' })
        const event = (title: string, of: readonly string[], fields: Json = {}) =>
          makeEvent(service, title, { [link]: of.map((one) => ids[one]), ...fields })
        events = {
          coming: await event(`${name} coming`, ['zebra house', 'eclipse']),
          past: await event(`${name} past`, ['École'], { start_date: '2020-01-01', end_date: '2020-01-02' }),
          running: await event(`${name} running`, ['Edifice'], {
            start_date: '2026-11-21 10:00:00',
            end_date: '2026-11-21 12:00:01',
          }),
          hidden: await event(`${name} hidden`, ['ábaco'], { hide_from_listings: true }),
          draft: await event(`${name} draft`, ['ábaco'], { status: 'draft' }),
        }
      })

      const cases: readonly (readonly [query: string, titles: string])[] = [
        ['', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['order=desc', 'zebra house, Edifice, École, eclipse, ábaco'],
        ['orderby=name&order=asc', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['orderby=title', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['orderby=id', 'zebra house, École, eclipse, Edifice, ábaco'],
        ['orderby=date&order=desc', 'ábaco, Edifice, eclipse, École, zebra house'],
        ['search=ECOLE', 'École'],
        ['search=moon', 'eclipse'],
        ['search=em', ''],
        ['search=marble%20floor', 'Edifice'],
        ['search=edifice.example', 'Edifice'],
        ['search=555', 'ábaco'],
        ['search=e%20-house%20-moon', 'École, Edifice'],
        ['search=moon%20marble', ''],
        ['has_events=true', 'eclipse, École, Edifice, zebra house'],
        ['has_events=0', 'ábaco'],
        ['only_with_upcoming=true', 'eclipse, Edifice, zebra house'],
        ['only_with_upcoming=false', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['only_with_upcoming=1&has_events=false', ''],
        ['event={coming}', 'eclipse, zebra house'],
        ['event={past}', 'École'],
        ['include=[École],[ábaco],424242', 'ábaco, École'],
        ['exclude=[École],[ábaco],424242', 'eclipse, Edifice, zebra house'],
        ['include=[École]&exclude=[École]', ''],
        ['status=publish', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['author=1', 'ábaco, eclipse, École, Edifice, zebra house'],
        ['author=99', ''],
      ]
      const filledIn = (query: string) =>
        query
          .replace(/\{(\w+)\}/g, (_, title: string) => String(events[title]))
          .replace(/\[([^\]]+)\]/g, (_, title: string) => String(ids[title]))
      for (const [query, titles] of cases)
        test(`${query || 'no filter'} → ${titles || 'nothing'}`, async () =>
          assert.equal((await listed(service, `/${name}?${filledIn(query)}`)).join(', '), titles))

      test('whoever may edit finds what hidden events and drafts use', async () => {
        const asEditor = { as: administrator }
        const found = await listed(service, `/${name}?only_with_upcoming=true`, asEditor)
        assert.deepEqual(found, ['ábaco', 'eclipse', 'Edifice', 'zebra house'])
        assert.deepEqual(await listed(service, `/${name}?has_events=false`, asEditor), ['Draft place'])
      })

      test('what has just ended is upcoming no more', async () => {
        service.now = testTime + 1
        const found = await listed(service, `/${name}?only_with_upcoming=yes`)
        service.now = testTime
        assert.deepEqual(found, ['eclipse', 'zebra house'])
      })

      test('unknown and invalid values are rejected', async () => {
        for (const [query, parameter] of [
          ['event=999999', 'event'],
          ['event=[École]', 'event'],
          ['event={draft}', 'event'],
          ['event=', 'event'],
          ['has_events=perhaps', 'has_events'],
          ['only_with_upcoming=', 'only_with_upcoming'],
          ['search=', 'search'],
          ['status=gone', 'status'],
          ['orderby=phone', 'orderby'],
          ['include=x', 'include'],
        ] as const)
          await refused(service, `/${name}?${filledIn(query)}`, parameter)
      })
    })

  test('search looks into every text field of the kind', async () => {
    const venue = {
      venue: 'Fields',
      address: 'Quartzstreet 7',
      city: 'Onyxville',
      country: 'Agateland',
      province: 'Berylshire',
      state: 'Opalia',
      stateprovince: 'Jadeprovince',
      zip: 'ZX-9981',
      phone: '0800 778899',
      website: 'https://garnet.example.com',
    }
    await made(service, '/venues', venue)
    for (const [name, value] of Object.entries(venue))
      assert.deepEqual(
        await listed(service, `/venues?search=${encodeURIComponent(`"${value.toUpperCase()}"`)}`),
        ['Fields'],
        name,
      )
    assert.deepEqual(await listed(service, '/venues?search=onyx%20garnet%209981'), ['Fields'])
    await made(service, '/organizers', { organizer: 'Mail', email: 'tourmaline@example.net' })
    assert.deepEqual(await listed(service, '/organizers?search=Tourmaline'), ['Mail'])
    assert.deepEqual(await listed(service, '/organizers?search=tourmaline@example.net'), ['Mail'])
  })
})

onEachDatabase((service) => {
  describe('who sees which places', () => {
    let people: Record<Person, number>
    before(async () => {
      people = await makePeople(service)
      for (const { name, field } of contacts) {
        await made(service, `/${name}`, { [field]: 'public' })
        await made(service, `/${name}`, { [field]: 'draft', status: 'draft' })
        await made(service, `/${name}`, { [field]: 'authors', status: 'private', author: people.author })
        const id = await made(service, `/${name}`, { [field]: 'gone' })
        await service.delete(`/${name}/${id}`)
      }
    })

    const cases: readonly (readonly [Person | 'anonymous', string, string | number])[] = [
      ['anonymous', '', 'public'],
      ['subscriber', '', 'public'],
      ['colleague', '', 'public'],
      ['author', '', 'authors public'],
      ['editor', '', 'authors draft public'],
      ['editor', 'status=trash', 'gone'],
      ['editor', 'status=any', 'authors draft public'],
      ['editor', 'status=draft,private', 'authors draft'],
      ['author', 'status=private', 'authors'],
      ['author', 'status=draft', ''],
      ['anonymous', 'status=draft', 403],
      ['subscriber', 'status=any', 403],
      ['anonymous', 'missing_translation=de', 401],
    ]
    for (const { name } of contacts)
      for (const [person, query, expected] of cases)
        test(`${person} requests ${name} ${query}`, async () => {
          const options = { as: credentialsOf(person) }
          if (typeof expected === 'number')
            assert.equal((await service.get(`/${name}?${query}`, options)).status, expected)
          else assert.equal((await listed(service, `/${name}?${query}`, options)).join(' '), expected)
        })

    test('in a language, only those that have it, by their names there', async () => {
      for (const { name, field } of contacts) {
        const id = await made(service, `/${name}`, { [field]: 'Mill' })
        await service.patch(`/${name}/${id}?ml_language=fr`, { [field]: 'Abbaye' })
        assert.deepEqual(await listed(service, `/${name}?ml_language=fr`), ['Abbaye'])
        assert.deepEqual(await listed(service, `/${name}?ml_language=fr&ml_fallback=original`), [
          'Abbaye',
          'public',
        ])
        assert.deepEqual(await listed(service, `/${name}`), ['Mill', 'public'])
        const missing = await listed(service, `/${name}?missing_translation=fr&status=publish`, {
          as: credentialsOf('editor'),
        })
        assert.deepEqual(missing, ['public'])
      }
    })
  })
})
