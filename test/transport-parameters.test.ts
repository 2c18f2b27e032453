import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { raw } from './raw.ts'
import { administrator, anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** How parameters travel: bodies of every form, the query, the path; and how their values are written. */

const boundary = 'a-boundary'
const multipart = (fields: readonly (readonly [string, string])[]) =>
  [
    ...fields.flatMap(([name, value]) => [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
    ]),
    `--${boundary}--`,
    '',
  ].join('\r\n')

const form = (fields: readonly (readonly [string, string])[]) =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString()

const types = {
  form: { 'content-type': 'application/x-www-form-urlencoded' },
  multipart: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  json: { 'content-type': 'application/json' },
}

const names = (items: Json) => (items as Json[]).map((item) => item.name as string).sort()

onEachDatabase((service: Service) => {
  const ids: Record<string, number> = {}

  before(async () => {
    for (const name of ['One', 'Two']) ids[name] = (await service.post('/categories', { name })).body.id
    for (const venue of ['Hall', 'Barn']) ids[venue] = (await service.post('/venues', { venue })).body.id
    for (const organizer of ['Us', 'Them'])
      ids[organizer] = (await service.post('/organizers', { organizer })).body.id
  })

  describe('a name that is repeated', () => {
    const featured = (title: string) =>
      [
        ...[
          ['title', title],
          ['start_date', '2026-12-01'],
          ['end_date', '2026-12-02'],
        ],
        ...[
          ['featured', '0'],
          ['featured', '1'],
          ['venue[venue]', 'Forum'],
          ['venue[show_map]', '1'],
          ['venue[show_map]', '0'],
        ],
        ...[
          ['tickets[][name]', 'Adults'],
          ['tickets[][price]', '9'],
          ['tickets[][name]', 'Children'],
        ],
        ...[
          ['categories', 'One'],
          ['categories', 'Two'],
          ['cost', '5'],
          ['cost', '9'],
        ],
      ] as [string, string][]
    const bodies = { form, multipart }

    for (const type of ['form', 'multipart'] as const)
      test(`counts with its last value, unless it is a list, in ${type}`, async () => {
        const { status, text, body } = await service.post('/events', bodies[type](featured(type)), {
          headers: types[type],
        })
        assert.equal(status, 201, text)
        assert.deepEqual([body.featured, body.venue.venue, body.venue.show_map], [true, 'Forum', false])
        assert.deepEqual(
          body.tickets.map(({ name, price }: Json) => [name, price]),
          [
            ['Adults', '9'],
            ['Children', undefined],
          ],
        )
        assert.deepEqual(
          [names(body.categories), body.cost_details.values],
          [
            ['One', 'Two'],
            ['5', '9'],
          ],
        )
        await service.delete(`/events/${body.id}?force=true`)
      })

    test('does so in the query, with every parameter', async () => {
      const query = 'page=1&page=2&per_page=9&per_page=1&hide_empty=1&hide_empty=0&orderby=id&orderby=name'
      const { status, text, body, headers } = await service.get(`/categories?${query}`)
      assert.equal(status, 200, text)
      assert.deepEqual(names(body.categories), ['Two'])
      assert.equal(headers.get('x-ignored'), null)
      const slugs = await service.get(
        '/categories?hide_empty=0&slug=one&slug=two&_fields=categories.id&_fields=total',
      )
      assert.deepEqual(slugs.body, { categories: [{ id: ids.One }, { id: ids.Two }], total: 2 })
      const refused = await service.get('/categories?page=x&ml_language=x&ml_language=en')
      assert.equal(refused.body.data.params.page, 'Must be an integer.')
    })

    test('remains a list where brackets or JSON say so', async () => {
      assert.equal((await service.get('/categories?page[]=1&page[]=2')).status, 400)
      const override = { 'x-http-method-override': 'GET', ...types.json }
      assert.equal((await service.post('/categories', { page: [1, 2] }, { headers: override })).status, 400)
    })
  })

  describe('one event, sent in every form', () => {
    const fields = (title: string) =>
      [
        ['title', title],
        ['start_date', '2026-12-01 20:00:00'],
        ['end_date', '2026-12-01 22:00:00'],
        ['featured', 'yes'],
        ['categories[]', String(ids.One)],
        ['categories[]', String(ids.Two)],
        ['organizer[0]', String(ids.Us)],
        ['organizer[1]', String(ids.Them)],
        ['venue[venue]', `Place of ${title}`],
        ['venue[city]', 'Bern'],
      ] as const

    const sent: Record<string, (title: string) => Promise<Json>> = {
      JSON: (title) =>
        service.post('/events', {
          ...anEvent({
            title,
            featured: true,
            categories: [ids.One, ids.Two],
            organizer: [ids.Us, ids.Them],
          }),
          venue: { venue: `Place of ${title}`, city: 'Bern' },
        }),
      form: (title) => service.post('/events', form(fields(title)), { headers: types.form }),
      multipart: (title) => service.post('/events', multipart(fields(title)), { headers: types.multipart }),
      query: (title) => service.request('POST', `/events?${form(fields(title))}`),
    }

    for (const [name, send] of Object.entries(sent))
      test(`${name} makes it`, async () => {
        const { status, body } = await send(`by ${name}`)
        assert.equal(status, 201, JSON.stringify(body))
        assert.equal(body.title, `by ${name}`)
        assert.equal(body.featured, true)
        assert.deepEqual(names(body.categories), ['One', 'Two'])
        assert.deepEqual(
          body.organizer.map((one: Json) => one.id),
          [ids.Us, ids.Them],
        )
        assert.deepEqual([body.venue.venue, body.venue.city], [`Place of by ${name}`, 'Bern'])
      })

    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/vnd.api+json',
      'application/x-www-form-urlencoded; charset=UTF-8',
    ])
      test(`a body of ${type} is read`, async () => {
        const isJson = /json/i.test(type)
        const text = isJson ? JSON.stringify({ name: `é by ${type}` }) : form([['name', `é by ${type}`]])
        const { status, body } = await service.post('/tags', text, { headers: { 'content-type': type } })
        assert.deepEqual([status, body.name], [201, `é by ${type}`])
      })

    test('updates and deletes accept every body format too', async () => {
      const { id } = (await service.post('/venues', { venue: 'To be changed' })).body
      const changes = [
        ['PUT', JSON.stringify({ city: 'A' }), types.json, 'A'],
        ['PATCH', form([['city', 'B']]), types.form, 'B'],
        ['POST', multipart([['city', 'C']]), types.multipart, 'C'],
      ] as const
      for (const [method, body, headers, city] of changes) {
        const { status, body: updated } = await service.request(method, `/venues/${id}`, body, { headers })
        assert.deepEqual([status, updated.city], [200, city], method)
      }
      const { status } = await service.request('DELETE', `/venues/${id}`, form([['force', '1']]), {
        headers: types.form,
      })
      assert.equal(status, 200)
      assert.equal((await service.get(`/venues/${id}`, { as: administrator })).status, 404)
    })
  })

  describe('precedence', () => {
    test('the body wins over the query, and the query over the default', async () => {
      const { body } = await service.post('/venues?venue=From+the+query&city=Basel&show_map=false', {
        venue: 'From the body',
      })
      assert.deepEqual([body.venue, body.city, body.show_map], ['From the body', 'Basel', false])
    })

    test('null in the body counts as not sent', async () => {
      const { body } = await service.post('/venues?venue=Asked', { venue: null, city: null })
      assert.equal(body.venue, 'Asked')
    })

    test('form and multipart bodies win over the query too', async () => {
      for (const [kind, text] of [
        ['form', form([['venue', 'B']])],
        ['multipart', multipart([['venue', 'B']])],
      ] as const) {
        const { body } = await service.post('/venues?venue=Q', text, { headers: types[kind] })
        assert.equal(body.venue, 'B', kind)
      }
    })

    test('an id in the body or the query does not override the path', async () => {
      const [one, other] = await Promise.all(
        ['First', 'Second'].map(
          async (venue) => (await service.post('/venues', { venue })).body.id as number,
        ),
      )
      await service.patch(`/venues/${one}?id=${other}`, { id: other, city: 'Changed' })
      assert.equal((await service.get(`/venues/${one}?id=${other}`)).body.city, 'Changed')
      assert.equal((await service.get(`/venues/${other}`)).body.city, undefined)
      await service.delete(`/venues/${one}?id=${other}`, { id: other })
      assert.equal((await service.get(`/venues/${other}`)).status, 200)
      assert.equal((await service.get(`/venues/${one}`)).status, 410)
    })

    test('a slug in the body of an update by slug renames', async () => {
      const { id } = (await service.post('/organizers', { organizer: 'Named before' })).body
      const { status, body } = await service.patch('/organizers/by-slug/named-before', {
        slug: 'Named After',
      })
      assert.deepEqual([status, body.id, body.slug], [200, id, 'named-after'])
      assert.equal((await service.get('/organizers/by-slug/named-before')).status, 404)
      assert.equal((await service.get('/organizers/by-slug/named-after?slug=us')).body.id, id)
    })
  })

  describe('values', () => {
    const shapes: [string, (list: readonly number[]) => string][] = [
      ['CSV', (list) => `categories=${list.join(',')}`],
      ['CSV with blanks', (list) => `categories=${list.join(', ').replaceAll(' ', '%20')}`],
      ['brackets', (list) => list.map((id) => `categories[]=${id}`).join('&')],
      ['encoded brackets', (list) => list.map((id) => `categories%5B%5D=${id}`).join('&')],
      ['places', (list) => list.map((id, place) => `categories[${place}]=${id}`).join('&')],
      ['the repeated key', (list) => list.map((id) => `categories=${id}`).join('&')],
    ]
    for (const [name, write] of shapes)
      test(`a list may be written as ${name}`, async () => {
        const title = `list as ${name}`
        const both = [ids.One!, ids.Two!]
        const made = await service.post(
          '/events',
          `${form(Object.entries(anEvent({ title })) as [string, string][])}&${write(both)}`,
          {
            headers: types.form,
          },
        )
        assert.deepEqual(names(made.body.categories), ['One', 'Two'], JSON.stringify(made.body))
        const { body, status } = await service.get(`/events?per_page=100&${write(both)}`)
        assert.equal(status, 200)
        assert.ok(body.events.some((event: Json) => event.title === title))
      })

    test('a JSON list may also be text', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'CSV in JSON', categories: `${ids.One}, ${ids.Two}` }),
      )
      assert.deepEqual(names(body.categories), ['One', 'Two'])
    })

    const truths: [unknown, boolean][] = [
      [true, true],
      [false, false],
      [1, true],
      [0, false],
      ['true', true],
      ['FALSE', false],
      ['1', true],
      ['0', false],
      ['Yes', true],
      ['no', false],
      ['ON', true],
      ['Off', false],
    ]
    test('booleans are read in every spelling', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Truths' }))).body
      for (const [value, truth] of truths) {
        await service.patch(`/events/${id}`, { sticky: !truth })
        const { body } = await service.patch(`/events/${id}`, { sticky: value })
        assert.equal(body.sticky, truth, JSON.stringify(value))
        if (typeof value !== 'string') continue
        const { status } = await service.get(`/events?featured=${value}`)
        assert.equal(status, 200)
      }
    })

    for (const value of ['maybe', 'y', 2, -1, 'tru', [], {}, [true]])
      test(`${JSON.stringify(value)} is no boolean`, async () => {
        const { status, body } = await service.post('/events', anEvent({ sticky: value }))
        assert.deepEqual([status, body.code], [400, 'rest_invalid_param'])
        assert.deepEqual(Object.keys(body.data.params), ['sticky'])
      })

    for (const value of [3, 3.0, '3', ' 3 ', '3.0', '+3', '03', '3e0', '0.3e1'])
      test(`${JSON.stringify(value)} is the integer 3`, async () => {
        const { status, body } = await service.request(
          'GET',
          `/tags?hide_empty=0&per_page=${encodeURIComponent(String(value))}`,
        )
        assert.equal(status, 200, JSON.stringify(body))
        assert.match(body.rest_url, /per_page=3\b/)
      })

    for (const value of ['3.5', 'three', '0x3', '3e-1', 'e0', '1,2', '3 4', 'NaN', 'Infinity', '٣'])
      test(`${value} is no integer`, async () => {
        const { status, body } = await service.get(`/tags?page=${encodeURIComponent(value)}`)
        assert.deepEqual(
          [status, body.code, Object.keys(body.data.params)],
          [400, 'rest_invalid_param', ['page']],
        )
      })

    test('a list or an object is no integer and no text', async () => {
      for (const query of ['page[]=1&page[]=2', 'page[a]=1', 'search[]=a&search[]=b', 'search[a]=b']) {
        const { status, body } = await service.get(`/events?${query}`)
        assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], query)
      }
    })
  })

  describe('tolerance', () => {
    test('unknown parameters are ignored, wherever they travel', async () => {
      const { status } = await service.get('/events?nonsense=1&utm_source=x&constructor=y&hasOwnProperty=z')
      assert.equal(status, 200)
      const made = await service.post('/tags?other=1', {
        name: 'Tolerant',
        nonsense: { deep: [1] },
        id: 7,
        count: 99,
      })
      assert.deepEqual([made.status, made.body.count], [201, 0])
    })

    const ignored = ({ headers }: { headers: Headers }) => headers.get('x-ignored')

    test('unknown parameters are named in X-Ignored, also by cached responses', async () => {
      for (let round = 0; round < 4; round += 1) {
        assert.equal(ignored(await service.get('/events?venu=1&page=1&city=Bern&_=17')), 'venu, city, _')
        assert.equal(ignored(await service.get('/events?page=1&_fields=total')), null)
        assert.equal(ignored(await service.get('/events?page=1&venu=1&_fields=total')), 'venu')
      }
      const made = await service.post('/tags?other=1', { name: 'Named', nonsense: [1], slug: 'n' })
      assert.equal(ignored(made), 'other, nonsense')
      assert.equal(ignored(await service.patch(`/tags/${made.body.id}?x=1`, { id: 7, name: 'Named' })), 'x')
      const refused = await service.post('/venues', { vanue: 'x' })
      assert.deepEqual([refused.status, ignored(refused)], [400, 'vanue'])
      const exposed = refused.headers.get('access-control-expose-headers')
      assert.match(exposed!, /X-Ignored/)
    })

    test('_fields is ignored by other formats than JSON', async () => {
      for (const extension of ['ics', 'rss', 'atom', 'csv', 'geojson', 'jsonld'])
        assert.equal(
          ignored(await service.get(`/events.${extension}?_fields=id&page=1`)),
          '_fields',
          extension,
        )
      const headers = { accept: 'application/geo+json' }
      assert.equal(ignored(await service.get('/events?_fields=id&page=1', { headers })), '_fields')
      assert.equal(ignored(await service.get('/changes?_fields=next')), null)
      const stream = await fetch(`${service.base}/changes.sse?_fields=id`)
      await stream.body!.cancel()
      assert.equal(ignored(stream), '_fields')
    })

    test('the language of messages is not ignored where there is no other', async () => {
      const refused = await service.get('//cal/admin/v1/users/999?ml_language=de&x=1', { as: 'admin:secret' })
      assert.equal(refused.body.message, 'Dieser Benutzer existiert nicht.')
      assert.equal(ignored(refused), 'x')
    })

    test('names in X-Ignored are few, short and safe', async () => {
      const many = Array.from({ length: 30 }, (_, n) => `p${n}=1`).join('&')
      assert.equal(ignored(await service.get(`/events?${many}`))!.split(', ').length, 20)
      const odd = await service.get(`/events?${encodeURIComponent('é, b\r\nX: 1')}=1&${'y'.repeat(500)}=1`)
      assert.equal(ignored(odd), `%C3%A9%2C%20b%0D%0AX%3A%201, ${'y'.repeat(64)}`)
      const cut = await service.post('/tags', { name: 'Odd', ['\ud800é'.repeat(9)]: 1 })
      assert.match(ignored(cut)!, /^(?:%[0-9A-F]{2}){21}$/)
    })

    test('no response is for search engines', async () => {
      for (const path of ['/events', '/', '/nowhere'])
        assert.equal((await service.get(path)).headers.get('x-robots-tag'), 'noindex', path)
      assert.equal((await service.get('//')).headers.get('x-robots-tag'), null)
    })

    test('an unknown parameter may even be malformed', async () => {
      const { status } = await service.get('/events?utm_source=%E9%')
      assert.equal(status, 200)
    })

    test('other encodings than UTF-8 are refused in a URL, a form and multipart alike', async () => {
      const post = { method: 'POST', path: '/cal/events/v1/tags' }
      for (const request of [
        { path: '/cal/events/v1/tags?search=Caf%E9' },
        { ...post, headers: types.form, body: 'name=Caf%E9' },
        { ...post, headers: types.multipart, body: Buffer.from(multipart([['name', 'Café']]), 'latin1') },
      ]) {
        const { status, body } = await raw(service, request)
        assert.equal(status, 400)
        assert.deepEqual(Object.values(body.data.params), ['Must be encoded in UTF-8.'])
      }
    })

    for (const path of [
      '/events/',
      '/events?',
      '/events?page=1&',
      '/events/?page=1&&',
      '/events?&page=1',
      '//events',
      '/events//',
      '/events?search=http://a//b',
    ])
      test(`${path} is the list of events`, async () => {
        const { status, body } = await raw(service, { path: `/cal/events/v1${path}` })
        assert.equal(status, 200, JSON.stringify(body))
        assert.ok(Array.isArray(body.events))
      })

    test('a slash at the end is tolerated everywhere', async () => {
      const { id } = (await service.post('/venues', { venue: 'With a slash' })).body
      for (const path of ['/', `/venues/${id}/`, '/venues/by-slug/with-a-slash/', '/languages/'])
        assert.equal((await service.get(path)).status, 200, path)
      assert.equal((await service.patch(`/venues/${id}/`, { city: 'Bern' })).status, 200)
      assert.equal((await service.post('/venues/', { venue: 'Another with a slash' })).status, 201)
      assert.equal((await service.delete(`/venues/${id}/`)).status, 200)
    })
  })

  describe('X-HTTP-Method-Override', () => {
    const over = (method: string) => ({ 'x-http-method-override': method })

    for (const method of ['PUT', 'PATCH', 'put'])
      test(`turns a POST into ${method}`, async () => {
        const { id } = (
          await service.post('/tags', { name: `Overridden: ${method === 'put' ? 'lower' : method}` })
        ).body
        const { status, body } = await service.post(
          `/tags/${id}`,
          { description: 'x' },
          { headers: over(method) },
        )
        assert.deepEqual([status, body.id], [200, id])
        const onCollection = await service.post('/tags', { name: 'No' }, { headers: over(method) })
        assert.equal(onCollection.status, 405)
      })

    test('turns a POST into DELETE', async () => {
      const { id } = (await service.post('/tags', { name: 'Overridden away' })).body
      assert.equal((await service.post(`/tags/${id}`, {}, { headers: over('DELETE') })).status, 200)
      assert.equal((await service.get(`/tags/${id}`)).status, 404)
    })

    test('turns a POST into GET', async () => {
      const { status, body } = await service.post('/tags?hide_empty=false', {}, { headers: over('GET') })
      assert.equal(status, 200)
      assert.ok(Array.isArray(body.tags))
    })

    test('counts for nothing on another method', async () => {
      const { id } = (await service.post('/tags', { name: 'Kept in spite' })).body
      for (const method of ['GET', 'PUT', 'PATCH'])
        assert.equal(
          (await service.request(method, `/tags/${id}`, undefined, { headers: over('DELETE') })).status,
          200,
        )
      assert.equal((await service.get(`/tags/${id}`)).status, 200)
    })

    test('an unsupported method: 405', async () => {
      const { status, body, headers } = await service.post(
        '/tags',
        { name: 'Never' },
        { headers: over('PROPFIND') },
      )
      assert.deepEqual([status, body.code], [405, 'rest_no_route'])
      assert.match(headers.get('allow')!, /GET, HEAD, POST, OPTIONS/)
    })
  })

  describe('_fields', () => {
    test('trims one resource', async () => {
      const { id } = (
        await service.post(
          '/events',
          anEvent({ title: 'Trimmed', venue: { venue: 'In part', city: 'Bern' } }),
        )
      ).body
      for (const query of [
        '_fields=id,title,venue.venue',
        '_fields[]=id&_fields[]=title&_fields[]=venue.venue',
        '_fields= id, title ,venue.venue,',
      ])
        assert.deepEqual(
          (await service.get(`/events/${id}?${encodeURI(query)}`)).body,
          { id, title: 'Trimmed', venue: { venue: 'In part' } },
          query,
        )
    })

    test('starts at the envelope of a list, and goes through arrays', async () => {
      const { body } = await service.get('/events?_fields=events.id,events.categories.name,total&per_page=2')
      assert.deepEqual(Object.keys(body), ['events', 'total'])
      for (const event of body.events) assert.deepEqual(Object.keys(event), ['id', 'categories'])
    })

    test('limits the response of a write, not what is written', async () => {
      const { status, body } = await service.post('/venues?_fields=venue', { venue: 'Whole', city: 'Thun' })
      assert.deepEqual([status, body], [201, { venue: 'Whole' }])
      const { body: kept } = await service.get('/venues/by-slug/whole')
      assert.equal(kept.city, 'Thun')
    })

    test('unknown paths pick nothing; an empty list picks all', async () => {
      assert.deepEqual((await service.get('/languages?_fields=nothing.here,__proto__,constructor')).body, {})
      assert.ok('default' in (await service.get('/languages?_fields=')).body)
    })

    test('has at most as many paths as a list has items, and few levels', async () => {
      const headers = { ...types.form, 'x-http-method-override': 'GET' }
      const answer = async (_fields: string) => {
        const reply = await service.post('/tags', form([['_fields', _fields]]), { headers })
        return [reply.status, Object.keys(reply.body.data?.params ?? {})]
      }
      for (const fields of ['total,'.repeat(1001), 'a,'.repeat(2 ** 18), `a${'.a'.repeat(20)}`])
        assert.deepEqual(await answer(fields), [400, ['_fields']])
      assert.deepEqual(await answer('total,'.repeat(1000)), [200, []])
      const { status } = await service.post(`/tags?_fields=a${'.a'.repeat(20)}`, { name: 'Not written' })
      assert.equal(status, 400)
      assert.equal((await service.get('/tags?search=Not%20written')).body.total, 0)
    })

    test('is not in page links if it is empty', async () => {
      assert.doesNotMatch((await service.get('/tags?_fields=,')).body.rest_url, /_fields/)
    })

    test('leaves problems whole', async () => {
      const { body } = await service.get('/events/999999?_fields=id')
      assert.equal(body.code, 'rest-event-not-found')
    })
  })
})
