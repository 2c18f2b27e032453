import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  cacheKeyOf,
  createResponseCache,
  isShareableRequest,
  isShareableResponse,
  type ResponseCache,
} from './response-cache.ts'
import type { Representation } from './representation.ts'
import { singleFlight } from './single-flight.ts'

const representation = (bytes: number, headers: Record<string, string> = {}): Representation => ({
  status: 200,
  headers,
  body: Buffer.alloc(bytes),
  tag: '"abc"',
})

const always = { since: -Infinity, until: Infinity }

interface EntryOptions {
  readonly version?: number
  readonly since?: number
  readonly until?: number
  readonly bytes?: number
}

const isStored = (cache: ResponseCache, key: string, { version = 1, until = 0 }: EntryOptions = {}) =>
  cache.get(key, version, until) !== undefined

/** Requests the key twice, so that the response is cached. */
function cacheRequested(
  cache: ResponseCache,
  key: string,
  { version = 1, since = -Infinity, until = Infinity, bytes = 10 }: EntryOptions = {},
) {
  cache.set(key, version, { since, until }, representation(bytes))
  return cache.set(key, version, { since, until }, representation(bytes))
}

test('a response that was requested once is not cached', () => {
  const cache = createResponseCache(1e6)
  cache.set('/events', 1, always, representation(10))
  assert.equal(isStored(cache, '/events'), false)

  cache.set('/events', 1, always, representation(10))
  assert.equal(isStored(cache, '/events'), true)
})

test('requests from too long ago do not count', () => {
  const cache = createResponseCache(1e6)
  cache.set('/events', 1, always, representation(10))
  for (let nth = 0; nth < 20_000; nth += 1) cache.set(`/events?nth=${nth}`, 1, always, representation(10))

  cache.set('/events', 1, always, representation(10))
  assert.equal(isStored(cache, '/events'), false)
})

test('a response is found by its key until it expires or the data changes', () => {
  const cache = createResponseCache(1e6)
  const kept = cacheRequested(cache, '/events', { until: 100 })

  assert.equal(cache.get('/events', 1, 99), kept)
  assert.equal(cache.get('/events', 1, 99), kept)
  assert.equal(cache.get('/events?', 1, 99), undefined)
  assert.equal(cache.get('/events', 2, 99), undefined)
  assert.equal(cache.get('/events', 1, 100), undefined)
  assert.equal(cache.get('/events', 1, 99), undefined, 'what was over once is gone')
})

test('a response is not found before the time at which it was made', () => {
  const cache = createResponseCache(1e6)
  const kept = cacheRequested(cache, '/events', { since: 50 })

  assert.equal(cache.get('/events', 1, 50), kept)
  assert.equal(cache.get('/events', 1, 49), undefined)
})

test('a variant that was sent before is reused', async () => {
  const kept = cacheRequested(createResponseCache(1e6), '/events', { bytes: 5_000 })
  for (const headers of [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip' },
    { 'if-none-match': '"abc"' },
  ])
    assert.equal(await kept.variantFor(headers), await kept.variantFor(headers), JSON.stringify(headers))
})

/** 18 responses of this length fit. */
const [eighteenFit, bytes] = [200_000, 10_000]

/** Requests a key as a client does; returns whether the response was cached. */
function request(cache: ResponseCache, key: string, now = 0): boolean {
  if (cache.get(key, 1, now) !== undefined) return true
  cache.set(key, 1, { since: now, until: now + 100 }, representation(bytes))
  return false
}

const requestTimes = (cache: ResponseCache, key: string, times: number, now = 0): boolean[] =>
  Array.from({ length: times }, () => request(cache, key, now))

test('the least recently used response makes room for one that is requested more often', () => {
  const cache = createResponseCache(eighteenFit)
  for (let nth = 0; nth < 18; nth += 1) requestTimes(cache, `${nth}`, 2)
  assert.deepEqual([request(cache, '0'), request(cache, '1')], [true, true])

  requestTimes(cache, 'other', 3)
  assert.deepEqual([isStored(cache, '2'), isStored(cache, 'other')], [true, false])
  // It was found just now, so the next one is the least recently used.
  assert.deepEqual(requestTimes(cache, 'other', 2), [false, true])
  const stored = (key: string) => isStored(cache, key)
  assert.deepEqual(['0', '1', '2', '3', '4', '17'].map(stored), [true, true, true, false, true, true])
})

test('whoever requests more than fits, over and over, finds what fitted', () => {
  const cache = createResponseCache(eighteenFit)
  const round = () => Array.from({ length: 50 }, (_, nth) => request(cache, `${nth}`))
  for (let nth = 0; nth < 10; nth += 1) round()

  assert.equal(round().filter(Boolean).length, 18)
  assert.deepEqual(round(), round())
})

test('what was popular once makes room for what is popular now', () => {
  const cache = createResponseCache(eighteenFit)
  for (let nth = 0; nth < 18; nth += 1) requestTimes(cache, `${nth}`, 1_000)

  assert.equal(requestTimes(cache, 'popular at once', 66).at(-1), true)

  for (let nth = 0; nth < 40_000; nth += 1) request(cache, `once ${nth}`)
  assert.equal(requestTimes(cache, 'popular later', 4).at(-1), true)
})

test('a response that has expired makes room for any other', () => {
  const cache = createResponseCache(eighteenFit)
  for (let nth = 0; nth < 18; nth += 1) requestTimes(cache, `${nth}`, 10)

  assert.deepEqual(requestTimes(cache, 'other', 3, 99), [false, false, false])
  assert.deepEqual(requestTimes(cache, 'another', 3, 100), [false, false, true])
})

/** Random bytes, because zeros would be compressed to almost nothing. */
const incompressible = (bytes: number): Representation => ({ ...representation(0), body: randomBytes(bytes) })

test('variants count towards the size of the cache', async () => {
  const cache = createResponseCache(200_000)
  const keep = (key: string) => {
    cache.set(key, 1, always, incompressible(12_000))
    return cache.set(key, 1, always, incompressible(12_000))
  }
  const first = keep('first')
  for (let nth = 0; nth < 13; nth += 1) keep(`other ${nth}`)
  assert.deepEqual([isStored(cache, 'other 0'), isStored(cache, 'first')], [true, true])

  await first.variantFor({ 'accept-encoding': 'gzip' })
  await first.variantFor({ 'accept-encoding': 'br' })
  assert.deepEqual(
    [isStored(cache, 'other 1'), isStored(cache, 'other 12'), isStored(cache, 'first')],
    [false, true, true],
    'the one that was asked for meanwhile stays',
  )
})

test('a variant that is made after its response was evicted does not count', async () => {
  const cache = createResponseCache(200_000)
  const kept = cacheRequested(cache, '/events', { bytes: 5_000 })
  const made = kept.variantFor({ 'accept-encoding': 'br' })
  cacheRequested(cache, '/venues', { version: 2 })
  await made

  for (let nth = 0; nth < 14; nth += 1) cacheRequested(cache, `${nth}`, { version: 2, bytes: 11_000 })
  assert.equal(isStored(cache, '/venues', { version: 2 }), true)
})

test('responses of another version are evicted at once', () => {
  const cache = createResponseCache(200_000)
  cacheRequested(cache, '/events')
  cacheRequested(cache, '/venues', { version: 2 })

  assert.equal(isStored(cache, '/events'), false)
  assert.equal(isStored(cache, '/venues', { version: 2 }), true)
})

test('a response that is far too large is not cached', () => {
  const cache = createResponseCache(16_000)
  cacheRequested(cache, '/events', { bytes: 2_000 })

  assert.equal(isStored(cache, '/events'), false)
})

interface Told {
  readonly url?: string
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

const keyOf = ({ url = '/events', address = '::1', headers = {} }: Told, trustProxy = false) =>
  cacheKeyOf({ url, headers: { host: 'here', ...headers }, socket: { localAddress: address } } as never, {
    trustProxy,
    publicUrl: undefined,
  })

test('a key contains everything that a response may depend on', () => {
  const keys = [
    keyOf({}),
    keyOf({ url: '/events?page=2' }),
    keyOf({ url: '/fr/events' }),
    keyOf({ headers: { host: 'there' } }),
    keyOf({ address: '10.0.0.1' }),
  ]
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(keyOf({ headers: { 'accept-encoding': 'br', 'user-agent': 'x' } }), keyOf({}))
})

const forwardings: [one: Record<string, string>, other: Record<string, string>][] = [
  [{ forwarded: 'host=one.example' }, { forwarded: 'host=other.example' }],
  [{ 'x-forwarded-host': 'one.example' }, { 'x-forwarded-host': 'other.example' }],
  [{ 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': 'https' }],
  [{ 'x-forwarded-port': '8080' }, { 'x-forwarded-port': '8443' }],
  [{ 'x-forwarded-prefix': '/one' }, { 'x-forwarded-prefix': '/other' }],
]

test('the address that a proxy forwards is part of the key only if proxies are trusted', () => {
  for (const [one, other] of forwardings) {
    assert.notEqual(keyOf({ headers: one }, true), keyOf({ headers: other }, true), JSON.stringify(one))
    assert.equal(keyOf({ headers: one }), keyOf({ headers: other }), JSON.stringify(one))
  }
})

test('clients behind a trusted proxy share a response', () => {
  const through = (headers: Record<string, string>) => keyOf({ headers }, true)
  assert.equal(through({ 'x-forwarded-for': '192.0.2.1' }), through({ 'x-forwarded-for': '192.0.2.2' }))
  assert.equal(
    through({ forwarded: 'for=192.0.2.1;host=here.example' }),
    through({ forwarded: 'for=192.0.2.2;host=here.example' }),
  )
})

test('very long URLs have no key', () => {
  assert.equal(keyOf({ url: `/events?search=${'x'.repeat(3_000)}` }), undefined)
})

test('only anonymous reads without a body may share responses', () => {
  const isShareable = (method: string, headers: Record<string, string> = {}) =>
    isShareableRequest({ method, headers })

  for (const method of ['GET', 'HEAD']) assert.equal(isShareable(method, { accept: '*/*' }), true)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) assert.equal(isShareable(method), false)
  for (const name of ['authorization', 'cookie', 'content-length', 'transfer-encoding'])
    assert.equal(isShareable('GET', { [name]: '0' }), false, name)
})

test('a response with an unknown header is not shared', () => {
  const isShareable = (headers: Record<string, string>) =>
    isShareableResponse(representation(1, { 'cache-control': 'public', ...headers }))

  assert.equal(isShareable({ 'content-type': 'x', vary: 'x', link: 'x', 'x-total': '1' }), true)
  assert.equal(isShareable({ 'content-type': 'x', 'set-cookie': 'a=b' }), false)
  assert.equal(isShareable({ 'x-somebody': 'nth' }), false)
  assert.equal(isShareable({ 'cache-control': 'private, no-store' }), false)
})

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5))

test('concurrent requests share one run, and later requests start a new one', async () => {
  const once = singleFlight<number>(() => true)
  let runs = 0
  const ask = (key: string) =>
    once(key, async () => {
      await aMoment()
      return (runs += 1)
    })

  const given = await Promise.all([ask('/events'), ask('/events'), ask('/events')])
  assert.deepEqual(given, [1, 1, 1])
  assert.equal(await ask('/events'), 2)
  assert.deepEqual(new Set(await Promise.all([ask('/events'), ask('/venues')])), new Set([3, 4]))
})

test('a result that is for one requester alone is made for each', async () => {
  const once = singleFlight<number>((run) => run > 1)
  let runs = 0
  const ask = () =>
    once('/events', async () => {
      await aMoment()
      return (runs += 1)
    })

  assert.deepEqual(new Set(await Promise.all([ask(), ask(), ask()])), new Set([1, 2, 3]))
})

test('if the shared run fails, the other requesters try again', async () => {
  const once = singleFlight<string>(() => true)
  let runs = 0
  const ask = () =>
    once('/events', async () => {
      await aMoment()
      if (++runs === 1) throw new Error('for the first alone')
      return 'made'
    })

  const outcomes = await Promise.allSettled([ask(), ask(), ask()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
})
