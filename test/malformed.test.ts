import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { basic, exchange, raw, type RawReply, type RawRequest } from './raw.ts'
import { administrator, anEvent, onEachDatabase, type Service } from './service.ts'

/** Malformed requests: each gets an error response, none an internal error, and nothing changes. */

const root = '/cal/events/v1'
const seed = 20_261_121
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] =>
  fc.sample(arbitrary, { seed, numRuns })

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    ...[
      '\0',
      'a\0b',
      '\ud800',
      'x\udc00',
      '\u202e',
      '\uffff',
      '\u0000\u0001',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ],
    ...[
      "'; drop table events; --",
      '" or 1=1',
      '%',
      '%00',
      '%s%n',
      '\\',
      '../../etc/passwd',
      '{{7*7}}',
      '$where',
      '<script>',
      '*',
      '"',
      '-',
      '"a',
      '-"',
    ],
    ...[
      'NaN',
      'Infinity',
      '-0',
      '1e999',
      '0x10',
      '-1',
      '1.5',
      '9'.repeat(400),
      '99999999999999999999',
      'a'.repeat(5_000),
      'é'.repeat(3_000),
      ' '.repeat(500),
    ],
    ...[
      '2027-02-30',
      '2027',
      '99999999',
      '@',
      '@1e99',
      'T',
      '2027-01-01T99:99',
      '0000-00-00',
      '-2027-01-01',
      'tomorrow '.repeat(50),
      '275760-09-13',
      '9'.repeat(18),
    ],
  ),
)
const oddNumber = fc.constantFrom(
  -1,
  -0,
  1.5,
  1e21,
  1e308,
  Number.MIN_VALUE,
  2 ** 53,
  -(2 ** 63),
  4_294_967_296,
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(oddText, oddNumber), { maxLength: 5 }),
  fc.object({ maxDepth: 3, key: oddText, values: [oddText, oddNumber, fc.boolean(), fc.constant(null)] }),
)

/** JSON as text, for what an object of ours cannot hold. */
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth)
const oddJson = fc.oneof(
  oddValue.map((value) => JSON.stringify(value)),
  fc.nat(6_000).map((depth) => `{"title":${nested(depth, '[', ']')}}`),
  fc.nat(6_000).map((depth) => nested(depth, '{"a":', '}')),
  fc.constantFrom(
    '{"__proto__":{"title":"x"}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"title":1e999,"start_date":-1e999}',
    '{"a":1,"a":2}',
    '{"title":"\\ud800"}',
    '[[[[',
    '{',
    '"',
    '{"a"}',
    '\ufeff',
    'undefined',
    "{'a':1}",
    '{"a":1}{"b":2}',
    '// x',
  ),
  fc.string({ maxLength: 40 }).map((text) => `{"title":"${text}`),
)

const collections = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const oddSegment = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '999999',
    '1e3',
    '9'.repeat(30),
    '%00',
    '%2e%2e',
    '..',
    '%2f',
    '%C3%A9',
    '%E9',
    '%',
    'by-slug',
    'by-slug/%00',
    'by-slug/__proto__',
    'by-slug/a%20b',
    `by-slug/${'a'.repeat(1_500)}`,
    '1/translations/xx',
    '1/translations/__proto__',
    'a;b',
    "'",
    '1?',
    '1#',
  ),
  oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 300)),
)
const oddPath = fc.oneof(
  fc.constantFrom('/', '/doc', '/languages', '/nothing', '//', '/%', '/..', '/../../etc/passwd', '/.%2e/'),
  fc
    .tuple(fc.constantFrom(...collections), oddSegment)
    .map(([collection, segment]) => `/${collection}/${segment}`),
  fc.constantFrom(...collections).map((collection) => `/${collection}`),
)

const listParameters = [
  'page',
  'per_page',
  'start_date',
  'end_date',
  'starts_before',
  'ends_after',
  'strict_dates',
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'status',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
  'include',
  'exclude',
  'post_parent',
  'ticketed',
  'ml_language',
  'ml_fallback',
  'during',
  'modified_after',
  'orderby',
  'order',
  'event_status',
  'author',
  'event',
  'has_events',
  'only_with_upcoming',
  'hide_empty',
  'parent',
  'post',
  'slug',
  'context',
  'missing_translation',
  '_fields',
  'password',
  'namespace',
]
const bracket = fc.constantFrom(
  '',
  '',
  '',
  '[]',
  '[0]',
  '[a]',
  '[a][b]',
  '[99999999]',
  '[__proto__]',
  '[constructor][prototype]',
  '['.repeat(200),
  '[a]'.repeat(60),
  ']',
  '[',
)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const oddPair = fc
  .tuple(
    fc.oneof(fc.constantFrom(...listParameters), oddText.map(encoded)),
    bracket,
    fc.oneof(
      oddText.map(encoded),
      fc.constantFrom(
        '%',
        '%E9',
        '%00',
        '+',
        '%ED%A0%80',
        '1',
        '1,2,x',
        ','.repeat(2_000),
        '1,'.repeat(1_500),
      ),
    ),
  )
  .map(([name, brackets, value]) => `${name.slice(0, 200)}${encodeURI(brackets)}=${value.slice(0, 4_000)}`)
const oddQuery = fc
  .array(oddPair, { minLength: 1, maxLength: 6 })
  .map((pairs) => pairs.join('&').slice(0, 12_000))

const headerText = fc.oneof(
  fc.constantFrom('', '*', '"', 'W/', '"a', ',,,', ';q=2', 'gzip;q=NaN', 'x'.repeat(3_000), 'é', 'null'),
  fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 30,
  }),
)
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'if-match',
    'if-none-match',
    'accept',
    'accept-encoding',
    'accept-language',
    'x-http-method-override',
    'authorization',
    'range',
    'origin',
    'forwarded',
    'x-forwarded-host',
    'cookie',
    'content-type',
    'idempotency-key',
    'x-request-id',
    'expect',
    'content-encoding',
  ),
  headerText,
  { maxKeys: 3 },
)

/** Values that are always invalid for the field. */
const wrong: Record<string, fc.Arbitrary<unknown>> = {
  text: fc.oneof(
    fc.constantFrom<unknown>(true, false, [], [1], {}, { a: 1 }, 'a\0b', '\ud800x', 'x'.repeat(501)),
    fc.object({ maxDepth: 2 }),
  ),
  html: fc.oneof(
    fc.constantFrom<unknown>(true, [], { a: 1 }, '\0', '\udc00', 'x'.repeat(2 ** 20 + 1)),
    fc.object({ maxDepth: 2 }),
  ),
  integer: fc.constantFrom<unknown>('abc', 1.5, -1, {}, [1], true, '0x1', 999_999, '1e3', 1e21, { id: 1 }),
  date: fc.constantFrom<unknown>(
    'garbage',
    '2027-02-30',
    '2027',
    '20270230',
    '2027-13-45',
    {},
    [],
    [1],
    true,
    12,
    '2027-01-01 25:00',
    { year: 2027 },
  ),
  flag: fc.constantFrom<unknown>('maybe', 2, -1, {}, [], [true], 'y', 0.5),
  url: fc.constantFrom<unknown>(
    'x',
    'javascript:alert(1)',
    'http://',
    '//x',
    {},
    [],
    5,
    true,
    'http://a b',
    'ftp://x',
    `http://${'x'.repeat(3_000)}`,
  ),
  email: fc.constantFrom<unknown>('x', 'a@', '@b', 'a@b', {}, [], true, 'a b@c.de', 'a@b..de'),
  terms: fc.constantFrom<unknown>(
    [999_999],
    [{}],
    { a: 1 },
    true,
    ['\0'],
    [[1]],
    [1.5],
    ['x'.repeat(501)],
    Array.from({ length: 1_001 }, (_, id) => id + 1),
  ),
  links: fc.constantFrom<unknown>(
    999_999,
    [999_999],
    'a name',
    true,
    { website: 'x' },
    { id: 'x' },
    [[1]],
    [1.5],
    { venue: 'x', organizer: 'x', website: 'x' },
  ),
  state: fc.constantFrom<unknown>('x', 'trashed', 'Publish!', {}, [], 1, true, '\0'),
  zone: fc.constantFrom<unknown>('Mars/Base', {}, [], 'UTC+99', '+25:00', 5, true, '\0'),
  picture: fc.constantFrom<unknown>(999_999, 'x', {}, [], 'file:///etc/passwd', 'data:,x', true),
  language: fc.constantFrom<unknown>('xx', {}, ['fr', 'de'], 1, true, 'FR ', '__proto__'),
  number: fc.constantFrom<unknown>('x', 91_000, {}, [], true, '1e999', 'NaN'),
}

const fieldKinds: Record<(typeof collections)[number], Record<string, keyof typeof wrong>> = {
  events: {
    title: 'text',
    description: 'html',
    excerpt: 'html',
    slug: 'text',
    status: 'state',
    timezone: 'zone',
    all_day: 'flag',
    start_date: 'date',
    end_date: 'date',
    date: 'date',
    date_utc: 'date',
    image: 'picture',
    website: 'url',
    show_map: 'flag',
    sticky: 'flag',
    featured: 'flag',
    categories: 'terms',
    tags: 'terms',
    venue: 'links',
    organizer: 'links',
    author: 'integer',
    post_parent: 'integer',
    ml_language: 'language',
    event_status: 'state',
  },
  venues: {
    venue: 'text',
    description: 'html',
    status: 'state',
    show_map: 'flag',
    address: 'text',
    city: 'text',
    country: 'text',
    zip: 'text',
    phone: 'text',
    website: 'url',
    image: 'picture',
    author: 'integer',
    date: 'date',
    geo_lat: 'number',
    ml_language: 'language',
  },
  organizers: {
    organizer: 'text',
    description: 'html',
    status: 'state',
    phone: 'text',
    website: 'url',
    email: 'email',
    image: 'picture',
    author: 'integer',
    date_utc: 'date',
    ml_language: 'language',
  },
  categories: { name: 'text', description: 'html', slug: 'text', parent: 'integer', ml_language: 'language' },
  tags: { name: 'text', description: 'html', slug: 'text', ml_language: 'language' },
}

const minimal: Record<(typeof collections)[number], (title: string) => Record<string, unknown>> = {
  events: (title) => anEvent({ title }),
  venues: (venue) => ({ venue }),
  organizers: (organizer) => ({ organizer }),
  categories: (name) => ({ name }),
  tags: (name) => ({ name }),
}

type Target = (collection: string) => string

/** A permitted write with one to three invalid fields. */
const spoiltWrite = fc.constantFrom(...collections).chain((collection) => {
  const names = Object.keys(fieldKinds[collection])
  const spoilt = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, wrong[fieldKinds[collection][name]!]!]))),
    )
  return fc.record({
    collection: fc.constant(collection),
    spoilt,
    extra: fc.dictionary(
      oddText.map((name) => `x${name}`),
      oddValue,
      { maxKeys: 2 },
    ),
    way: fc.constantFrom('create', 'POST', 'PUT', 'PATCH'),
  })
})

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

function assertToldOff({ status, body }: RawReply, { method = 'GET', path, body: sent = '' }: RawRequest) {
  const what = `${method} ${path.slice(0, 300)} ${sent.toString().slice(0, 500)} → ${status} ${JSON.stringify(body)?.slice(0, 300)}`
  assert.ok(status >= 200 && status < 500, what)
  if (isWrite(method)) assert.ok(status >= 400, what)
  if (status < 400 || method === 'HEAD') return
  assert.ok(typeof body?.code === 'string' && typeof body.message === 'string', what)
  assert.equal(body.data.status, status, what)
}

onEachDatabase((service: Service) => {
  const targets: Record<string, Target> = {}

  /** The content of every table, in one number that any change would change. */
  async function fingerprint(): Promise<Record<string, string>> {
    const { db } = service.database
    const tables = (await db.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !name.includes('_search'))
    const prints = await Promise.all(
      tables.map(async (name) => {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
        return [
          name,
          `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`,
        ] as const
      }),
    )
    return Object.fromEntries(prints)
  }

  let untouched: Record<string, string> = {}

  const changedTables = async () =>
    Object.entries(await fingerprint()).flatMap(([name, print]) => (print === untouched[name] ? [] : [name]))

  before(async () => {
    for (const collection of collections) {
      const { status, body } = await service.post(`/${collection}`, minimal[collection]('Before'))
      assert.equal(status, 201)
      targets[collection] = (way) => (way === 'create' ? `/${collection}` : `/${collection}/${body.id}`)
    }
    untouched = await fingerprint()
  })

  /** Some at a time, as they would come. */
  async function sendAll(requests: readonly RawRequest[]) {
    const waiting = [...requests]
    const work = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const reply = await raw(service, request).catch((error: unknown) => {
          throw new Error(`${request.method} ${request.path.slice(0, 300)}: ${String(error)}`)
        })
        assertToldOff(reply, request)
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    assert.deepEqual(await changedTables(), [])
  }

  describe('are rejected and change nothing', () => {
    test('500 writes with an invalid field, with permission', async () => {
      const requests = sample(spoiltWrite, 500).map(({ collection, spoilt, extra, way }): RawRequest => ({
        method: way === 'create' ? 'POST' : way,
        path: root + targets[collection]!(way),
        as: administrator,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(way === 'create' ? minimal[collection]('Never') : {}),
          ...extra,
          ...spoilt,
        }),
      }))
      await sendAll(requests)
    })

    test('400 bodies that are not JSON, or other JSON, with permission', async () => {
      const bodies = sample(fc.tuple(oddJson, fc.constantFrom(...collections)), 400)
      await sendAll(
        bodies.map(([body, collection]) => ({
          method: 'POST',
          path: `${root}/${collection}`,
          as: administrator,
          headers: { 'content-type': 'application/json' },
          body,
        })),
      )
    })

    test('200 bodies of random bytes with any media type, with permission', async () => {
      const types = fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'text/plain',
        '',
        'application/json; charset=latin1',
        ';',
        'a/b/c',
      )
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
        oddQuery.map((query) => Buffer.from(query)),
        fc
          .constantFrom(
            '--x\r\n',
            '--x\r\nContent-Disposition: form-data; name="title"\r\n',
            '--x--',
            '--x\r\n\r\nx\r\n--x--',
            '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--x--\r\n',
          )
          .map((text) => Buffer.from(text)),
      )
      const requests = sample(fc.tuple(bytes, types, fc.constantFrom('events', 'venues', 'organizers')), 200)
      await sendAll(
        requests.map(([body, type, collection]) => ({
          method: 'POST',
          path: `${root}/${collection}`,
          as: administrator,
          headers: { 'content-type': type },
          body,
        })),
      )
    })

    test('500 lists and reads with odd queries', async () => {
      const requests = sample(
        fc.tuple(oddPath, oddQuery, fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS'), fc.boolean()),
        500,
      )
      await sendAll(
        requests.map(([path, query, method, isKnown]) => ({
          method,
          path: `${root}${path}?${query}`,
          as: isKnown ? administrator : null,
        })),
      )
    })

    test('300 requests with any method and path and odd headers and bodies, anonymous', async () => {
      const methods = fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'PURGE',
      )
      const requests = sample(fc.tuple(methods, oddPath, oddHeaders, oddJson), 300)
      await sendAll(
        requests.map(([method, path, headers, body]) => ({
          method,
          path: root + path,
          headers: { 'content-type': 'application/json', ...headers, expect: '' },
          ...(isWrite(method) ? { body } : {}),
        })),
      )
    })

    test('100 requests for users and passwords, with odd values', async () => {
      const wrongUser = fc.record({
        username: fc.constantFrom<unknown>('', 'a b', 'x'.repeat(61), {}, [], 'admin', 'é', '\0', true),
        role: fc.constantFrom<unknown>('root', {}, 'administrator', 1),
        email: fc.constantFrom<unknown>('x', {}, undefined),
        extra: oddValue,
      })
      const requests = sample(
        fc.tuple(
          wrongUser,
          fc.constantFrom(
            '/users',
            '/users/0',
            '/users/999999',
            '/users/x',
            '/users/me/application-passwords/%00',
            '/users/1/application-passwords/x',
          ),
        ),
        100,
      )
      await sendAll(
        requests.map(([body, path]) => ({
          method: path === '/users' ? 'POST' : path.includes('application') ? 'DELETE' : 'PATCH',
          path: `/cal/admin/v1${path}`,
          as: administrator,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })),
      )
    })
  })

  test('invalid HTTP is answered or the connection closed, at once', async () => {
    const authorization = `Authorization: ${basic(administrator)}`
    const lines = [
      `POST ${root}/tags HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"name":"x"}`,
      `POST ${root}/tags HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n{"name":"x"}`,
      `POST ${root}/tags HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: -1\r\n\r\n`,
      `POST ${root}/tags HTTP/1.1\r\n${authorization}\r\nContent-Length: 2\r\n\r\n{}`,
      `POST ${root}/tags HTTP/9.9\r\nHost: x\r\n\r\n`,
      `GET ${root}/events?a=\u0001 HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET  HTTP/1.1\r\n\r\n`,
      `GET ${root}/tags HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      `GET ${root}/tags HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5_000)}Connection: close\r\n\r\n`,
      `FOO ${root}/tags HTTP/1.1\r\nHost: x\r\n\r\n`,
      `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n`,
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]),
      '\r\n\r\n\r\nX',
    ]
    for (const line of lines) {
      const answer = await exchange(
        service,
        Buffer.concat([Buffer.from(line), Buffer.from('\r\n\r\n')]),
      ).catch((error: Error) => {
        if (/ECONNRESET|EPIPE/.test(String(error))) return ''
        throw new Error(`${line.toString().slice(0, 80)}: ${error.message}`)
      })
      assert.ok(
        answer === '' || /^HTTP\/1\.1 [24]\d\d /.test(answer),
        `${line.toString().slice(0, 80)} → ${answer.slice(0, 200)}`,
      )
    }
    assert.deepEqual(await changedTables(), [])
  })

  test('afterwards the service responds as before', async () => {
    for (const collection of collections) assert.equal((await service.get(`/${collection}`)).status, 200)
    assert.equal(({} as Record<string, unknown>).isAdmin, undefined)
    assert.equal((await service.post('/tags', { name: 'After' })).status, 201)
  })
})
