import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Venues: what they say and take (interface: Venues). */

const full = {
  venue: 'Grand Theatre',
  description: '<p>Big <b>room</b></p>',
  excerpt: '<p>Big</p>',
  slug: 'grand',
  image: 'https://example.org/theatre.jpg',
  address: '1 Main St',
  city: 'Springfield',
  country: 'United States',
  province: 'Ontario',
  state: 'IL',
  zip: '62701',
  phone: '+1 555 0100',
  website: 'https://theatre.example.org',
  stateprovince: 'Illinois',
  geo_lat: 39.8,
  geo_lng: -89.6,
}

const beginning = [
  'id',
  'author',
  'status',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
  'url',
  'rest_url',
  'venue',
]
const optional = [
  ...[
    'description',
    'excerpt',
    'slug',
    'image',
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
  ],
  ...['website', 'stateprovince', 'geo_lat', 'geo_lng'],
]
const end = [
  ...['show_map', 'show_map_link', 'global_id', 'global_id_lineage'],
  ...['language', 'original_language', 'is_fallback', 'translations'],
]

const longest = 'x'.repeat(500)

const accepted: [field: string, sent: unknown, shown: unknown][] = [
  ['venue', ' <i>Café</i> &amp; Bar ', 'Café & Bar'],
  ['venue', longest, longest],
  ['description', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
  ['excerpt', '<script>x</script>Short', '<p>Short</p>'],
  ['slug', 'My Hall!', 'my-hall'],
  ['status', 'draft', 'draft'],
  ['status', 'private', 'private'],
  ['address', '<b>Rue</b> du Port 1', 'Rue du Port 1'],
  ['city', 'Genève', 'Genève'],
  ['country', 'Schweiz', 'Schweiz'],
  ['province', 'Québec', 'Québec'],
  ['state', 'VT', 'VT'],
  ['zip', 3011, '3011'],
  ['zip', '01234', '01234'],
  ['phone', 'ask for Anna: 031 / 55', 'ask for Anna: 031 / 55'],
  ['stateprovince', 'Bern', 'Bern'],
  ['website', 'https://bücher.example/', 'https://bücher.example/'],
  ...[true, 'true', '1', 1, 'yes', 'ON'].map((sent): [string, unknown, boolean] => ['show_map', sent, true]),
  ...[false, 'false', '0', 0, 'no', 'Off'].map((sent): [string, unknown, boolean] => [
    'show_map_link',
    sent,
    false,
  ]),
]

const refused: [field: string, values: unknown[]][] = [
  ['venue', [true, {}, ['x'], 'x'.repeat(501)]],
  ['description', [true, {}]],
  ['status', ['published', 1]],
  ['author', ['', 'x', 4711]],
  ['date', ['2027', 'garbage']],
  ['show_map', ['maybe', 2, {}]],
  ['show_map_link', ['maybe', 2, {}]],
  ['address', [true, {}, 'x'.repeat(501)]],
  ['city', [true, {}]],
  ['country', [[], {}]],
  ['zip', [true, {}]],
  ['phone', [true]],
  ['website', ['theatre.example.org', 'ftp://x.org', 5]],
  ['image', ['pic', 4711, 0, '0']],
  ['geo_lat', ['north', true, 90.1, -91, 10]],
  ['geo_lng', ['west', 180.5, -181, 10]],
  ['ml_language', ['xx', '']],
]

onEachDatabase((service) => {
  before(() => makePeople(service))

  const create = async (fields: Json) => {
    const reply = await service.post('/venues', fields)
    assert.equal(reply.status, 201, reply.text)
    return reply
  }

  test('a complete venue has all fields, in this order', async () => {
    const { body, headers } = await create(full)
    assert.deepEqual(Object.keys(body), [...beginning, ...optional, ...end])
    assert.equal(headers.get('location'), body.rest_url)
    assert.equal(body.rest_url, `${service.base}/venues/${body.id}`)
    assert.equal(body.url, `${service.origin}/venue/grand/`)
    const { image, ...fields } = full
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(body[name], value, name)
    assert.equal(body.image.url, image)
    const read = await service.get(`/venues/${body.id}`)
    assert.deepEqual(Object.keys(read.body), [...beginning, ...optional, ...end, 'json_ld'])
    assert.deepEqual((await service.get('/venues/by-slug/grand')).body, read.body)
  })

  test('a minimal venue has no empty fields', async () => {
    const { body } = await create({ venue: 'Town Hall' })
    const { host } = new URL(service.origin)
    assert.deepEqual(Object.keys(body), [...beginning, 'slug', ...end])
    assert.deepEqual([body.show_map, body.show_map_link], [true, true])
    assert.deepEqual(
      [body.global_id, body.global_id_lineage],
      [`${host}?id=${body.id}`, [`${host}?id=${body.id}`]],
    )
    assert.deepEqual([body.author, body.status, body.date], [1, 'publish', '2026-11-21 12:00:00'])
  })

  test('structured data is a place', async () => {
    const { body } = await create({ ...full, slug: '' })
    const { json_ld, url } = (await service.get(`/venues/${body.id}`)).body
    assert.deepEqual(json_ld, {
      '@context': 'https://schema.org',
      '@type': 'Place',
      name: 'Grand Theatre',
      description: 'Big room',
      url,
      image: 'https://example.org/theatre.jpg',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Main St',
        addressLocality: 'Springfield',
        addressRegion: 'Illinois',
        postalCode: '62701',
        addressCountry: 'United States',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 39.8, longitude: -89.6 },
      telephone: '+1 555 0100',
      sameAs: 'https://theatre.example.org',
    })
  })

  for (const [field, sent, shown] of accepted)
    test(`${field} accepts ${JSON.stringify(sent).slice(0, 50)}`, async () => {
      const { body } = await create({ venue: 'Field', [field]: sent })
      assert.deepEqual(body[field], shown)
    })

  for (const [field, values] of refused)
    test(`${field} rejects invalid values with a message`, async () => {
      const { body: made } = await create({ venue: 'Field' })
      for (const value of values)
        for (const [method, path] of [
          ['POST', '/venues'],
          ['PATCH', `/venues/${made.id}`],
        ] as const) {
          const { status, body } = await service.request(method, path, { venue: 'Field', [field]: value })
          const what = `${method} ${field} ${JSON.stringify(value).slice(0, 40)}`
          assert.equal(status, 400, what)
          assert.equal(body.code, 'rest_invalid_param', what)
          assert.deepEqual(Object.keys(body.data.params), [field], what)
          assert.match(body.data.params[field], /\w+ \w+.*\.$/, what)
        }
    })

  test('a name is needed, and stays needed', async () => {
    for (const fields of [{}, { venue: '' }, { venue: null }, { venue: '  ' }, { venue: '<p></p>' }]) {
      const { status, body } = await service.post('/venues', fields)
      assert.deepEqual([status, body.code, body.data.params], [400, 'rest_missing_callback_param', ['venue']])
    }
    const { body } = await create({ venue: 'Named' })
    assert.equal((await service.patch(`/venues/${body.id}`, { venue: '' })).status, 400)
    assert.equal((await service.patch(`/venues/${body.id}`, { venue: null })).body.venue, 'Named')
  })

  test('a number whose digits are lost is no text', async () => {
    for (const zip of ['1e400', '12345678901234567890']) {
      const { status, body } = await service.request('POST', '/venues', `{"venue":"Far","zip":${zip}}`, {
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['zip']])
    }
  })

  test('an empty text clears a field, null leaves it', async () => {
    const { body } = await create({ ...full, slug: 'cleared', show_map: false, show_map_link: false })
    const names = optional.filter((name) => name !== 'slug')
    const withNull = await service.patch(
      `/venues/${body.id}`,
      Object.fromEntries([...names, 'show_map'].map((name) => [name, null])),
    )
    assert.deepEqual(withNull.body, body)
    const emptied = await service.patch(
      `/venues/${body.id}`,
      Object.fromEntries([...optional, 'show_map', 'show_map_link'].map((name) => [name, ''])),
    )
    assert.equal(emptied.status, 200)
    assert.deepEqual(Object.keys(emptied.body), [...beginning, 'slug', ...end])
    assert.match(emptied.body.slug, /^grand-theatre(-\d+)?$/)
    assert.deepEqual([emptied.body.show_map, emptied.body.show_map_link], [true, true])
  })

  test('state and province are combined if state_province is not sent', async () => {
    const shown = async (fields: Json) => (await create({ venue: 'Region', ...fields })).body.stateprovince
    assert.equal(await shown({ state: 'VT', province: 'Québec' }), 'VT')
    assert.equal(await shown({ province: 'Québec' }), 'Québec')
    assert.equal(await shown({ state: 'VT', stateprovince: 'Vermont' }), 'Vermont')
    assert.equal(await shown({}), undefined)
    const { body } = await create({ venue: 'Region', state: 'VT' })
    assert.equal((await service.patch(`/venues/${body.id}`, { state: 'NH' })).body.stateprovince, 'NH')
  })

  test('a region that is sent back as it was shown goes on following state and province', async () => {
    const { body } = await create({ venue: 'Sent back', province: 'Bern' })
    await service.patch(`/venues/${body.id}?ml_language=fr`, { venue: 'Renvoyé' })
    service.now += 60
    const back = await service.request('PUT', `/venues/${body.id}`, body)
    assert.equal(back.body.modified, body.modified)
    assert.equal(back.body.translations.fr.is_outdated, undefined)

    const moved = await service.request('PUT', `/venues/${body.id}`, { ...body, province: 'Zürich' })
    assert.equal(moved.body.stateprovince, 'Zürich')
    const own = await service.patch(`/venues/${body.id}`, { stateprovince: 'Canton of Zürich' })
    assert.equal(own.body.stateprovince, 'Canton of Zürich')
  })

  test('a place on earth has both coordinates, or none', async () => {
    const { body } = await create({ venue: 'Placed', geo_lat: '-90', geo_lng: '180.0' })
    assert.deepEqual([body.geo_lat, body.geo_lng], [-90, 180])
    const zero = await create({ venue: 'Zero', geo_lat: 0, geo_lng: 0 })
    assert.deepEqual([zero.body.geo_lat, zero.body.geo_lng], [0, 0])
    const moved = await service.patch(`/venues/${body.id}`, { geo_lat: 5.5 })
    assert.deepEqual([moved.body.geo_lat, moved.body.geo_lng], [5.5, 180])
    assert.equal((await service.patch(`/venues/${body.id}`, { geo_lat: '' })).status, 400)
    assert.equal((await service.patch(`/venues/${body.id}`, { geo_lat: '', geo_lng: 5 })).status, 400)
    const away = await service.patch(`/venues/${body.id}`, { geo_lat: '', geo_lng: '' })
    assert.deepEqual([away.status, away.body.geo_lat, away.body.geo_lng], [200, undefined, undefined])
    const alone = await service.post('/venues', { venue: 'Alone', geo_lng: 5 })
    assert.deepEqual([alone.status, Object.keys(alone.body.data.params)], [400, ['geo_lng']])
    const { body: bare } = await create({ venue: 'Bare' })
    const half = await service.patch(`/venues/${bare.id}`, { geo_lat: 5 })
    assert.deepEqual([half.status, Object.keys(half.body.data.params)], [400, ['geo_lat']])
  })

  test('a second venue of the same name is a second venue', async () => {
    const [one, other] = [await create({ venue: 'Double' }), await create({ venue: 'Double' })]
    assert.notEqual(one.body.id, other.body.id)
    assert.deepEqual([one.body.slug, other.body.slug], ['double', 'double-2'])
  })

  test('with reuse, the venue of the same name is returned unchanged', async () => {
    const { body: old } = await create({ venue: 'Reused hall', city: 'Bern' })
    const { status, body, headers } = await service.post('/venues', {
      venue: 'REUSED hall',
      city: 'Basel',
      reuse: true,
    })
    assert.deepEqual([status, body], [200, old])
    assert.equal(headers.get('location'), old.rest_url)
    const fresh = await service.post('/venues?reuse=true', { venue: 'Never seen' })
    assert.equal(fresh.status, 201)
    const other = await service.post('/venues', { venue: 'Reused hall', address: 'Elsewhere', reuse: 'yes' })
    assert.equal(other.status, 201)
    const { body: hidden } = await create({ venue: 'Hidden hall', status: 'private' })
    const asAuthor = await service.post(
      '/venues',
      { venue: 'Hidden hall', reuse: 1 },
      { as: credentialsOf('author') },
    )
    assert.deepEqual([asAuthor.status, asAuthor.body.id === hidden.id], [201, false])
  })

  test('a representation can be sent back unchanged', async () => {
    const { body } = await create({ ...full, slug: 'sent-back' })
    const { status, body: after } = await service.request('PUT', `/venues/${body.id}`, {
      ...body,
      image: body.image.id,
    })
    assert.deepEqual([status, after], [200, body])
  })

  test('all invalid parameters are reported at once', async () => {
    const { body } = await service.post('/venues', {
      venue: 'x',
      website: 'x',
      image: 4711,
      geo_lat: 100,
      show_map: 'x',
    })
    assert.deepEqual(Object.keys(body.data.params).sort(), ['geo_lat', 'image', 'show_map', 'website'])
  })

  test('an unknown venue is not found, an ID of another resource is reported as such', async () => {
    const { body: event } = await service.post('/events', anEvent())
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      for (const path of ['/venues/999999', '/venues/by-slug/nowhere', '/venues/99999999999999999999']) {
        const { status, body } = await service.request(method, path, method === 'GET' ? undefined : {})
        assert.deepEqual([status, body.code], [404, 'rest-venue-not-found'], `${method} ${path}`)
      }
      const { status, body } = await service.request(
        method,
        `/venues/${event.id}`,
        method === 'GET' ? undefined : {},
      )
      assert.deepEqual([status, body.code], [404, 'rest-invalid-venue-id'])
    }
  })
})
