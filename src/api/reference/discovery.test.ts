import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase, type Json } from '../../../test/service.ts'

/** The tables of interface.md: name, type, then `required` or the default; `null` and `false` are defaults. */

const language = 'ml_language: string'
const pages = ['page: integer = 1', 'per_page: integer = 12']
const byId = ['id: integer required']
const bySlug = ['slug: string required']

const event = [
  'author: integer',
  'date: string',
  'date_utc: string',
  'title: string required',
  'description: string',
  'slug: string',
  'excerpt: string',
  'status: string',
  'timezone: string',
  'all_day: boolean = false',
  'start_date: string required',
  'end_date: string required',
  'image: string',
  'cost: ',
  'website:  = null',
  'show_map: boolean',
  'show_map_link: boolean',
  'hide_from_listings: boolean',
  'sticky: boolean',
  'featured: boolean',
  'categories: array = null',
  'tags: array = null',
  'venue: array = null',
  'organizer: array = null',
  'recurrence: array',
  language,
]

const scope = ['scope: string = this', 'dry_run: boolean = false']
const ofSeries = [...scope, 'past: boolean = false', 'inherit: array']

const venue = [
  'author: integer',
  'date: string',
  'date_utc: string',
  'venue: string required',
  'description: string = null',
  'status: string',
  'show_map: string = null',
  'show_map_link: string = null',
  'address: string = null',
  'city: string = null',
  'country: string = null',
  'province: string = null',
  'state: string = null',
  'zip: string = null',
  'phone: string = null',
  'stateprovince: string = null',
  'website: string = null',
  'image: string = null',
  language,
]

const organizer = [
  'author: integer = null',
  'date: string = null',
  'date_utc: string = null',
  'organizer: string required = null',
  'description: string = null',
  'status: string = null',
  'phone: string = null',
  'website: string = null',
  'email: string = null',
  'image: string = null',
  language,
]

const tag = ['name: string required', 'description: string', 'slug: string', language]
const category = [...tag, 'parent: integer', 'hue: integer']

const eventList = [
  ...pages,
  'start_date: string = 2026-11-21 00:00:00',
  'end_date: string = 2028-11-21 23:59:59',
  'starts_before: string',
  'starts_after: string',
  'ends_before: string',
  'ends_after: string',
  'strict_dates: boolean = false',
  'search: string',
  'categories: array',
  'tags: array',
  'venue: array',
  'organizer: array',
  'featured: boolean',
  'status: string',
  'geoloc: boolean',
  'geoloc_lat: number',
  'geoloc_lng: number',
  'include: array',
  'post_parent: integer',
  'ticketed: boolean',
  'series: string = expand',
  language,
]

const placeList = [
  ...pages,
  'search: string',
  'event: integer',
  'has_events: boolean',
  'only_with_upcoming: boolean = false',
  'status: string',
  language,
]

const tagList = [
  ...pages,
  'search: string',
  'exclude: array',
  'include: array',
  'order: string',
  'orderby: string',
  'hide_empty: boolean = true',
  'post: integer',
  'event: integer',
  'slug: string',
  language,
]
const categoryList = [...tagList, 'parent: integer']

/** An update requires nothing and resets nothing: the only default is null, which means not sent. */
const updated = (fields: readonly string[]) =>
  fields.map((field) => field.replace(' required', '').replace(' = false', ''))

const entry = (name: string, fields: readonly string[], list: readonly string[]) => [
  [`GET /${name}`, list],
  [`POST /${name}`, fields],
  [`GET /${name}/{id}`, [...byId, language]],
  [`POST,PUT,PATCH /${name}/{id}`, [...byId, ...updated(fields)]],
  [`DELETE /${name}/{id}`, [...byId, language]],
]
const entryBySlug = (name: string, fields: readonly string[]) => [
  [`GET /${name}/by-slug/{slug}`, [...bySlug, language]],
  [`POST,PUT,PATCH /${name}/by-slug/{slug}`, [...bySlug, ...updated(fields)]],
  [`DELETE /${name}/by-slug/{slug}`, [...bySlug, language]],
]

const password = 'password: string'
const table = [
  ['GET ', ['namespace: string = cal/events/v1', 'context: string = view', language]],
  ['GET /doc', [language]],
  ['GET /events', eventList],
  ['POST /events', event],
  ['GET /events/{id}', [...byId, password, language]],
  ['POST,PUT,PATCH /events/{id}', [...byId, ...updated(event), password, ...ofSeries]],
  ['DELETE /events/{id}', [...byId, password, ...scope, language]],
  ['GET /events/by-slug/{slug}', [...bySlug, language]],
  ['POST,PUT,PATCH /events/by-slug/{slug}', [...updated(event), ...ofSeries]],
  ['DELETE /events/by-slug/{slug}', [...bySlug, ...scope, language]],
  ...entry('venues', venue, placeList),
  ...entryBySlug('venues', venue),
  ...entry('organizers', organizer, placeList),
  ...entryBySlug('organizers', organizer),
  ...entry('categories', category, categoryList),
  ...entry('tags', tag, tagList),
] as [string, string[]][]

const patternOf = (pattern: string) =>
  pattern.replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)')

const rowOf = (name: string, { type, required, ...argument }: Json) =>
  `${name}: ${type ?? ''}${required ? ' required' : ''}${'default' in argument ? ` = ${argument.default}` : ''}`

onEachDatabase((service) => {
  let routes: Json
  const argumentsOf = async (methods: string, pattern: string) => {
    routes ??= (await service.get('/')).body.routes
    const { endpoints } = routes[`/cal/events/v1${patternOf(pattern)}`]
    return endpoints.find((endpoint: Json) => endpoint.methods.join(',') === methods).args
  }

  for (const [endpoint, rows] of table) {
    const [methods = '', pattern = ''] = endpoint.split(' ')
    test(`${methods} ${pattern || '/'} accepts the parameters of the interface`, async () => {
      const args = await argumentsOf(methods, pattern)

      for (const row of rows) {
        const name = row.slice(0, row.indexOf(':'))
        assert.ok(args[name], `${name} is an argument`)
        assert.equal(rowOf(name, args[name]), row)
        assert.ok(args[name].description.length > 2, `${name} is described`)
      }
    })
  }

  test('every route has all methods of the interface', async () => {
    const { body } = await service.get('/')
    for (const pattern of ['/events/{id}', '/venues/by-slug/{slug}', '/categories/{id}'])
      assert.deepEqual(body.routes[`/cal/events/v1${patternOf(pattern)}`].methods.toSorted(), [
        'DELETE',
        'GET',
        'PATCH',
        'POST',
        'PUT',
      ])
  })

  test('lists of ids have integers as items', async () => {
    const args = await argumentsOf('POST', '/events')
    for (const name of ['categories', 'tags', 'venue', 'organizer'])
      assert.deepEqual(args[name].items, { type: 'integer' })
  })

  test('the languages are an enumeration everywhere', async () => {
    for (const [endpoint] of table) {
      const [methods = '', pattern = ''] = endpoint.split(' ')
      assert.deepEqual((await argumentsOf(methods, pattern)).ml_language.enum, ['en', 'fr', 'de'])
    }
  })

  test('documentation accepts only the language', async () => {
    assert.deepEqual(Object.keys(await argumentsOf('GET', '/doc')), ['ml_language'])
  })

  test('the event password is not an argument of an update by slug', async () => {
    assert.equal('password' in (await argumentsOf('POST,PUT,PATCH', '/events/by-slug/{slug}')), false)
  })

  test('names, types and defaults are the same in every language', async () => {
    const plain = (body: Json) =>
      JSON.stringify(body, (key, value: unknown) =>
        key === 'description' && typeof value === 'string' ? '' : value,
      )
    const [english, french] = await Promise.all([
      service.get('/?ml_language=en'),
      service.get('/?ml_language=fr'),
    ])
    assert.equal(plain(english.body), plain(french.body))
    assert.equal(french.headers.get('content-language'), 'fr')
  })

  test('OPTIONS of a route returns its entry', async () => {
    const { body } = await service.get('/')
    const answer = await service.request('OPTIONS', '/events/7')
    assert.deepEqual(answer.body, body.routes[`/cal/events/v1${patternOf('/events/{id}')}`])
  })

  test('every route links to itself, with path parameters by a template', async () => {
    const { body } = await service.get('/')
    for (const [pattern, route] of Object.entries<Json>(body.routes))
      assert.deepEqual(Object.keys(route), ['namespace', 'methods', 'endpoints', '_links'], pattern)
    assert.deepEqual(body.routes[`/cal/events/v1${patternOf('/venues/by-slug/{slug}')}`]._links, {
      self: [{ href: `${service.base}/venues/by-slug/{slug}`, templated: true }],
    })
    const { alternate } = body.routes[`/cal/events/v1${patternOf('/events/{id}')}`]._links
    const icalendar = alternate.find(({ type }: Json) => type === 'text/calendar')
    assert.deepEqual(icalendar, {
      href: `${service.base}/events/{id}.ics`,
      type: 'text/calendar',
      templated: true,
    })
    assert.deepEqual(body.routes['/cal/events/v1/tags']._links, {
      self: [{ href: `${service.base}/tags` }],
    })
    assert.deepEqual(body._links, { up: [{ href: `${service.origin}/` }] })
  })

  test('an unknown namespace is rejected', async () => {
    const { status, body } = await service.get('/?namespace=wp/v2')
    assert.deepEqual([status, body.code], [404, 'rest_invalid_namespace'])
    assert.equal((await service.get('/?namespace=cal/events/v1')).status, 200)
  })

  test('there are four contexts', async () => {
    assert.equal((await service.get('/?context=help')).status, 200)
    const { status, body } = await service.get('/?context=all')
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['context']])
  })
})

onEachDatabase(
  (service) => {
    test('the published page size is that of the settings', async () => {
      const { body } = await service.get('/')
      assert.equal(body.routes['/cal/events/v1/events'].endpoints[0].args.per_page.default, 5)
    })

    test('an alias accepts both its own namespace and ours', async () => {
      const at = `//wp-json/tribe/events/v1/`
      const { body } = await service.get(at)
      assert.equal(body.namespace, 'tribe/events/v1')
      assert.ok(body.routes['/tribe/events/v1/events'])
      assert.equal((await service.get(`${at}?namespace=tribe/events/v1`)).status, 200)
      assert.equal((await service.get(`${at}?namespace=cal/events/v1`)).status, 200)
    })
  },
  { CALENDS_PER_PAGE: '5', CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)
