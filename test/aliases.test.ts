import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { raw } from './raw.ts'
import { administrator, anEvent, onEachDatabase, Service, type Json } from './service.ts'

/** What clients of the incumbent rely on besides the routes themselves (interface: Aliases). */

const alias = '/wp-json/tribe/events/v1'
const namespace = 'tribe/events/v1'
const rootLink = (origin: string, root = '/wp-json') => `<${origin}${root}/>; rel="https://api.w.org/"`

describe('an alias that is nothing but its namespace', () => {
  const service = new Service({ CALENDS_ALIASES: `/${namespace}`, CALENDS_LANGUAGES: 'en,fr' })
  before(() => service.start())
  after(() => service.stop())

  const programs = { headers: { accept: 'application/json' } }

  test('has its REST root at /index.php, where every response says it is', async () => {
    for (const home of ['', '/fr']) {
      const { headers } = await service.get(`/${home}/${namespace}/events`)
      const [, root] = /<([^>]*)>; rel="https:\/\/api\.w\.org\/"/.exec(headers.get('link')!)!
      assert.equal(root, `${service.origin}${home}/index.php/`)
      const { status, body } = await service.get(root!)
      assert.deepEqual([status, body.home], [200, `${service.origin}${home}`])
      assert.deepEqual(body.namespaces, [namespace, 'wp/v2'])
      assert.equal((await service.post(`${root}wp/v2/media`)).body.code, 'rest_missing_callback_param')
      assert.equal((await service.get(`${root}${namespace}/events`)).body.total, 0)
      assert.deepEqual((await service.get(`/${home}/${namespace}`)).body._links.up, [{ href: root }])
    }
    assert.ok((await service.get('//')).headers.get('link')?.includes(rootLink(service.origin, '/index.php')))
  })

  test('is reached by rest_route as others are, never the welcome page', async () => {
    const root = (await service.get('//index.php')).body
    for (const path of ['/?rest_route=/', '/?rest_route=', '/index.php?rest_route=/', '/index.php/'])
      assert.deepEqual((await raw(service, { path, ...programs })).body, root, path)
    for (const path of [`/?rest_route=/${namespace}/events`, `/index.php?rest_route=/${namespace}/events`]) {
      const { status, body } = await raw(service, { path, ...programs })
      assert.deepEqual([status, body.total], [200, 0], path)
    }
    for (const path of ['/?rest_route=/nope', '/fr/?rest_route=/wp/v2', '/index.php/cal/events/v1/events']) {
      const { status, body } = await raw(service, { path, ...programs })
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], path)
    }
  })
})

onEachDatabase(
  (service) => {
    const ids: Record<string, number> = {}
    before(async () => {
      const fields = anEvent({
        title: 'Fair',
        slug: 'foire-été',
        categories: ['Fairs'],
        venue: { venue: 'Hall', address: 'Quai 1' },
        organizer: { organizer: 'Guild', email: 'guild@example.org' },
      })
      const { body } = await service.post('/events', fields)
      Object.assign(ids, { event: body.id, venue: body.venue.id, organizer: body.organizer[0].id })
    })

    describe('the REST root', () => {
      test('names its namespaces and all their routes', async () => {
        for (const path of ['//wp-json', '//wp-json/', '//fr/wp-json/']) {
          const { status, body, headers } = await service.get(path)
          assert.equal(status, 200, path)
          const members = ['name', 'description', 'url', 'home', 'namespaces', 'routes', '_links']
          assert.deepEqual(Object.keys(body), members)
          assert.deepEqual(body.namespaces, [namespace, 'wp/v2'])
          const discovery = await service.get(`${path.replace(/\/$/, '')}/${namespace}`)
          const byNamespace = Object.entries(body.routes as Record<string, Json>)
          const routesOf = (name: string) =>
            byNamespace
              .filter(([, route]) => route.namespace === name)
              .map(([path, { methods }]) => [path, methods])
          assert.deepEqual(routesOf(''), [['/', ['GET']]])
          assert.deepEqual(routesOf('wp/v2'), [
            ['/wp/v2/media', ['GET', 'POST']],
            [String.raw`/wp/v2/media/(?P<id>\d+)`, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
            ['/wp/v2/tags', ['GET', 'POST']],
            [String.raw`/wp/v2/tags/(?P<id>\d+)`, ['GET']],
            ['/wp/v2/tribe_events_cat', ['GET', 'POST']],
            [String.raw`/wp/v2/tribe_events_cat/(?P<id>\d+)`, ['GET']],
          ])
          assert.deepEqual(
            Object.fromEntries(byNamespace.filter(([, route]) => route.namespace === namespace)),
            discovery.body.routes,
          )
          assert.deepEqual(discovery.body._links.up, [
            { href: `${service.origin}${path.slice(1).replace(/\/$/, '')}/` },
          ])
          assert.ok(headers.get('etag'))
        }
        const { body } = await service.get('//fr/wp-json/')
        assert.deepEqual([body.url, body.home], [`${service.origin}/fr`, `${service.origin}/fr`])
        assert.match(body.description, /calendrier/)
      })

      test('has the name of the calendar', async () => {
        const name = async () => (await service.get('//wp-json/')).body.name
        const call = (CALENDS_NAME: string) => service.patch('//cal/admin/v1/settings', { CALENDS_NAME })
        assert.equal(await name(), 'Calends')
        await call('Biel/Bienne')
        assert.equal(await name(), 'Biel/Bienne')
        await call('')
      })

      test('has no other route, and one method', async () => {
        for (const path of ['//wp-json/wp/v2/posts', '//wp-json/wp/v2', '//wp-json/tribe', '//wp/v2/media'])
          assert.deepEqual((await service.get(path)).body.code, 'rest_no_route', path)
        const { status, headers } = await service.post('//wp-json/')
        assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
      })

      test('is announced by every response of an alias', async () => {
        const link = rootLink(service.origin)
        for (const path of [alias, `${alias}/events`, `${alias}/events/${ids.event}`, `${alias}/nowhere`])
          assert.ok((await service.get(`/${path}`)).headers.get('link')?.endsWith(link), path)
        const french = await service.get(`//fr${alias}/events`)
        assert.ok(french.headers.get('link')?.endsWith(rootLink(service.origin, '/fr/wp-json')))
        assert.doesNotMatch((await service.get('/events')).headers.get('link')!, /api\.w\.org/)
      })
    })

    describe('without rewriting of URLs', () => {
      const forms = (path: string, query: string) => [
        `/?rest_route=/${namespace}${path}&${query}`,
        `/?${query}&rest_route=${encodeURIComponent(`/${namespace}${path}`)}`,
        `/index.php?rest_route=/${namespace}${path}/&${query}`,
        `/index.php/wp-json/${namespace}${path}?${query}`,
      ]

      test('every form leads to the same response', async () => {
        for (const path of ['/events', `/events/${ids.event}`, '/categories', '']) {
          const direct = await raw(service, { path: `${alias}${path}?per_page=1&lang=en` })
          for (const form of forms(path, 'per_page=1&lang=en')) {
            const { status, body, headers } = await raw(service, { path: form })
            assert.deepEqual([status, headers.etag], [direct.status, direct.headers.etag], form)
            assert.deepEqual(body, direct.body, form)
          }
        }
      })

      test('a language segment stands in front', async () => {
        for (const path of [
          `/fr/?rest_route=/${namespace}/events`,
          `/fr/index.php/wp-json/${namespace}/events`,
        ]) {
          const { body, headers } = await raw(service, { path })
          assert.ok(body.rest_url.startsWith(`${service.origin}/fr${alias}/events`), path)
          assert.equal(headers['content-language'], 'fr')
        }
      })

      test('slugs beyond ASCII are found', async () => {
        const { slug } = (await service.get(`/events/${ids.event}`)).body
        const path = `/?rest_route=/${namespace}/events/by-slug/${encodeURIComponent(slug)}`
        assert.equal((await raw(service, { path })).body.id, ids.event)
      })

      test('writes arrive', async () => {
        for (const form of forms('/tags', '')) {
          const body = JSON.stringify({ name: `By ${form}` })
          const headers = { 'content-type': 'application/json' }
          const reply = await raw(service, { method: 'POST', path: form, body, headers, as: administrator })
          assert.deepEqual([reply.status, reply.body.name], [201, `By ${form}`])
        }
      })

      test('the root is the REST root', async () => {
        const direct = await service.get('//wp-json/')
        for (const path of [
          '/?rest_route=/',
          '/?rest_route=',
          '/index.php?rest_route=/',
          '/index.php/wp-json/',
        ])
          assert.deepEqual((await raw(service, { path })).body, direct.body, path)
      })

      test('what leads nowhere is 404, never the welcome page', async () => {
        for (const path of [
          '/?rest_route=/wp/v2/posts',
          '/?rest_route=nowhere',
          `/?rest_route=/${namespace}/nowhere`,
          '/index.php?rest_route=/cal/events/v1/events',
          '/index.php/wp-json/wp/v2',
          '/index.php',
          '/index.php/cal/events/v1/events',
          '/de/?rest_route=/x',
        ]) {
          const { status, body } = await raw(service, { path, headers: { accept: 'text/html' } })
          assert.deepEqual([status, body?.code], [404, 'rest_no_route'], path)
        }
        assert.equal((await raw(service, { path: '/?rest_route=/%zz' })).status, 400)
      })
    })

    test('author is a string in every representation, whoever reads', async () => {
      for (const as of [null, administrator]) {
        const single = (await service.get(`/${alias}/events/${ids.event}`, { as })).body
        const list = (await service.get(`/${alias}/events`, { as })).body.events[0]
        const venue = (await service.get(`/${alias}/venues/${ids.venue}`, { as })).body
        const organizers = (await service.get(`/${alias}/organizers`, { as })).body.organizers
        for (const one of [single, single.venue, single.organizer[0], list, list.venue, venue, organizers[0]])
          assert.equal(one.author, '1')
        const own = (await service.get(`/events/${ids.event}`, { as })).body
        for (const one of [own, own.venue, own.organizer[0]]) assert.equal(one.author, 1)
      }
      const made = await service.post(`/${alias}/events`, anEvent({ author: '1' }))
      assert.equal(made.body.author, '1')
      const { body: document } = await service.get(`/${alias}/doc`)
      const authorIn = ({ components }: Json) => components.schemas.venue.properties.author.type as string
      assert.equal(authorIn(document), 'string')
      assert.equal(authorIn((await service.get('/doc')).body), 'integer')
      await service.delete(`/events/${made.body.id}?force=true`)
    })

    test('reads ignore a bearer token of another service, and nothing else', async () => {
      const status = async (method: string, path: string, authorization: string) =>
        (await raw(service, { method, path, headers: { authorization } })).status
      for (const foreign of ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.x', 'bearer null', 'Bearer'])
        for (const path of [
          `${alias}/events`,
          `${alias}/venues/${ids.venue}`,
          `/?rest_route=/${namespace}/tags`,
        ]) {
          assert.equal(await status('GET', path, foreign), 200, `${foreign} ${path}`)
          assert.equal(await status('HEAD', path, foreign), 200, `${foreign} ${path}`)
          assert.equal(await status('POST', path, foreign), 401, `${foreign} ${path}`)
        }
      assert.equal(await status('GET', `${alias}/events?status=draft`, 'Bearer null'), 403)
      for (const own of ['Bearer cal_unknown', 'Bearer  cal_', 'Basic !!!', 'JWT x'])
        assert.equal(await status('GET', `${alias}/events`, own), 401, own)
      assert.equal(await status('GET', '/cal/events/v1/events', 'Bearer null'), 401)
    })

    test('a recurrence of The Events Calendar is ignored, and named', async () => {
      for (const recurrence of [{ type: 'weekly', end_type: 'never' }, { rules: [] }, {}, false, [{}]]) {
        const { status, body, headers } = await service.post(`/${alias}/events`, anEvent({ recurrence }))
        assert.deepEqual([status, headers.get('x-ignored')], [201, 'recurrence'], JSON.stringify(recurrence))
        assert.equal(body.recurrence, undefined)
        const { status: ours } = await service.post('/events', anEvent({ recurrence }))
        assert.equal(ours, 400)
        await service.delete(`/events/${body.id}?force=true`)
      }
      const { body } = await service.post(
        `/${alias}/events`,
        anEvent({ recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }),
      )
      assert.equal(body.recurrence.length, 1)
      await service.delete(`/events/${body.id}?force=true`)
    })

    describe('a venue or organizer that exists', () => {
      const posts: [string, string, Json, boolean][] = [
        ['the same name in another case', 'venue', { venue: 'hALL', city: 'Thun', description: 'x' }, true],
        ['the same address in another case', 'venue', { venue: 'Hall', address: 'quai 1' }, true],
        ['another address', 'venue', { venue: 'Hall', address: 'Quai 2' }, false],
        [
          'the same e-mail in another case',
          'organizer',
          { organizer: 'guild', email: 'Guild@Example.org' },
          true,
        ],
        ['another e-mail', 'organizer', { organizer: 'guild', email: 'other@example.org' }, false],
        ['reuse=false', 'venue', { venue: 'Hall', reuse: false }, false],
      ]
      for (const [name, kind, fields, isSame] of posts)
        test(`is returned unchanged, or not, for ${name}`, async () => {
          const { status, body, headers } = await service.post(`/${alias}/${kind}s`, fields)
          assert.equal(status, 201)
          assert.equal(body.id === ids[kind], isSame)
          assert.equal(headers.get('location'), `${service.origin}${alias}/${kind}s/${body.id}`)
          if (isSame) assert.deepEqual([body.city, body.description], [undefined, undefined])
          if (!isSame) await service.delete(`/${kind}s/${body.id}?force=true`)
        })

      test('in the trash does not count, nor does a namesake elsewhere', async () => {
        const first = (await service.post(`/${alias}/venues`, { venue: 'Once' })).body.id
        await service.delete(`/venues/${first}`)
        const second = (await service.post(`/${alias}/venues`, { venue: 'Once' })).body.id
        assert.notEqual(second, first)
        assert.notEqual((await service.post('/venues', { venue: 'Once' })).body.id, second)
      })
    })

    test('the root page of the server names the alias as sites of the incumbent do', async () => {
      const { headers } = await service.get('//')
      assert.equal(headers.get('x-tec-api-version'), 'v1')
      assert.equal(headers.get('x-tec-api-root'), `${service.origin}${alias}/`)
      assert.equal(headers.get('x-tec-api-origin'), service.origin)
      assert.ok(headers.get('link')!.includes(rootLink(service.origin)))
      assert.equal(headers.get('x-cal-api-root'), service.base)
    })

    test('robots.txt allows what programs read, but no filtered pages', async () => {
      const { text } = await service.get('//robots.txt')
      const rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, verdict, pattern]) => {
        const parts = pattern!.split('*').map((part) => part.replace(/[?.]/g, String.raw`\$&`))
        return {
          isAllowed: verdict === 'Allow',
          length: pattern!.length,
          matches: RegExp(`^${parts.join('.*')}`),
        }
      })
      // The longest pattern that matches decides (RFC 9309 2.2.2).
      const isAllowed = (path: string) =>
        rules.filter(({ matches }) => matches.test(path)).sort((one, other) => other.length - one.length)[0]
          ?.isAllowed ?? true
      for (const path of [
        '/cal/events/v1/events.ics?categories=fairs',
        '/fr/cal/events/v1/events?page=2',
        `${alias}/events?per_page=50`,
        `/fr${alias}/events?per_page=50`,
        `/?rest_route=/${namespace}/events`,
        '/?post_type=tribe_events&ical=1&eventDisplay=list',
        '/events/category/fairs/?ical=1',
        '/?page=2',
        '/event/fair/',
      ])
        assert.equal(isAllowed(path), true, path)
      for (const path of ['/?categories=fairs', '/?categories=fairs&page=2', '/month/2026-11/?cost=free'])
        assert.equal(isAllowed(path), false, path)
    })

    test('lang=all names no language', async () => {
      for (const query of ['lang=all', 'wpml_language=all']) {
        const { status, body, headers } = await service.get(`//fr${alias}/tags?hide_empty=false&${query}`)
        assert.deepEqual([status, headers.get('content-language')], [200, 'fr'], query)
        assert.doesNotMatch(body.rest_url, /language/)
      }
      assert.equal((await service.get(`/${alias}/tags?ml_language=all`)).status, 400)
    })

    test('orderby=event_date is start_date', async () => {
      const { status, body } = await service.get(`/${alias}/events?orderby=event_date`)
      assert.equal(status, 200)
      assert.match(body.rest_url, /orderby=start_date/)
      assert.equal((await service.get('/events?orderby=event_date')).status, 400)
    })

    test('an orderby that lists do not know is ignored, and named', async () => {
      const names = (query: string) =>
        ['events', 'venues', 'organizers'].map((kind) => [kind, `/${alias}/${kind}?${query}`] as const)
      for (const orderby of ['_EventStartDate', 'menu_order', 'post_date'])
        for (const [kind, path] of names(`orderby=${orderby}`)) {
          const { status, body, headers } = await service.get(path)
          assert.deepEqual([status, headers.get('x-ignored')], [200, 'orderby'], path)
          assert.doesNotMatch(body.rest_url, /orderby/)
          assert.equal((await service.get(`/${kind}?orderby=${orderby}`)).status, 400, kind)
        }
      for (const [, path] of names('orderby=modified&order=DESC')) {
        const { body, headers } = await service.get(path)
        assert.match(body.rest_url, /&orderby=modified/)
        assert.equal(headers.get('x-ignored'), null)
      }
    })

    test('other wrong values stay refused', async () => {
      for (const query of [
        'events?orderby=',
        'events?order=up',
        'tags?orderby=term_group',
        'events?per_page=-1',
      ])
        assert.equal((await service.get(`/${alias}/${query}`)).status, 400, query)
    })

    test('the argument namespace defaults to that of the alias', async () => {
      const { body } = await service.get(`/${alias}`)
      assert.equal(body.routes[`/${namespace}`].endpoints[0].args.namespace.default, namespace)
      const own = (await service.get('/')).body.routes['/cal/events/v1']
      assert.equal(own.endpoints[0].args.namespace.default, 'cal/events/v1')
      const { body: document } = await service.get(`/${alias}/doc`)
      const declared = document.paths[alias].get.parameters.find(({ name }: Json) => name === 'namespace')
      assert.equal(declared.schema.default, namespace)
    })

    test('preflights allow every header that is asked for', async () => {
      const headers = {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-wp-nonce,content-type',
      }
      const preflight = (path: string) => raw(service, { method: 'OPTIONS', path, headers })
      for (const path of [`${alias}/events`, '/wp-json/', `/?rest_route=/${namespace}/events`]) {
        const reply = await preflight(path)
        assert.equal(reply.status, 204, path)
        assert.equal(reply.headers['access-control-allow-headers'], 'x-wp-nonce,content-type', path)
        assert.match(reply.headers.vary!, /access-control-request-headers/i)
      }
      const own = await preflight('/cal/events/v1/events')
      assert.doesNotMatch(own.headers['access-control-allow-headers']!, /nonce/i)
    })
  },
  { CALENDS_ALIASES: alias },
)
