import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as zlib from 'node:zlib'
import { basic, exchange, raw } from './raw.ts'
import { administrator, anEvent, onEachDatabase, Service } from './service.ts'

/** Methods, validators, caches, other origins, codings and limits: what HTTP itself asks of every route. */

const root = '/cal/events/v1'

onEachDatabase((service: Service) => {
  const ids: Record<string, number> = {}

  before(async () => {
    const { body } = await service.post(
      '/events',
      anEvent({
        title: 'Gig',
        categories: ['Music'],
        tags: ['loud'],
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Us' },
      }),
    )
    Object.assign(ids, {
      events: body.id,
      venues: body.venue.id,
      organizers: body.organizer[0].id,
      categories: body.categories[0].id,
      tags: body.tags[0].id,
    })
    // Enough to be worth compressing.
    for (let n = 0; n < 12; n++)
      await service.post('/tags', { name: `tag ${n}`, description: 'word '.repeat(20) })
  })

  describe('unknown routes', () => {
    const paths = [
      '/nothing',
      '/events/abc',
      '/events/1a',
      '/events/-1',
      '/events/1.5',
      '/events/by-slug',
      '/events/by-slug/',
      '/events/by-slug//',
      '/events/1/2',
      '/events/by-slug/a/b',
      '/categories/by-slug/music',
      '/tags/by-slug/loud',
      '/doc/x',
      '/events/1/translations',
      '/EVENTS',
      '/constructor',
      '/__proto__',
    ]
    for (const path of paths)
      test(`${path} is no route for any method`, async () => {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
          const { status, body } = await raw(service, { method, path: `${root}${path}`, as: administrator })
          assert.deepEqual([status, body?.code], [404, 'rest_no_route'], method)
          assert.equal(body.data.status, 404)
        }
        const head = await raw(service, { method: 'HEAD', path: `${root}${path}` })
        assert.deepEqual([head.status, head.bytes.length], [404, 0])
      })

    test('outside the namespace too', async () => {
      for (const path of [
        '/cal/events/v2/events',
        '/cal/events',
        '/wp-json/tribe/events/v1/events',
        '/fr/nothing',
      ])
        assert.deepEqual((await raw(service, { path })).body?.code, 'rest_no_route', path)
    })
  })

  describe('known routes, other methods', () => {
    const one = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    const routes: [string, string[]][] = [
      ['/', ['GET', 'HEAD', 'OPTIONS']],
      ['/languages', ['GET', 'HEAD', 'OPTIONS']],
      ['/events', ['GET', 'HEAD', 'POST', 'OPTIONS']],
      ['/events/1', one],
      ['/events/999999', one],
      ['/events/by-slug/gig', one],
      ['/venues', ['GET', 'HEAD', 'POST', 'OPTIONS']],
      ['/venues/1', one],
      ['/venues/by-slug/hall', one],
      ['/organizers', ['GET', 'HEAD', 'POST', 'OPTIONS']],
      ['/organizers/1', one],
      ['/organizers/by-slug/us', one],
      ['/categories', ['GET', 'HEAD', 'POST', 'OPTIONS']],
      ['/categories/1', one],
      ['/tags', ['GET', 'HEAD', 'POST', 'OPTIONS']],
      ['/tags/1', one],
      ['/events/1/translations/fr', ['DELETE', 'OPTIONS']],
    ]
    const tried = [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'LOCK',
      'PURGE',
      'M-SEARCH',
    ]

    for (const [path, answered] of routes)
      test(`${path} supports only ${answered.join(', ')}`, async () => {
        for (const method of tried.filter((one) => !answered.includes(one)))
          for (const mount of [root, `/fr${root}`]) {
            const { status, body, headers } = await raw(service, { method, path: `${mount}${path}` })
            assert.deepEqual([status, body?.code, body?.data?.status], [405, 'rest_no_route', 405], method)
            assert.equal(headers.allow, answered.join(', '), method)
          }
      })

    test('OPTIONS describes the route and its methods', async () => {
      for (const [path, answered] of routes) {
        const { status, body, headers } = await raw(service, { method: 'OPTIONS', path: `${root}${path}` })
        assert.deepEqual([status, headers.allow], [200, answered.join(', ')], path)
        assert.equal(body.namespace, 'cal/events/v1')
        assert.ok(Array.isArray(body.endpoints) && body.endpoints.length > 0, path)
        assert.ok(body.methods.every((method: string) => answered.includes(method)))
      }
    })

    test('OPTIONS describes arguments in the language of the request', async () => {
      const { body } = await raw(service, { method: 'OPTIONS', path: `${root}/tags` })
      const create = body.endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'))
      assert.equal(create.args.name.required, true)
      assert.equal(create.args.name.type, 'string')
      for (const [path, acceptLanguage, language, description] of [
        [`${root}/languages`, '', 'en', 'Language code'],
        [`${root}/languages?ml_language=fr`, 'de', 'fr', 'Code de langue'],
        [`/fr${root}/languages`, 'de', 'fr', 'Code de langue'],
        [`${root}/languages`, 'de', 'de', 'Sprachcode'],
      ] as const) {
        const asked = { method: 'OPTIONS', path, headers: { 'accept-language': acceptLanguage } }
        const described = await raw(service, asked)
        assert.equal(described.headers['content-language'], language)
        assert.equal(described.body.endpoints[0].args.ml_language.description, description)
      }
    })
  })

  describe('HEAD', () => {
    for (const path of [
      '/',
      '/languages',
      '/events',
      '/events?per_page=1',
      '/venues',
      '/tags',
      '/events/by-slug/gig',
      '/events/999999',
      '/events?page=0',
      '/nothing',
    ])
      test(`of ${path} is GET without the body`, async () => {
        const get = await raw(service, { path: root + path })
        const head = await raw(service, { method: 'HEAD', path: root + path })
        assert.equal(head.bytes.length, 0)
        assert.equal(head.status, get.status)
        for (const name of [
          'content-type',
          'content-length',
          'etag',
          'x-total',
          'x-total-pages',
          'link',
          'content-language',
          'cache-control',
          'vary',
        ])
          assert.equal(head.headers[name], get.headers[name], name)
      })
  })

  describe('answers', () => {
    test('are compact JSON in UTF-8', async () => {
      await service.post('/tags', { name: 'Fête – 祭り 🎉' })
      const reply = await raw(service, { path: `${root}/tags?hide_empty=0&search=f%C3%AAte` })
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(reply.bytes.toString(), JSON.stringify(reply.body))
      assert.ok(reply.bytes.toString().includes('Fête – 祭り 🎉'))
    })

    test('with an error are JSON in UTF-8 too', async () => {
      for (const [method, path, status] of [
        ['GET', '/nothing', 404],
        ['PUT', '/events', 405],
        ['POST', '/tags', 401],
        ['GET', '/events?page=x', 400],
      ] as const) {
        const reply = await raw(service, {
          method,
          path: root + path,
          body: '{"name":"x"}',
          headers: { 'content-type': 'application/json' },
        })
        assert.equal(reply.status, status)
        assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
        assert.equal(reply.bytes.toString(), JSON.stringify(reply.body))
      }
    })
  })

  describe('validators', () => {
    const reads = [
      '/',
      '/languages',
      '/events',
      '/events/by-slug/gig',
      '/venues',
      '/organizers',
      '/categories',
      '/tags?hide_empty=0',
    ]
    for (const path of reads)
      test(`${path} has a strong ETag, and If-None-Match gets 304`, async () => {
        for (const as of [null, administrator]) {
          const { headers } = await service.get(path, { as })
          const tag = headers.get('etag')!
          assert.match(tag, /^"[^"]+"$/)
          for (const condition of [tag, `W/${tag}`, `"other", ${tag}`]) {
            const again = await service.get(path, { as, headers: { 'if-none-match': condition } })
            assert.deepEqual([again.status, again.text], [304, ''], condition)
            assert.equal(again.headers.get('etag'), tag)
            assert.equal(again.headers.get('cache-control'), headers.get('cache-control'))
            assert.equal(again.headers.get('vary'), headers.get('vary'))
          }
          assert.equal((await service.get(path, { as, headers: { 'if-none-match': '"other"' } })).status, 200)
        }
      })

    test('another language, mount, right or content has another tag', async () => {
      await service.patch(`/events/${ids.events}`, { title: 'Concert', ml_language: 'fr' })
      const tag = async (path: string, as: string | null = null) =>
        (await service.get(path, { as })).headers.get('etag')
      const tags = await Promise.all([
        tag(`/events/${ids.events}`),
        tag(`/events/${ids.events}?ml_language=fr`),
        tag(`//fr${root}/events/${ids.events}`),
        tag(`/events/${ids.events}`, administrator),
        tag(`/events/${ids.events}?_fields=id`),
      ])
      assert.equal(new Set(tags).size, tags.length, tags.join(' '))
      assert.equal(await tag(`/events/${ids.events}`), tags[0])
      await service.patch(`/events/${ids.events}`, { cost: '5' })
      assert.notEqual(await tag(`/events/${ids.events}`), tags[0])
    })

    test('an empty list has the tag of its own language', async () => {
      const tags = await Promise.all(
        ['fr', 'de'].map(async (language) =>
          (await service.get(`/venues?search=nowhere&ml_language=${language}`)).headers.get('etag'),
        ),
      )
      assert.notEqual(tags[0], tags[1])
    })

    test('a problem has none', async () => {
      assert.equal((await service.get('/events/999999')).headers.get('etag'), null)
    })

    for (const [method, expected] of [
      ['PUT', 200],
      ['PATCH', 200],
      ['POST', 200],
      ['DELETE', 200],
    ] as const)
      test(`${method} with a current tag is done, with a stale one 412`, async () => {
        const { id } = (await service.post('/venues', { venue: `Matched by ${method}` })).body
        const tag = (await service.get(`/venues/${id}`, { as: administrator })).headers.get('etag')!
        await service.patch(`/venues/${id}`, { city: 'Changed' })
        const body = method === 'DELETE' ? undefined : { city: 'Mine' }
        const stale = await service.request(method, `/venues/${id}`, body, { headers: { 'if-match': tag } })
        assert.deepEqual([stale.status, stale.body.code], [412, 'rest_precondition_failed'])
        assert.equal((await service.get(`/venues/${id}`)).body.city, 'Changed')
        const current = (await service.get(`/venues/${id}`, { as: administrator })).headers.get('etag')!
        const done = await service.request(method, `/venues/${id}`, body, {
          headers: { 'if-match': `"x", ${current}` },
        })
        assert.equal(done.status, expected, JSON.stringify(done.body))
      })

    test('the ETag of a read by slug, anonymous, in another language or encoding is accepted as well', async () => {
      const { id } = (await service.post('/venues', { venue: 'Read elsewhere' })).body
      await service.patch(`/venues/${id}`, { venue: 'Lu ailleurs', ml_language: 'fr' })
      const reads = [
        await service.get('/venues/by-slug/read-elsewhere', { as: administrator }),
        await service.get(`/venues/${id}`),
        await service.get(`/venues/${id}?ml_language=fr`, { as: administrator }),
      ]
      for (const { headers } of reads) {
        const { status } = await service.patch(
          `/venues/${id}`,
          {},
          { headers: { 'if-match': headers.get('etag')! } },
        )
        assert.equal(status, 200)
      }
    })

    test('If-Match works for terms, by slug, and with a star', async () => {
      const { id } = (await service.post('/categories', { name: 'Matched' })).body
      const refused = await service.patch(
        `/categories/${id}`,
        { description: 'x' },
        { headers: { 'if-match': '"stale"' } },
      )
      assert.equal(refused.status, 412)
      assert.equal(
        (await service.patch(`/categories/${id}`, { description: 'x' }, { headers: { 'if-match': '*' } }))
          .status,
        200,
      )
      await service.post('/organizers', { organizer: 'Matched by slug' })
      const bySlug = await service.patch(
        '/organizers/by-slug/matched-by-slug',
        { phone: '1' },
        { headers: { 'if-match': '"stale"' } },
      )
      assert.equal(bySlug.status, 412)
    })

    test('a weak tag never matches If-Match', async () => {
      const { headers } = await service.get(`/venues/${ids.venues}`, { as: administrator })
      const { status } = await service.patch(
        `/venues/${ids.venues}`,
        { city: 'x' },
        { headers: { 'if-match': `W/${headers.get('etag')!}` } },
      )
      assert.equal(status, 412)
    })
  })

  describe('caches', () => {
    test('may store anonymous responses, and must revalidate', async () => {
      for (const path of ['/', '/events', '/events/by-slug/gig', '/tags'])
        assert.equal(
          (await service.get(path)).headers.get('cache-control'),
          'public, max-age=0, must-revalidate',
        )
    })

    test('must not store responses to requests with credentials', async () => {
      for (const path of ['/', '/events', '/events/by-slug/gig', '/tags'])
        assert.equal(
          (await service.get(path, { as: administrator })).headers.get('cache-control'),
          'private, no-store',
        )
    })

    test('must not store events unlocked by a password', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Secret', password: 'sesame' }))).body
      const { status, headers } = await service.get(`/events/${id}?password=sesame`)
      assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-store'])
    })

    test('must not store errors and responses to writes', async () => {
      const replies = [
        await service.get('/events/999999'),
        await service.get('/nothing'),
        await service.post('/tags', { name: 'uncached' }),
        await service.post('/tags', {}),
      ]
      for (const { headers } of replies) assert.match(headers.get('cache-control')!, /no-store/)
    })

    test('Vary contains exactly what the response depends on', async () => {
      const vary = async (path: string) => (await service.get(path)).headers.get('vary')!.split(', ').sort()
      // What is asked for as JSON may be asked for in other forms.
      assert.deepEqual(await vary('/events'), ['Accept', 'Accept-Encoding', 'Authorization', 'Cookie'])
      assert.deepEqual(await vary('/events/by-slug/gig'), [
        'Accept',
        'Accept-Encoding',
        'Authorization',
        'Cookie',
      ])
      assert.deepEqual(await vary('/tags'), ['Accept-Encoding', 'Authorization', 'Cookie'])
      assert.deepEqual(await vary('/'), ['Accept-Encoding', 'Accept-Language', 'Authorization', 'Cookie'])
      assert.ok((await vary('/events/999999')).includes('Accept-Language'))
    })
  })

  describe('other origins', () => {
    const origin = { origin: 'https://elsewhere.example' }

    test('may read every response, without cookies', async () => {
      for (const [method, path] of [
        ['GET', '/events'],
        ['GET', '/nothing'],
        ['PUT', '/events'],
        ['POST', '/tags'],
        ['OPTIONS', '/events'],
      ] as const) {
        const { headers } = await raw(service, { method, path: root + path, headers: origin })
        assert.equal(headers['access-control-allow-origin'], '*', `${method} ${path}`)
        assert.equal(headers['access-control-allow-credentials'], undefined)
        const exposed = headers['access-control-expose-headers']!.toLowerCase().split(/, */)
        for (const name of [
          'x-total',
          'x-total-pages',
          'link',
          'etag',
          'content-language',
          'location',
          'retry-after',
          'ratelimit-limit',
          'ratelimit-remaining',
          'ratelimit-reset',
        ])
          assert.ok(exposed.includes(name), name)
      }
    })

    test('get the allowed methods and headers before a write', async () => {
      const { status, headers } = await raw(service, {
        method: 'OPTIONS',
        path: `${root}/events/1`,
        headers: {
          ...origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,content-type,if-match',
        },
      })
      assert.ok(status === 200 || status === 204)
      assert.equal(headers['access-control-allow-origin'], '*')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.ok(headers['access-control-allow-methods']!.includes(method))
      for (const name of [
        'authorization',
        'content-type',
        'if-match',
        'if-none-match',
        'x-http-method-override',
        'x-message-language',
      ])
        assert.ok(headers['access-control-allow-headers']!.toLowerCase().includes(name), name)
    })

    test('read a 304 as well', async () => {
      const { headers } = await service.get('/tags')
      const again = await service.get('/tags', {
        headers: { ...origin, 'if-none-match': headers.get('etag')! },
      })
      assert.equal(again.headers.get('access-control-allow-origin'), '*')
    })
  })

  describe('codings', () => {
    const path = `${root}/tags?hide_empty=0`
    const unpack: Record<string, (bytes: Buffer) => Buffer> = {
      gzip: (bytes) => zlib.gunzipSync(bytes),
      br: (bytes) => zlib.brotliDecompressSync(bytes),
    }

    for (const coding of ['gzip', 'br', 'zstd'])
      test(`${coding} is used where the client accepts it`, async () => {
        const plain = await raw(service, { path })
        const packed = await raw(service, { path, headers: { 'accept-encoding': coding } })
        assert.equal(packed.headers['content-encoding'], coding)
        assert.ok(packed.bytes.length < plain.bytes.length)
        assert.notEqual(packed.headers.etag, plain.headers.etag)
        assert.match(packed.headers.etag!, /^"[^"]+"$/)
        assert.match(packed.headers.vary!, /Accept-Encoding/)
        if (unpack[coding]) assert.deepEqual(unpack[coding](packed.bytes), plain.bytes)
        const again = await raw(service, {
          path,
          headers: { 'accept-encoding': coding, 'if-none-match': packed.headers.etag! },
        })
        assert.deepEqual([again.status, again.headers.etag], [304, packed.headers.etag])
      })

    test('none is used where the client accepts none', async () => {
      for (const accepted of ['identity', 'gzip;q=0', 'compress', ''])
        assert.equal(
          (await raw(service, { path, headers: { 'accept-encoding': accepted } })).headers[
            'content-encoding'
          ],
          undefined,
          accepted,
        )
    })
  })

  describe('bodies', () => {
    const send = (body: string | Buffer, type?: string, path = '/tags', as: string | null = administrator) =>
      raw(service, {
        method: 'POST',
        path: root + path,
        body,
        as,
        headers: type === undefined ? {} : { 'content-type': type },
      })

    const broken: [string, string | Buffer][] = [
      ['cut short', '{"name": "x"'],
      ['a list', '[1,2]'],
      ['a text', '"name"'],
      ['a number', '12'],
      ['null', 'null'],
      ['with a comma too many', '{"name":"x",}'],
      ['no JSON at all', 'name=x'],
      ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ['too deep', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ]
    for (const [name, body] of broken)
      test(`JSON ${name}: 400 with the position`, async () => {
        const reply = await send(body, 'application/json')
        assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_json'])
        assert.ok(Number.isInteger(reply.body.data.position), JSON.stringify(reply.body.data))
      })

    test('the position is that of the error', async () => {
      const { body } = await send('{"name": oops}', 'application/json')
      assert.equal(body.data.position, 9)
    })

    for (const type of [
      'text/plain',
      'application/xml',
      'application/octet-stream',
      'nonsense',
      'application/json; charset=utf-16',
      undefined,
    ])
      test(`a body of ${type ?? 'no type'}: 415`, async () => {
        const { status, body } = await send('<name>x</name>', type)
        assert.deepEqual([status, body.code], [415, 'rest_unsupported_media_type'])
      })

    test('no body at all needs no type', async () => {
      const { status, body } = await raw(service, {
        method: 'POST',
        path: `${root}/tags?name=Bodiless`,
        as: administrator,
      })
      assert.deepEqual([status, body.name], [201, 'Bodiless'])
    })

    test('a multipart body without its boundary: 400', async () => {
      const { status, body } = await send('x', 'multipart/form-data')
      assert.deepEqual([status, body.code], [400, 'rest_invalid_json'])
    })

    test('more than two megabytes: 413', async () => {
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const { status, body } = await send(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), type)
        assert.deepEqual([status, body.code], [413, 'rest_body_too_large'], type)
      }
    })

    test('up to two megabytes are read', async () => {
      const { status } = await send(
        JSON.stringify({ name: 'Large', ignored: 'a'.repeat(2 * 1024 * 1024 - 100) }),
        'application/json',
      )
      assert.equal(status, 201)
    })

    test('one that claims to be endless is refused without being waited for', async () => {
      const head = `POST ${root}/tags HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${basic(administrator)}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`
      assert.match(await exchange(service, head), /^HTTP\/1\.1 413 /)
    })

    test('an incomplete body changes nothing', async () => {
      const head = `POST ${root}/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(administrator)}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`
      assert.match(await exchange(service, head), /^HTTP\/1\.1 400 /)
    })
  })

  test('invalid HTTP gets 400 with the error body', async () => {
    const answer = await exchange(service, 'NONSENSE\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!) as {
      code: string
      message: string
      data: { status: number }
    }
    assert.ok(body.code && body.message)
    assert.equal(body.data.status, 400)
  })

  test('no valid Host header, or two, get 400 with the error body, a request ID and no more', async () => {
    for (const path of [`${root}/tags`, '/docs', '/health/live', '/nowhere'])
      for (const hosts of [
        '',
        'Host: a\r\nHost: b\r\n',
        'Host: a\r\nhost: a\r\n',
        `Host: a\r\n${'a:\r\n'.repeat(2_000)}Host: b\r\n`,
        ...['a, b', 'a b', 'a/b', 'user@a', 'a:b', 'a:80:90', '[::1', '::1', 'a"', 'b\u00fcro.example'].map(
          (host) => `Host: ${host}\r\n`,
        ),
      ]) {
        const answer = await exchange(service, `GET ${path} HTTP/1.1\r\n${hosts}\r\n`)
        assert.match(answer, /^HTTP\/1\.1 400 /, `${path} ${hosts}`)
        assert.match(answer, /^x-request-id: [\w-]+\r$/im)
        assert.match(
          answer,
          /\r\n\r\n\{"code":"rest_bad_request","message":"[^"]+","data":\{"status":400\}\}$/,
        )
      }
    assert.match(await exchange(service, `GET ${root}/tags HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /)
    for (const host of ['', 'a', 'A_b.example:8080', '127.0.0.1', '[2001:db8::1]:80', 'xn--bro-hoa.example:'])
      assert.match(
        await exchange(service, `GET ${root}/tags HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 200 /,
        host,
      )
  })

  test('a transfer coding other than chunked gets 501, and nothing after it is read', async () => {
    for (const path of [`${root}/tags`, '/docs', '/health/live', '/nowhere'])
      for (const coding of ['gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked', '']) {
        const next = `GET ${root}/tags HTTP/1.1\r\nHost: a\r\n\r\n`
        const answer = await exchange(
          service,
          `GET ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${next}`,
        )
        assert.match(answer, /^HTTP\/1\.1 501 /, `${path} ${coding}`)
        assert.match(answer, /\r\n\r\n\{"code":"rest_bad_request",[^\n]*"status":501\}\}$/)
      }
  })

  test('a chunked body is read in HTTP/1.0 too, but nothing after it', async () => {
    for (const path of [`${root}/tags`, '/docs']) {
      const request = `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n`
      const answer = await exchange(service, request + request)
      assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1)
      assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/i)
    }
  })

  test('links lead to the host in the request target, if there is one', async () => {
    const answer = await exchange(
      service,
      `GET http://b.example${root}/tags?_fields=rest_url HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
    )
    assert.match(answer, /"rest_url":"http:\/\/b\.example\/cal/)
  })

  test('a path that is not percent-encoded UTF-8 gets the error body', async () => {
    for (const path of ['/events/by-slug/%E9', '/events/by-slug/%', '/%zz']) {
      const { status, body } = await raw(service, { path: root + path })
      assert.ok(status === 400 || status === 404, path)
      assert.equal(body.data.status, status)
      assert.ok(body.code && body.message)
    }
  })

  test('outside of the API such a path is refused as well, and the service goes on', async () => {
    for (const path of ['/%ff', '/event/%ff/?ml_language=fr', '/media/%C3', '/admin/%', '/docs/%E9', '//%ff'])
      assert.equal((await raw(service, { path })).status, 400, path)
    assert.equal((await raw(service, { path: '/health/live' })).status, 200)
  })

  test('each coding of a file has a validator of its own, and all of them are known again', async () => {
    const path = '//embed/calends-calendar.js'
    const tagIn = async (coding: string) =>
      (await service.get(path, { headers: { 'accept-encoding': coding } })).headers.get('etag')!
    const tags = await Promise.all(['identity', 'gzip', 'br'].map(tagIn))
    assert.equal(new Set(tags).size, 3)
    for (const tag of tags) {
      const { status } = await service.get(path, { headers: { 'if-none-match': tag } })
      assert.equal(status, 304, tag)
    }
  })

  test('a browser gets the page for an address without a page there, in the language of the path', async () => {
    for (const [path, language] of [
      ['/event/%ff/', 'en'],
      ['/de/event/%C3/', 'de'],
    ] as const) {
      const response = await fetch(service.origin + path, { headers: { accept: 'text/html' } })
      assert.equal(response.status, 404, path)
      assert.match(response.headers.get('content-type')!, /^text\/html/)
      assert.ok((await response.text()).includes(`<html lang="${language}"`), path)
    }
  })
})

describe('with other settings', () => {
  const service = new Service({ CALENDS_MAX_AGE: '60', CALENDS_MAX_BODY: '100' })
  before(() => service.start())
  after(() => service.stop())

  test('responses may be cached for the configured time', async () => {
    assert.equal(
      (await service.get('/events')).headers.get('cache-control'),
      'public, max-age=60, must-revalidate',
    )
    assert.equal(
      (await service.get('/changes')).headers.get('cache-control'),
      'public, max-age=0, must-revalidate',
    )
    assert.equal(
      (await service.get('/events', { as: administrator })).headers.get('cache-control'),
      'private, no-store',
    )
  })

  test('bodies may have the configured size', async () => {
    assert.equal((await service.post('/tags', { name: 'x' })).status, 201)
    assert.equal((await service.post('/tags', { name: 'x'.repeat(100) })).status, 413)
  })
})
