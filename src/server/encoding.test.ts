import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Zstd } from '@hpcc-js/wasm-zstd'
import { serve } from '../../test/bare-service.ts'
import { compress, installCompression, pickCoding } from './compression.ts'

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
  test(`of "${accepted}" we pick ${coding}`, () => assert.equal(pickCoding(accepted), coding))

test('small bodies stay as they are, unless that is refused', () => {
  assert.equal(pickCoding('br', 1023), undefined)
  assert.equal(pickCoding('br', 1024), 'br')
  assert.equal(pickCoding('gzip, identity;q=0', 10), 'gzip')
  assert.equal(pickCoding('gzip, *;q=0', 10), 'gzip')
})

test('a header made to be slow is not', () => {
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

for (const coding of ['br', 'gzip', 'zstd'] as const)
  test(`${coding} can be undone, and is done once`, async () => {
    const body = Buffer.from('Jazz in the park. '.repeat(500))

    const compressed = await compress(body, coding)

    assert.ok(compressed.length < 200)
    assert.equal(Buffer.from(decompress[coding](compressed)).toString(), body.toString())
    assert.equal(await compress(body, coding), compressed)
  })

const text = JSON.stringify({ title: 'Fête '.repeat(500) })

const service = () =>
  serve((app) => {
    installCompression(app)
    app.get('/', (_request, reply) =>
      reply.headers({ etag: '"abc"', vary: 'Authorization', 'content-type': 'application/json' }).send(text),
    )
    app.get('/object', () => JSON.parse(text) as object)
    app.get('/small', (_request, reply) => reply.header('etag', '"abc"').send({ a: 1 }))
    app.get('/image', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)))
    app.get('/unchanged', (_request, reply) => reply.code(304).header('etag', '"abc"').send())
    app.get('/varying', (_request, reply) =>
      reply.headers({ vary: 'accept-encoding' }).type('text/html').send(text),
    )
  })

async function get(url: string, accepted: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { 'accept-encoding': accepted, ...headers } }, resolve)
      .on('error', reject)
      .end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

test('an answer is compressed as accepted, and says so', async () => {
  const { url } = await service()

  for (const coding of ['br', 'gzip', 'zstd'] as const) {
    const { headers, body } = await get(url, coding)
    assert.equal(headers['content-encoding'], coding)
    assert.equal(headers.vary, 'Authorization, Accept-Encoding')
    assert.equal(headers.etag, `"abc-${coding}"`)
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(Buffer.from(decompress[coding](body)).toString(), text)
  }
})

test('who accepts nothing gets the text, told that it varies', async () => {
  const { url } = await service()

  const { headers, body } = await get(url, 'identity')

  assert.equal(headers['content-encoding'], undefined)
  assert.equal(headers.etag, '"abc"')
  assert.equal(headers.vary, 'Authorization, Accept-Encoding')
  assert.equal(body.toString(), text)
})

test('objects are compressed; small answers and images are not', async () => {
  const { url } = await service()

  assert.equal((await get(`${url}/object`, 'br')).headers['content-encoding'], 'br')
  for (const path of ['/small', '/image']) {
    const { headers } = await get(url + path, 'br')
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers.vary, undefined)
  }
})

test('what varies is named once', async () => {
  const { url } = await service()

  assert.equal((await get(`${url}/varying`, 'br')).headers.vary, 'accept-encoding')
})

test('HEAD tells what GET would', async () => {
  const { url } = await service()
  const asked = await get(url, 'gzip')

  const { headers, body } = await get(url, 'gzip', {}, 'HEAD')

  assert.equal(body.length, 0)
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
    assert.equal(headers[name], asked.headers[name], name)
})

test('304 carries the tag of the coding that the client has', async () => {
  const { url } = await service()

  const { status, headers } = await get(`${url}/unchanged`, 'br', { 'if-none-match': '"abc-br"' })

  assert.equal(status, 304)
  assert.equal(headers.etag, '"abc-br"')
  assert.equal(headers.vary, 'Accept-Encoding')
  assert.equal((await get(`${url}/unchanged`, 'br', { 'if-none-match': '"abc"' })).headers.etag, '"abc"')
})
