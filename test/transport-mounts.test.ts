import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { raw } from './raw.ts'
import { anEvent, Service, type Json } from './service.ts'

/** The base paths of the API, and the links in its responses. */

const running = (environment: Record<string, string>, run: (service: Service) => void) => {
  const service = new Service(environment)
  before(() => service.start())
  after(() => service.stop())
  run(service)
}

/** All URLs of the service in a response. */
const addresses = (value: unknown): string[] => {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addresses)
}

const seed = async (service: Service, root = '/cal/events/v1') => {
  const venue = { venue: 'Old Hall', city: 'Bern' }
  const fields = anEvent({
    title: 'Mounted',
    categories: ['Mounts'],
    tags: ['mount'],
    venue,
    organizer: { organizer: 'Us' },
  })
  const { body } = await service.post(`/${root}/events`, fields)
  assert.ok(body.id, JSON.stringify(body))
  return body
}

describe('at its own place, behind the languages and on aliases', () => {
  running({ CALENDS_ALIASES: '/wp-json/tribe/events/v1,/v2/a/b/c' }, (service) => {
    let id = 0
    before(async () => void ({ id } = await seed(service)))

    test('in lower case only, unlike pages', async () => {
      for (const path of [
        '//CAL/EVENTS/V1/EVENTS',
        `//Cal/events/v1/events/${id}`,
        '//FR/cal/events/v1/events',
      ])
        assert.equal((await service.get(path)).status, 404, path)
      assert.equal((await service.post('//CAL/events/v1/tags', { name: 'Loud' })).status, 404)
    })

    test('with the whole of a field that is named together with a part of it', async () => {
      const whole = (await service.get(`/events/${id}?_fields=venue`)).body
      assert.equal(whole.venue.city, 'Bern')
      for (const fields of ['venue,venue.venue', 'venue.venue,venue'])
        assert.deepEqual((await service.get(`/events/${id}?_fields=${fields}`)).body, whole)
    })

    const mounts = [
      ['', '/cal/events/v1', 'en'],
      ['/fr', '/cal/events/v1', 'fr'],
      ['/de', '/cal/events/v1', 'de'],
      ['', '/wp-json/tribe/events/v1', 'en'],
      ['/fr', '/wp-json/tribe/events/v1', 'fr'],
      ['', '/v2/a/b/c', 'en'],
    ] as const

    for (const [segment, root, language] of mounts) {
      const mount = `${segment}${root}`

      test(`${mount} is served, and its links stay on it`, async () => {
        const { status, body, headers } = await service.get(`/${mount}/events/${id}`)
        assert.equal(status, 200)
        assert.equal(headers.get('content-language'), 'en')
        const rest = `${service.origin}${mount}`
        assert.equal(body.rest_url, `${rest}/events/${id}`)
        assert.equal(body.categories[0].urls.self, `${rest}/categories/${body.categories[0].id}`)
        assert.equal(body.categories[0].urls.collection, `${rest}/categories`)
        assert.equal(body.venue.rest_url, `${rest}/venues/${body.venue.id}`)
        assert.equal(body.organizer[0].rest_url, `${rest}/organizers/${body.organizer[0].id}`)
        assert.ok(body.translations.en.rest_url.startsWith(`${rest}/events/${id}`))
        assert.match(headers.get('link')!, new RegExp(`<${rest}/events/`))
      })

      test(`lists of ${mount} lead to more of themselves`, async () => {
        const { body, headers } = await service.get(`/${mount}/categories?hide_empty=false&per_page=1`)
        assert.ok(body.rest_url.startsWith(`${service.origin}${mount}/categories`), body.rest_url)
        assert.ok(headers.get('link')!.includes(`${service.origin}${mount}/categories`))
      })

      test(`resources created at ${mount} have their Location there, in the language of the segment`, async () => {
        const { status, headers, body } = await service.post(`/${mount}/tags`, { name: `made at ${mount}` })
        assert.equal(status, 201)
        assert.equal(headers.get('location'), `${service.origin}${mount}/tags/${body.id}`)
        assert.equal(body.original_language, language)
        assert.equal(headers.get('content-language'), language)
      })

      test(`discovery at ${mount} names the namespace of the mount, and leads up`, async () => {
        const { body } = await service.get(`/${mount}`)
        const [up] = body._links.up as Json[]
        assert.equal((await service.get(up.href as string)).status, 200, up.href)
        const namespace = root.split('/').slice(-3).join('/')
        assert.equal(body.namespace, namespace)
        assert.ok(`/${namespace}/events` in body.routes)
        assert.equal((await service.get(`/${mount}/?namespace=${namespace}`)).status, 200)
        const other = await service.get(`/${mount}/?namespace=wp/v2`)
        assert.deepEqual([other.status, other.body.code], [404, 'rest_invalid_namespace'])
      })
    }

    test('only languages of the site are segments', async () => {
      const { status, body } = await service.get('//it/cal/events/v1/events')
      assert.deepEqual([status, body.code], [404, 'rest_no_route'])
    })

    test('a segment chooses the language, and a parameter wins over it', async () => {
      await service.patch(`/events/${id}`, { title: 'Monté', ml_language: 'fr' })
      const title = async (path: string) => (await service.get(path)).body.title as string
      assert.equal(await title(`//fr/cal/events/v1/events/${id}`), 'Monté')
      assert.equal(await title(`//fr/cal/events/v1/events/${id}?ml_language=en`), 'Mounted')
      assert.equal(await title(`//cal/events/v1/events/${id}?ml_language=fr`), 'Monté')
      await service.delete(`/events/${id}/translations/fr`)
    })

    describe('an alias', () => {
      const alias = '//wp-json/tribe/events/v1'

      for (const name of ['ml_language', 'wpml_language', 'lang'])
        test(`uses ${name} as the language`, async () => {
          const { headers, body } = await service.post(`${alias}/tags`, { name: `par ${name}`, [name]: 'fr' })
          assert.equal(headers.get('content-language'), 'fr')
          assert.equal(body.original_language, 'fr')
          const read = await service.get(`${alias}/tags/${body.id}?${name}=fr`)
          assert.equal(read.body.language, 'fr')
        })

      test('refuses a language that is not one of the site, by any name', async () => {
        for (const name of ['ml_language', 'wpml_language', 'lang']) {
          const { status, body } = await service.get(`${alias}/events?${name}=xx`)
          assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], name)
        }
      })

      test('lists carry the headers that clients of the incumbent read', async () => {
        const { headers, body } = await service.get(`${alias}/events`)
        assert.equal(headers.get('x-tec-total'), String(body.total))
        assert.equal(headers.get('x-tec-totalpages'), String(body.total_pages))
        assert.equal(headers.get('x-total'), String(body.total))
      })
    })

    test('elsewhere the synonyms are unknown parameters, and those headers absent', async () => {
      const { status, headers } = await service.get('/events?lang=xx&wpml_language=xx')
      assert.equal(status, 200)
      assert.equal(headers.get('x-tec-total'), null)
      assert.equal(headers.get('x-tec-totalpages'), null)
    })

    test('an alias has its own entity tags', async () => {
      const own = await service.get(`/tags?hide_empty=false`)
      const other = await service.get(`//wp-json/tribe/events/v1/tags?hide_empty=false`)
      assert.notEqual(own.headers.get('etag'), other.headers.get('etag'))
    })

    test('links are built from the host that the request named', async () => {
      const { body } = await raw(service, {
        path: `/cal/events/v1/events/${id}`,
        headers: { host: 'cal.example.org:8443' },
      })
      assert.equal(body.rest_url, `http://cal.example.org:8443/cal/events/v1/events/${id}`)
      assert.equal(body.global_id, `cal.example.org:8443?id=${id}`)
      assert.equal(body.url, 'http://cal.example.org:8443/event/mounted/')
    })

    test('forwarded headers count for nothing by default', async () => {
      const headers = {
        host: 'inside',
        forwarded: 'proto=https;host=evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-prefix': '/evil',
        'x-forwarded-port': '444',
      }
      const { body } = await raw(service, { path: `/cal/events/v1/events/${id}`, headers })
      assert.deepEqual(
        addresses(body).filter(
          (address) => !address.startsWith('http://inside/') && !address.includes('schema.org'),
        ),
        [],
      )
    })

    test('a host that is none does not find its way into links', async () => {
      const { body, status } = await raw(service, {
        path: `/cal/events/v1/events/${id}`,
        headers: { host: 'a"><script>/x' },
      })
      assert.ok(status === 200 || status === 400)
      assert.ok(!JSON.stringify(body).includes('script>'))
    })
  })
})

describe('behind a prefix', () => {
  const aliased = { CALENDS_ALIASES: '/wp-json/tribe/events/v1' }
  running({ ...aliased, CALENDS_PREFIX: '/api', CALENDS_LANGUAGES: 'fr,en' }, (service) => {
    test('the language comes before the prefix', async () => {
      const { body } = await service.post('//fr/api/cal/events/v1/tags', { name: 'préfixe' })
      assert.equal(body.urls.self, `${service.origin}/fr/api/cal/events/v1/tags/${body.id}`)
      assert.equal((await service.get('//api/cal/events/v1/tags')).status, 200)
    })

    test('there is nothing without the prefix, or with the language behind it', async () => {
      for (const path of ['//cal/events/v1/tags', '//api/fr/cal/events/v1/tags', '//fr/cal/events/v1/tags'])
        assert.deepEqual((await service.get(path)).body?.code, 'rest_no_route', path)
    })

    test('global_id has the prefix on every mount, because another service may have the same host', async () => {
      const { id } = (await service.post('//api/cal/events/v1/venues', { venue: 'Global' })).body
      const own = `${service.origin.replace('http://', '')}/api?id=${id}`
      for (const mount of ['/api/cal', '/en/api/cal', '/wp-json/tribe']) {
        const { body } = await service.get(`/${mount}/events/v1/venues/${id}`)
        assert.deepEqual([body.global_id, body.global_id_lineage], [own, [own]], mount)
      }
    })

    test('discovery links to a level above that exists', async () => {
      for (const path of ['//api/cal/events/v1', '//en/api/cal/events/v1']) {
        const { body } = await service.get(path)
        for (const { href } of body._links.up) assert.equal((await service.get(href)).status, 200, href)
      }
    })

    test('the first language of the site is the default', async () => {
      const { body } = await service.post('//api/cal/events/v1/tags', { name: 'par défaut' })
      assert.equal(body.original_language, 'fr')
    })
  })
})

describe('behind a proxy that is not trusted', () => {
  const warnings = ({ logged }: Service) =>
    logged.split('\n').filter((line) => line.includes('come through a proxy'))
  const throughProxy = { headers: { 'x-forwarded-for': '192.0.2.1' } }

  running({ CALENDS_RATE_LIMIT: 'on', CALENDS_PUBLIC_URL: 'https://public.example' }, (service) => {
    test('the log says once that visitors share their limits', async () => {
      await service.get('/tags')
      assert.equal(warnings(service).length, 0)
      for (const path of ['/tags', '/tags', '//']) await service.get(path, throughProxy)
      assert.equal(warnings(service).length, 1)
    })
  })

  const others: Record<string, string>[] = [
    { CALENDS_RATE_LIMIT: 'off' },
    { CALENDS_RATE_LIMIT: 'on', CALENDS_TRUST_PROXY: 'on' },
  ]
  for (const settled of others)
    running(settled, (service) => {
      test(`the log says nothing with ${JSON.stringify(settled)}`, async () => {
        await service.get('/tags', throughProxy)
        assert.equal(warnings(service).length, 0)
      })
    })
})

describe('behind a trusted proxy', () => {
  running({ CALENDS_TRUST_PROXY: 'on' }, (service) => {
    let id = 0
    before(async () => void ({ id } = await seed(service)))

    const cases: [string, Record<string, string>, string][] = [
      ['Forwarded', { forwarded: 'for=192.0.2.1;proto=https;host=cal.example' }, 'https://cal.example'],
      [
        'X-Forwarded-Proto and -Host',
        { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cal.example' },
        'https://cal.example',
      ],
      [
        'X-Forwarded-Proto alone',
        { host: 'kept.example', 'x-forwarded-proto': 'https' },
        'https://kept.example',
      ],
      [
        'X-Forwarded-Prefix',
        { 'x-forwarded-host': 'cal.example', 'x-forwarded-prefix': '/cal' },
        'http://cal.example/cal',
      ],
      ['neither', { host: 'plain.example' }, 'http://plain.example'],
    ]
    for (const [name, headers, origin] of cases)
      test(`${name} determines the origin of links`, async () => {
        const { body } = await raw(service, { path: `/cal/events/v1/events/${id}`, headers })
        assert.equal(body.rest_url, `${origin}/cal/events/v1/events/${id}`)
        assert.equal(body.url, `${origin}/event/mounted/`)
      })

    test('responses vary by the headers of the proxy', async () => {
      const { headers } = await service.get(`/events/${id}`)
      assert.match(headers.get('vary')!, /X-Forwarded-Host/i)
      assert.match(headers.get('vary')!, /Forwarded/i)
    })
  })
})

describe('with a public URL', () => {
  running(
    { CALENDS_TRUST_PROXY: 'on', CALENDS_PUBLIC_URL: 'https://public.example/calendar/' },
    (service) => {
      test('it takes precedence over Host and proxy headers', async () => {
        const { id } = await seed(service)
        const headers = {
          host: 'inside',
          forwarded: 'proto=http;host=other.example',
          'x-forwarded-host': 'third.example',
        }
        const { body, headers: answered } = await raw(service, {
          path: `/fr/cal/events/v1/events/${id}`,
          headers,
        })
        assert.equal(body.rest_url, `https://public.example/calendar/fr/cal/events/v1/events/${id}`)
        assert.equal(body.url, 'https://public.example/calendar/event/mounted/')
        assert.equal(body.global_id, `public.example/calendar?id=${id}`)
        assert.ok(!/X-Forwarded-Host/i.test(answered.vary ?? ''), answered.vary)
      })
    },
  )
})
