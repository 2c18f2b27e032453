import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import * as errors from '../src/errors.ts'
import { problemCodes } from '../src/errors/problem-codes.ts'
import { message } from '../src/locales/sentence.ts'
import { trimFeed } from '../src/store/changes/change-feed.ts'
import type { Kind } from '../src/resources/kinds.ts'
import { until } from './images.ts'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { basic, exchange, raw, type RawReply } from './raw.ts'
import { administrator, anEvent, Service, testTime, type Json } from './service.ts'

/** Every published error code, triggered over HTTP. */

const root = '/cal/events/v1'
const produced = new Set<string>()

interface Ids {
  readonly [name: string]: number
}

interface Case {
  readonly code: string
  readonly status: number
  readonly method: string
  readonly path: string
  readonly as?: Person | 'administrator' | 'anonymous' | 'wrong'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly also?: (reply: RawReply, ids: Ids) => void
}

const entries = [
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
] as const
const kinds = [...entries, ['category', 'categories'], ['tag', 'tags']] as const
const singleMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const cases: Case[] = [
  {
    code: 'rest_missing_callback_param',
    status: 400,
    method: 'POST',
    path: '/events',
    body: { end_date: 'x' },
    also: ({ body }) => {
      assert.deepEqual(body.data.params, ['title', 'start_date'])
      assert.equal(body.message, 'Missing parameter(s): title, start_date')
    },
  },
  {
    code: 'rest_invalid_param',
    status: 400,
    method: 'POST',
    path: '/venues',
    body: { venue: 'x', website: 'nowhere', geo_lat: 91, geo_lng: 0 },
    also: ({ body }) => {
      assert.equal(body.message, 'Invalid parameter(s): website, geo_lat')
      assert.deepEqual(Object.keys(body.data.params), ['website', 'geo_lat'])
      assert.deepEqual(Object.keys(body.data.details), ['website', 'geo_lat'])
      for (const name of ['website', 'geo_lat']) {
        assert.match(body.data.params[name], /^[A-Z].*\.$/)
        assert.match(body.data.details[name].code, /^rest_[a-z_]+$/)
        assert.equal(body.data.details[name].message, body.data.params[name])
      }
    },
  },
  {
    code: 'rest_invalid_json',
    status: 400,
    method: 'POST',
    path: '/tags',
    body: '{"name":',
    also: ({ body }) => assert.equal(body.data.position, 8),
  },
  {
    code: 'rest_unsupported_media_type',
    status: 415,
    method: 'POST',
    path: '/tags',
    body: 'x',
    headers: { 'content-type': 'text/plain' },
  },
  { code: 'rest_body_too_large', status: 413, method: 'POST', path: '/tags', body: 'x'.repeat(2 ** 21 + 1) },
  { code: 'rest_no_route', status: 404, method: 'GET', path: '/events/abc' },
  {
    code: 'rest_no_route',
    status: 405,
    method: 'PATCH',
    path: '/events',
    also: ({ headers }) => assert.equal(headers.allow, 'GET, HEAD, POST, OPTIONS'),
  },
  {
    code: 'rest_forbidden',
    status: 401,
    method: 'POST',
    path: '/tags',
    body: { name: 'x' },
    also: ({ headers }) => assert.match(headers['www-authenticate']!, /^Basic realm=/),
  },
  {
    code: 'rest_forbidden',
    status: 403,
    method: 'POST',
    path: '/tags',
    as: 'subscriber',
    body: { name: 'x' },
  },
  {
    code: 'incorrect_credentials',
    status: 401,
    method: 'GET',
    path: '/events',
    as: 'wrong',
    also: ({ headers }) => assert.match(headers['www-authenticate']!, /^Basic realm=/),
  },
  ...kinds.flatMap(([kind, name]): Case[] =>
    singleMethods.map((method) => ({
      code: `rest-${kind}-not-found`,
      status: 404,
      method,
      path: `/${name}/999999`,
      as: 'editor',
      body: {},
    })),
  ),
  ...entries.flatMap(([kind, name]): Case[] =>
    singleMethods.map((method) => ({
      code: `rest-${kind}-not-found`,
      status: 404,
      method,
      path: `/${name}/by-slug/nowhere`,
      as: 'editor',
      body: {},
    })),
  ),
  ...kinds.flatMap(([kind, name]): Case[] =>
    singleMethods.map((method) => ({
      code: `rest-invalid-${kind}-id`,
      status: 404,
      method,
      path: `/${name}/{not-${kind}}`,
      as: 'editor',
      body: {},
    })),
  ),
  ...entries.flatMap(([kind, name]): Case[] => [
    ...['draft', 'pending', 'private', 'future'].map((state): Case => ({
      code: `${kind}-not-accessible`,
      status: 403,
      method: 'GET',
      path: `/${name}/{${state}-${kind}}`,
    })),
    { code: `${kind}-not-accessible`, status: 403, method: 'GET', path: `/${name}/by-slug/draft-${kind}` },
    { code: `${kind}-no-longer-available`, status: 410, method: 'GET', path: `/${name}/{trash-${kind}}` },
    {
      code: `${kind}-no-longer-available`,
      status: 410,
      method: 'PUT',
      path: `/${name}/{trash-${kind}}`,
      as: 'author',
      body: {},
    },
    {
      code: `${kind}-is-in-trash`,
      status: 410,
      method: 'DELETE',
      path: `/${name}/{trash-${kind}}`,
      as: 'editor',
    },
    {
      code: `rest-${kind}-not-found`,
      status: 404,
      method: 'GET',
      path: `/${name}/by-slug/trash-${kind}`,
      as: 'editor',
    },
    { code: `${kind}-archive-page-not-found`, status: 404, method: 'GET', path: `/${name}?page=999` },
  ]),
  { code: 'event-password-protected', status: 403, method: 'GET', path: '/events/{protected}' },
  {
    code: 'event-password-protected',
    status: 403,
    method: 'GET',
    path: '/events/{protected}?password=wrong',
  },
  { code: 'event-password-protected', status: 403, method: 'GET', path: '/events/by-slug/protected' },
  {
    code: 'event-password-protected',
    status: 403,
    method: 'DELETE',
    path: '/events/{protected}?password=wrong',
    as: 'editor',
  },
  {
    code: 'translation-not-found',
    status: 404,
    method: 'GET',
    path: '/events/{event}?ml_language=fr&ml_fallback=none',
  },
  {
    code: 'translation-not-found',
    status: 404,
    method: 'DELETE',
    path: '/events/{event}/translations/fr',
    as: 'editor',
  },
  {
    code: 'translation-is-original',
    status: 409,
    method: 'DELETE',
    path: '/events/{event}/translations/en',
    as: 'editor',
  },
  {
    code: 'term_exists',
    status: 400,
    method: 'POST',
    path: '/categories',
    as: 'editor',
    body: { name: ' CATEGORY ' },
    also: ({ body }, ids) => assert.equal(body.data.term_id, ids.category),
  },
  {
    code: 'term_exists',
    status: 400,
    method: 'POST',
    path: '/tags',
    as: 'editor',
    body: { name: 'tag' },
    also: ({ body }, ids) => assert.equal(body.data.term_id, ids.tag),
  },
  {
    code: 'slug-taken',
    status: 409,
    method: 'PATCH',
    path: '/events/{event}',
    as: 'editor',
    body: { slug: 'protected' },
  },
  { code: 'rest_invalid_namespace', status: 404, method: 'GET', path: '/?namespace=wp/v2' },
  {
    code: 'rest_precondition_failed',
    status: 412,
    method: 'PUT',
    path: '/events/{event}',
    as: 'editor',
    body: {},
    headers: { 'if-match': '"old"' },
  },
  {
    code: 'rest-user-not-found',
    status: 404,
    method: 'GET',
    path: '//cal/admin/v1/users/999999',
    as: 'administrator',
  },
  {
    code: 'user-owns-content',
    status: 409,
    method: 'DELETE',
    path: '//cal/admin/v1/users/{author}',
    as: 'administrator',
    also: ({ body }) => assert.ok(body.data.count > 0),
  },
  {
    code: 'last-administrator',
    status: 409,
    method: 'DELETE',
    path: '//cal/admin/v1/users/{me}?reassign={author}',
    as: 'administrator',
  },
  {
    code: 'rest-application-password-not-found',
    status: 404,
    method: 'DELETE',
    path: '//cal/admin/v1/users/{me}/application-passwords/no-such',
    as: 'administrator',
  },
  {
    code: 'rest-image-not-found',
    status: 404,
    method: 'GET',
    path: '//cal/admin/v1/media/999999',
    as: 'author',
  },
  {
    code: 'rest-webhook-not-found',
    status: 404,
    method: 'GET',
    path: '//cal/admin/v1/webhooks/999999',
    as: 'administrator',
  },
  {
    code: 'rest-import-not-found',
    status: 404,
    method: 'GET',
    path: '//cal/admin/v1/imports/999999',
    as: 'editor',
  },
  {
    code: 'outgoing-requests-off',
    status: 400,
    method: 'POST',
    path: '//cal/admin/v1/imports',
    as: 'editor',
    body: { url: 'https://example.org/programme.ics' },
  },
  {
    code: 'rest-invalid-image-id',
    status: 404,
    method: 'GET',
    path: '//cal/admin/v1/media/{event}',
    as: 'author',
  },
  { code: 'image-in-use', status: 409, method: 'DELETE', path: '//cal/admin/v1/media/{image}', as: 'editor' },
  {
    code: 'rest-version-not-found',
    status: 404,
    method: 'POST',
    path: '//cal/admin/v1/events/{event}/history/999/restore',
    as: 'editor',
  },
  {
    code: 'rest-delivery-not-found',
    status: 404,
    method: 'POST',
    path: '//cal/admin/v1/webhooks/{webhook}/deliveries/999999/redeliver',
    as: 'administrator',
  },
  {
    code: 'event-not-pending',
    status: 409,
    method: 'POST',
    path: '//cal/admin/v1/events/{event}/review',
    as: 'editor',
    body: { decision: 'accept' },
  },
  {
    code: 'series-not-joinable',
    status: 409,
    method: 'POST',
    path: '//cal/admin/v1/events/{event}/join',
    as: 'editor',
  },
]

function assertProblem({ status, body, headers }: RawReply, code: string, expected: number) {
  assert.deepEqual([status, body?.code], [expected, code], JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['code', 'message', 'data'])
  assert.equal(Object.keys(body.data)[0], 'status')
  assert.equal(body.data.status, expected)
  assert.ok(typeof body.message === 'string' && body.message.length > 5)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  produced.add(`${code} ${expected}`)
}

const seed = async (service: Service): Promise<Ids> => {
  const ids: Record<string, number> = { ...(await makePeople(service)) }
  const make = async (name: string, collection: string, fields: Json) => {
    const { status, body } = await service.post(`/${collection}`, fields)
    assert.equal(status, 201, JSON.stringify(body))
    ids[name] = body.id as number
  }
  const named = {
    event: (title: string) => anEvent({ title }),
    venue: (venue: string) => ({ venue }),
    organizer: (organizer: string) => ({ organizer }),
  }
  // The other sequence of ids is kept behind, so that no id of one is one of the other by chance.
  await make('event', 'events', anEvent({ title: 'Event', author: ids.author }))
  await make('protected', 'events', anEvent({ title: 'Protected', password: 'sesame' }))
  for (const [kind, collection] of entries) {
    await make(kind === 'event' ? 'second' : kind, collection, named[kind](`A ${kind}`))
    for (const status of ['draft', 'pending', 'private', 'future', 'publish'])
      await make(`${status}-${kind}`, collection, {
        ...named[kind](`${status} ${kind}`),
        status,
        ...(status === 'future' ? { date: '2027-06-01' } : {}),
      })
    await make(`trash-${kind}`, collection, named[kind](`trash ${kind}`))
    await service.delete(`/${collection}/${ids[`trash-${kind}`]}`)
  }
  await make('category', 'categories', { name: 'Category' })
  await make('tag', 'tags', { name: 'Tag' })
  const { body: poster } = await service.post('/events', anEvent({ image: 'https://example.org/poster.png' }))
  const { body: me } = await service.get('//cal/admin/v1/users/me', { as: administrator })
  const { body: webhook } = await service.post('//cal/admin/v1/webhooks', { url: 'https://example.org/hook' })
  return {
    ...ids,
    me: me.id as number,
    webhook: webhook.id as number,
    image: poster.image.id as number,
    'not-event': ids.venue!,
    'not-venue': ids.event!,
    'not-organizer': ids.venue!,
    'not-category': ids.tag!,
    'not-tag': ids.category!,
  }
}

describe('met over HTTP', () => {
  const service = new Service()
  let ids: Ids = {}
  before(async () => {
    await service.start()
    ids = await seed(service)
  })
  after(() => service.stop())

  for (const { code, status, method, path, as = 'anonymous', body, headers, also } of cases)
    test(`${code} ${status}: ${method} ${path} by ${as}`, async () => {
      const filled = path.replace(/\{([\w-]+)\}/g, (_, name: string) => String(ids[name]))
      const reply = await raw(service, {
        method,
        path: filled.startsWith('//') ? filled.slice(1) : root + filled,
        as: as === 'wrong' ? 'admin:wrong' : credentialsOf(as),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      assertProblem(reply, code, status)
      also?.(reply, ids)
    })

  for (const [status, head] of [
    [400, 'No colon here'],
    [501, 'Host: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close'],
  ] as const)
    test(`rest_bad_request ${status}: not a valid HTTP request`, async () => {
      const answer = await exchange(service, `GET ${root}/tags HTTP/1.1\r\n${head}\r\n\r\n0\r\n\r\n`)
      const [answered, text] = answer.split('\r\n\r\n') as [string, string]
      const headers = { 'content-type': /content-type: (.*)/i.exec(answered)?.[1] }
      assertProblem(
        {
          status: Number(/^HTTP\/1\.1 (\d+)/.exec(answered)![1]),
          headers,
          bytes: Buffer.from(text),
          body: JSON.parse(text) as Json,
        },
        'rest_bad_request',
        status,
      )
    })

  test('rest_bad_request 431 or 414: a head beyond all measure', async () => {
    const reply = await raw(service, { path: `${root}/events?search=${'a'.repeat(70_000)}` })
    assert.ok(reply.status === 431 || reply.status === 414, String(reply.status))
    assertProblem(reply, 'rest_bad_request', reply.status)
  })

  test('a term whose name is another one’s in a translation exists too', async () => {
    await service.patch(`/categories/${ids.category}`, { name: 'Kategorie', ml_language: 'de' })
    const { body } = await service.post('/categories', { name: 'kategorie' })
    assert.deepEqual([body.code, body.data.term_id], ['term_exists', ids.category])
  })
})

/** What a start does aside may be writing just now; a wait in this thread would keep it from finishing. */
async function lock(connection: Sqlite.Database) {
  for (let tries = 0; !connection.inTransaction; tries++)
    try {
      connection.exec('begin immediate')
    } catch (error) {
      if (tries === 500) throw error
      await pause(10)
    }
}

describe('met under other circumstances', () => {
  test('geoloc-extension-not-active, in the details of an invalid parameter', async () => {
    const service = new Service({ CALENDS_GEOLOCATION: 'off' })
    await service.start()
    const reply = await raw(service, { path: `${root}/events?geoloc=true&geoloc_lat=1&geoloc_lng=2` })
    assertProblem(reply, 'rest_invalid_param', 400)
    assert.deepEqual(Object.keys(reply.body.data.details), ['geoloc', 'geoloc_lat', 'geoloc_lng'])
    for (const detail of Object.values<Json>(reply.body.data.details))
      assert.equal(detail.code, 'geoloc-extension-not-active')
    produced.add('geoloc-extension-not-active 400')
    await service.stop()
  })

  test('changes-expired, where changes are not kept any more', async () => {
    const service = new Service()
    await service.start()
    const { next } = (await service.get('/changes')).body
    await service.post('/tags', { name: 'Forgotten' })
    service.now = testTime + 91 * 86_400
    await service.post('/tags', { name: 'Remembered' })
    await trimFeed(service.database.db, testTime + 86_400)
    assertProblem(await raw(service, { path: `${root}/changes?since=${next}` }), 'changes-expired', 410)
    await service.stop()
  })

  test('rest_too_many_requests, with the time to wait', async () => {
    const service = new Service({ CALENDS_RATE_LIMIT: 'on' })
    await service.start()
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status, body } = await service.get('/events', { as: 'admin:wrong' })
      assert.deepEqual([status, body.code], [401, 'incorrect_credentials'])
    }
    const reply = await raw(service, { path: `${root}/events`, as: 'admin:wrong' })
    assertProblem(reply, 'rest_too_many_requests', 429)
    assert.ok(Number(reply.headers['retry-after']) >= 1)
    const right = await raw(service, { path: `${root}/events`, as: administrator })
    assert.equal(right.status, 429)
    assert.equal((await service.get('/events')).status, 200)
    await service.stop()
  })

  test('an address that is no valid URL counts as a request', async () => {
    const service = new Service({ CALENDS_RATE_LIMIT: 'on' })
    await service.start()
    const remaining = async () => {
      const { headers } = await raw(service, { path: '/event/%ff/', headers: { accept: 'text/html' } })
      return Number(headers['ratelimit-remaining'])
    }
    const before = await remaining()
    assert.equal(await remaining(), before - 1)
    await service.stop()
  })

  test('rest_too_many_requests, for the password of one event only', async () => {
    const service = new Service({ CALENDS_RATE_LIMIT: 'on' })
    await service.start()
    const [id, other] = [
      (await service.post('/events', anEvent({ title: 'Guessed', password: 'sesame' }))).body.id as number,
      (await service.post('/events', anEvent({ title: 'Other', password: 'sesame' }))).body.id as number,
    ]
    for (let attempt = 0; attempt < 20; attempt++)
      assert.equal((await service.get(`/events/${id}?password=guess`)).status, 403)
    for (const password of ['guess', 'sesame'])
      assertProblem(
        await raw(service, { path: `${root}/events/${id}?password=${password}` }),
        'rest_too_many_requests',
        429,
      )
    assert.equal((await service.get(`/events/${other}?password=sesame`)).status, 200)
    service.now += 61
    assert.equal((await service.get(`/events/${id}?password=sesame`)).status, 200)
    await service.stop()
  })

  test('rest_idempotency_key_reused, for a key that came with another request before', async () => {
    const service = new Service()
    await service.start()
    const headers = { 'idempotency-key': 'once', 'content-type': 'application/json' }
    const send = (name: string) =>
      raw(service, {
        method: 'POST',
        path: `${root}/tags`,
        as: administrator,
        headers,
        body: JSON.stringify({ name }),
      })
    assert.equal((await send('First')).status, 201)
    assertProblem(await send('Second'), 'rest_idempotency_key_reused', 422)
    await service.stop()
  })

  test('internal_error, with a request id and nothing internal', async () => {
    const service = new Service()
    await service.start()
    await sql`alter table tags rename to gone`.execute(service.database.db)
    const reply = await raw(service, { path: `${root}/tags` })
    assertProblem(reply, 'internal_error', 500)
    assert.equal(reply.body.data.request_id, reply.headers['x-request-id'])
    assert.ok(!/sql|table|gone|\.ts|at /i.test(JSON.stringify(reply.body.data)))
    assert.deepEqual(Object.keys(reply.body.data), ['status', 'request_id'])
    await service.stop()
  })

  test('rest_unavailable, while another process locks the database', async () => {
    const service = new Service()
    await service.start()
    await sql`pragma busy_timeout = 10`.execute(service.database.db)
    const other = new Sqlite(service.database.url.replace('sqlite:', ''), { timeout: 0 })
    await lock(other)
    const reply = await raw(service, { method: 'POST', path: `${root}/tags?name=x`, as: administrator })
    assertProblem(reply, 'rest_unavailable', 503)
    assert.ok(Number(reply.headers['retry-after']) >= 1)
    other.exec('rollback')
    other.close()
    assert.equal((await service.post('/tags', { name: 'x' })).status, 201)
    await service.stop()
  })

  test('a request that is on its way is finished when the service stops, and its connection closes', async () => {
    const service = new Service()
    await service.start()
    const { hostname, port } = new URL(service.origin)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const half = '{"name":"in '
    socket.write(
      `POST ${root}/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(administrator)}\r\nContent-Type: application/json\r\nContent-Length: ${half.length + 8}\r\nExpect: 100-continue\r\n\r\n${half}`,
    )
    await until(() => Promise.resolve(text), Boolean)
    const stopped = service.stop()
    const isRefused = () =>
      fetch(service.origin).then(
        () => false,
        () => true,
      )
    await until(isRefused, Boolean)
    socket.write(`flight"}GET ${root}/tags HTTP/1.1\r\nHost: x\r\n\r\n`)
    await Promise.all([closed, stopped])
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    assert.match(text, /\r\nconnection: close\r\n/)
    assert.match(text, /"name":"in flight".*\}$/)
  })
})

describe('the list of codes', () => {
  const listed = new Map(problemCodes.map(({ code, statuses }) => [code, statuses]))

  const sentence = message('An internal error occurred.')
  const ofEntries = (make: (kind: Kind) => errors.HttpProblem) => entries.map(([kind]) => make(kind))
  const ofAll = (make: (kind: Kind) => errors.HttpProblem) => kinds.map(([kind]) => make(kind))

  /** One of each that `errors.ts` can make. */
  const made: Readonly<Record<string, readonly errors.HttpProblem[]>> = {
    missingParameters: [errors.missingParameters(['title'])],
    invalidParameters: [errors.invalidParameters(new Map())],
    invalidParameter: [errors.invalidParameter('slug', new errors.ValidationError('rest_empty', sentence))],
    invalidBody: [errors.invalidBody(sentence, 1)],
    unsupportedMediaType: [errors.unsupportedMediaType(sentence)],
    bodyTooLarge: [errors.bodyTooLarge(sentence)],
    responseTooLarge: [errors.responseTooLarge(32)],
    protocolError: [errors.protocolError(400, sentence)],
    noRoute: [errors.noRoute()],
    wrongMethod: [errors.wrongMethod(['GET'])],
    credentialsNeeded: [errors.credentialsNeeded()],
    forbidden: [errors.forbidden()],
    incorrectCredentials: [errors.incorrectCredentials()],
    notFound: ofAll(errors.notFound),
    wrongResourceType: ofAll(errors.wrongResourceType),
    notAccessible: ofEntries(errors.notAccessible),
    passwordProtected: [errors.passwordProtected()],
    noLongerAvailable: ofEntries(errors.noLongerAvailable),
    inTrash: ofEntries(errors.inTrash),
    noTranslation: [errors.noTranslation('fr')],
    cannotDeleteOriginal: [errors.cannotDeleteOriginal('en')],
    pageNotFound: ofEntries(errors.pageNotFound),
    termExists: [errors.termExists(1)],
    slugTaken: [errors.slugTaken('taken')],
    idempotencyKeyReused: [errors.idempotencyKeyReused()],
    unknownNamespace: [errors.unknownNamespace()],
    preconditionFailed: [errors.preconditionFailed()],
    tooManyRequests: [errors.tooManyRequests(1)],
    unavailable: [errors.unavailable()],
    userNotFound: [errors.userNotFound()],
    userOwns: [errors.userOwns(1)],
    lastAdministrator: [errors.lastAdministrator()],
    applicationPasswordNotFound: [errors.applicationPasswordNotFound()],
    imageNotFound: [errors.imageNotFound()],
    notAnImage: [errors.notAnImage()],
    imageInUse: [errors.imageInUse()],
    fileTooLarge: [errors.fileTooLarge(1)],
    sessionNeeded: [errors.sessionNeeded()],
    csrfTokenNeeded: [errors.csrfTokenNeeded()],
    foreignPage: [errors.foreignPage()],
    formOfPublished: [errors.formOfPublished()],
    foreignHost: [errors.foreignHost()],
    versionNotFound: [errors.versionNotFound()],
    changesExpired: [errors.changesExpired()],
    webhookNotFound: [errors.webhookNotFound()],
    deliveryNotFound: [errors.deliveryNotFound()],
    importNotFound: [errors.importNotFound()],
    importInOtherState: [errors.importInOtherState('done')],
    outgoingOff: [errors.outgoingOff()],
    sourceTooSlow: [errors.sourceTooSlow()],
    fileTooSlow: [errors.fileTooSlow()],
    sourceUnreachable: [errors.sourceUnreachable('it does not answer')],
    sourceBusy: [errors.sourceBusy()],
    notPending: [errors.notPending()],
    notJoinable: [errors.notJoinable()],
    internalError: [errors.internalError('1')],
  }

  test('contains the code and status of all errors in errors.ts', () => {
    const makers = Object.entries(errors).filter(
      ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
    )
    assert.deepEqual(makers.map(([name]) => name).sort(), Object.keys(made).sort())
    for (const { code, status } of Object.values(made).flat())
      assert.ok(listed.get(code)?.includes(status), `${code} ${status}`)
  })

  test('has nothing else', () => {
    const codes = new Set(
      Object.values(made)
        .flat()
        .map(({ code }) => code),
    )
    // Stands in the details of an invalid parameter.
    assert.deepEqual(
      [...listed.keys()].filter((code) => !codes.has(code)),
      ['geoloc-extension-not-active'],
    )
  })

  test('is complete: problems are created only in errors.ts', () => {
    const files = readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' })
    const makers = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /new HttpProblem\(/.test(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')),
      )
    assert.deepEqual(makers, ['errors.ts'])
  })

  test('names no code twice', () => {
    assert.equal(listed.size, problemCodes.length)
  })

  test('was met whole', () => {
    // Slow and oversized requests are told by the server before there is a request; the others are in tests of their own.
    const elsewhere = [
      'import-in-other-state 409',
      'import-source-busy 409',
      'import-source-unreachable 400',
      'rest_bad_request 408',
      'rest_bad_request 413',
      'rest_bad_request 414',
      'rest_bad_request 431',
    ]
    const expected = [...listed].flatMap(([code, statuses]) => statuses.map((status) => `${code} ${status}`))
    assert.deepEqual(
      expected.filter((one) => !produced.has(one) && !elsewhere.includes(one)),
      [],
    )
    assert.deepEqual(
      [...produced].filter((one) => !expected.includes(one)),
      [],
    )
  })
})
