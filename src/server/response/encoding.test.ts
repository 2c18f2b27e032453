import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Zstd } from '@hpcc-js/wasm-zstd'
import { raw, type RawReply } from '../../../test/raw.ts'
import { anEvent, Service } from '../../../test/service.ts'
import { codingFor, compress, encode, variantKey, pickCoding, type Variant } from './encoding.ts'
import type { Representation } from './representation.ts'

const picked: [accepted: string | undefined, coding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'zstd'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip ; q=0.2 , br ; q=0.1', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;q=x, br', 'br'],
  ['*;q=0', undefined],
]

for (const [accepted, coding] of picked)
  test(`of "${accepted}" we pick ${coding}, however often`, () => {
    assert.equal(pickCoding(accepted), coding)
    for (let time = 0; time < 3; time += 1) assert.equal(codingFor(accepted, 5_000), coding)
  })

test('small bodies are not compressed, unless the client refuses that', () => {
  for (const pick of [pickCoding, codingFor]) {
    assert.equal(pick('br', 1023), undefined)
    assert.equal(pick('br', 1024), 'br')
    assert.equal(pick('gzip, identity;q=0', 10), 'gzip')
    assert.equal(pick('gzip, *;q=0', 10), 'gzip')
  }
})

test('a hostile header is parsed quickly', () => {
  const started = performance.now()

  for (const header of ['a'.repeat(16_000) + '!', 'gzip' + ' '.repeat(16_000) + '!', ','.repeat(16_000)])
    pickCoding(header)

  assert.ok(performance.now() - started < 200)
})

const { decompress } = await Zstd.load().then((library) => ({
  decompress: {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    zstd: (body: Buffer) => library.decompress(body),
  },
}))

const codings = ['br', 'gzip', 'zstd'] as const

for (const coding of codings)
  test(`${coding} can be undone, and is done once`, async () => {
    const body = Buffer.from('Jazz in the park. '.repeat(500))

    const compressed = await compress(body, coding)

    assert.ok(compressed.length < 200)
    assert.equal(Buffer.from(decompress[coding](compressed)).toString(), body.toString())
    assert.equal(await compress(body, coding), compressed)
  })

const text = JSON.stringify({ title: 'Fête '.repeat(500) })

const representation = (body = text): Representation => ({
  status: 200,
  headers: { vary: 'Accept-Encoding, Authorization', 'content-type': 'application/json' },
  body: Buffer.from(body),
  tag: '"abc"',
})

/** The variant for these request headers, with its headers by name. */
async function formFor(sent: Record<string, string>, of = representation()) {
  const variant: Variant = await encode(of, variantKey(sent, of))
  const { headers } = variant
  const names = headers.filter((_, index) => index % 2 === 0)
  assert.equal(new Set(names).size, names.length, 'each header is there once')
  return {
    ...variant,
    headers: Object.fromEntries(names.map((name, index) => [name, headers[2 * index + 1]])),
  }
}

test('a representation is compressed as accepted and labelled with the coding', async () => {
  for (const coding of codings) {
    const { status, headers, body } = await formFor({ 'accept-encoding': coding })
    assert.deepEqual([status, headers['content-encoding'], headers.etag], [200, coding, `"abc-${coding}"`])
    assert.equal(headers.vary, 'Accept-Encoding, Authorization')
    assert.equal(headers['content-length'], String(body!.length))
    assert.equal(Buffer.from(decompress[coding](body!)).toString(), text)
  }
})

test('a client without Accept-Encoding gets the plain body, with Vary', async () => {
  const plainly: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'deflate' },
  ]
  for (const sent of plainly) {
    const { headers, body } = await formFor(sent)
    assert.deepEqual([headers['content-encoding'], headers.etag], [undefined, '"abc"'])
    assert.equal(headers.vary, 'Accept-Encoding, Authorization')
    assert.equal(headers['content-length'], String(Buffer.byteLength(text)))
    assert.equal(body!.toString(), text)
  }
})

test('small representations are not compressed, unless the client refuses that', async () => {
  const small = representation('{"a":1}')

  const { headers, body } = await formFor({ 'accept-encoding': 'br' }, small)
  assert.deepEqual([headers['content-encoding'], body!.toString()], [undefined, '{"a":1}'])
  const refused = await formFor({ 'accept-encoding': 'gzip, identity;q=0' }, small)
  assert.equal(refused.headers['content-encoding'], 'gzip')
})

test('a client that has the representation in any coding gets 304 with the tag that it has', async () => {
  const accepted: [sent: Record<string, string>, tag: string][] = [
    [{ 'if-none-match': '"abc"' }, '"abc"'],
    [{ 'if-none-match': '"abc"', 'accept-encoding': 'br' }, '"abc"'],
    [{ 'if-none-match': '"abc-br"', 'accept-encoding': 'br' }, '"abc-br"'],
    [{ 'if-none-match': '"abc-gzip", "abc-br"', 'accept-encoding': 'gzip' }, '"abc-gzip"'],
    [{ 'if-none-match': 'W/"abc-zstd"', 'accept-encoding': 'zstd' }, '"abc-zstd"'],
    [{ 'if-none-match': '*' }, '"abc"'],
  ]
  for (const [sent, tag] of accepted) {
    const { status, headers, body } = await formFor(sent)
    assert.deepEqual([status, headers.etag, body], [304, tag, undefined], JSON.stringify(sent))
    assert.equal(headers.vary, 'Accept-Encoding, Authorization')
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers['content-length'], undefined)
  }
  assert.equal((await formFor({ 'if-none-match': '"other"' })).status, 200)
})

test('a representation without a tag never yields 304', async () => {
  const untagged = { ...representation(), tag: undefined }
  for (const sent of [{ 'if-none-match': '*' }, { 'if-none-match': '"abc"' }]) {
    const { status, headers } = await formFor(sent, untagged)
    assert.deepEqual([status, headers.etag], [200, undefined])
  }
  const compressed = await formFor({ 'accept-encoding': 'br' }, untagged)
  assert.deepEqual([compressed.headers.etag, compressed.headers['content-encoding']], [undefined, 'br'])
})

describe('over HTTP', () => {
  const service = new Service()
  const root = '/cal/events/v1'
  before(async () => {
    await service.start()
    await service.post('/events', anEvent({ title: 'Jazz', description: 'Fête '.repeat(500) }))
  })
  after(() => service.stop())

  const get = (path: string, accepted: string, headers: Record<string, string> = {}, method = 'GET') =>
    raw(service, { method, path, headers: { 'accept-encoding': accepted, ...headers } })

  const plain = ({ headers, bytes }: RawReply) => {
    const coding = headers['content-encoding'] as (typeof codings)[number] | undefined
    return coding === undefined ? bytes.toString() : Buffer.from(decompress[coding](bytes)).toString()
  }

  test('large responses are compressed as accepted, inside and outside the API', async () => {
    for (const path of [`${root}/events`, `${root}/doc`, '/docs']) {
      const whole = plain(await get(path, 'identity'))
      for (const coding of codings) {
        const reply = await get(path, coding)
        assert.equal(reply.headers['content-encoding'], coding, path)
        assert.equal(reply.headers['content-length'], String(reply.bytes.length))
        assert.equal(plain(reply), whole)
      }
    }
  })

  test('small responses and binary responses are not compressed', async () => {
    for (const path of [`${root}/tags`, `${root}/nowhere`, '/health/live'])
      assert.equal((await get(path, 'br')).headers['content-encoding'], undefined, path)
  })

  test('Vary contains each name once', async () => {
    for (const path of [`${root}/events`, `${root}/tags`, `${root}/nowhere`, '/', '/docs', '/nowhere'])
      for (const accepted of ['br', 'identity']) {
        const names = ((await get(path, accepted)).headers.vary ?? '').toLowerCase().split(', ')
        assert.equal(new Set(names).size, names.length, `${path}: ${names.join(', ')}`)
      }
    assert.match((await get(`${root}/events`, 'identity')).headers.vary ?? '', /Accept-Encoding/)
    assert.match((await get('/docs', 'identity')).headers.vary ?? '', /Accept-Encoding/)
  })

  test('HEAD returns the headers of GET', async () => {
    for (const path of [`${root}/events`, `${root}/tags`, '/docs'])
      for (const accepted of ['gzip', 'identity']) {
        const asked = await get(path, accepted)
        const { status, headers, bytes } = await get(path, accepted, {}, 'HEAD')

        assert.deepEqual([status, bytes.length], [200, 0])
        for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
          assert.equal(headers[name], asked.headers[name], `${path} ${name}`)
      }
  })

  for (const path of [
    `${root}/events`,
    `${root}/events.ics`,
    `${root}/events.csv`,
    '/docs',
    '/embed/calends-calendar.js',
  ])
    test(`304 of ${path} carries the tag of the coding that the client has, and no body`, async () => {
      for (const accepted of ['gzip, deflate, br, zstd', 'br', 'gzip', 'identity']) {
        const { etag, vary } = (await get(path, accepted)).headers
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, bytes } = await get(path, accepted, { 'if-none-match': etag! }, method)
          assert.deepEqual([status, headers.etag, headers.vary, bytes.length], [304, etag, vary, 0])
        }
      }
      const { etag } = (await get(path, 'identity')).headers
      assert.equal((await get(path, 'br', { 'if-none-match': etag! })).headers.etag, etag)
    })

  test('304 by date carries the tag that the response would have', async () => {
    for (const accepted of ['gzip, deflate, br, zstd', 'identity']) {
      const { etag, 'last-modified': date } = (await get(`${root}/events.ics`, accepted)).headers
      const { status, headers } = await get(`${root}/events.ics`, accepted, { 'if-modified-since': date! })
      assert.deepEqual([status, headers.etag], [304, etag])
    }
  })
})
