import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { serve } from '../../../test/bare-service.ts'
import { clientAddress, hasPassedProxy, requestOrigin } from './request-origin.ts'

const socket = { localAddress: '192.0.2.1', localPort: 8080 }
const untrusting = { trustProxy: false }
const trusting = { trustProxy: true }

const originOf = (headers: IncomingHttpHeaders, options = untrusting, at = socket) => {
  const { origin, path } = requestOrigin({ headers, socket: at }, options)
  return origin + path
}

test('the public URL takes precedence over everything', () => {
  const options = { ...trusting, publicUrl: 'https://Cal.example.org/base/' }

  assert.deepEqual(requestOrigin({ headers: { host: 'a', 'x-forwarded-host': 'b' }, socket }, options), {
    origin: 'https://cal.example.org',
    host: 'cal.example.org',
    path: '/base',
  })
})

test('otherwise the Host header is used, and forwarding headers are ignored', () => {
  const headers = {
    forwarded: 'host=evil;proto=https',
    'x-forwarded-host': 'evil',
    'x-forwarded-prefix': '/evil',
  }

  assert.equal(originOf({ ...headers, host: 'cal.example:3000' }), 'http://cal.example:3000')
  assert.equal(originOf({ host: 'Cal.Example:80' }), 'http://cal.example')
  assert.equal(originOf({ host: '[::1]:3000' }), 'http://[::1]:3000')
  assert.equal(originOf({ host: 'calendar_service:3000' }), 'http://calendar_service:3000')
})

for (const host of [
  'evil"><script>',
  'a b',
  'a@b',
  'a/b',
  '',
  'a:99999',
  '[::1',
  'a:b',
  '999.1.1.1',
  undefined,
])
  test(`the Host header "${host}" is not believed`, () => {
    assert.equal(originOf(host === undefined ? {} : { host }), 'http://192.0.2.1:8080')
  })

test('there is always an origin, even if nothing is known', () => {
  assert.equal(requestOrigin({ headers: {} }, untrusting).origin, 'http://localhost')
  assert.equal(originOf({}, untrusting, { localAddress: '::1', localPort: 80 }), 'http://[::1]')
  assert.equal(
    originOf({}, untrusting, { localAddress: '::ffff:10.0.0.1', localPort: 1 }),
    'http://10.0.0.1:1',
  )
})

const forwarded: [headers: IncomingHttpHeaders, origin: string][] = [
  [{ forwarded: 'for=1.2.3.4;proto=https;host=cal.example' }, 'https://cal.example'],
  [
    { forwarded: 'For="[2001:db8::1]:47"; Proto=HTTPS; Host="cal.example:8443", host=inner' },
    'https://cal.example:8443',
  ],
  [{ forwarded: 'proto=https' }, 'https://inside:3000'],
  [{ forwarded: 'host="a\\.b";proto=ftp' }, 'http://a.b'],
  [{ forwarded: 'host=cal.example', 'x-forwarded-host': 'other' }, 'http://cal.example'],
  [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cal.example' }, 'https://cal.example'],
  [{ 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'cal.example, inner' }, 'https://cal.example'],
  [
    { 'x-forwarded-host': 'cal.example', 'x-forwarded-port': '8443', 'x-forwarded-proto': 'https' },
    'https://cal.example:8443',
  ],
  [{ 'x-forwarded-host': 'cal.example:8443', 'x-forwarded-port': '443' }, 'http://cal.example:8443'],
  [
    { 'x-forwarded-host': 'cal.example', 'x-forwarded-port': '80', 'x-forwarded-proto': 'https' },
    'https://cal.example',
  ],
  [{ 'x-forwarded-host': 'cal.example', 'x-forwarded-prefix': '/calendar/' }, 'http://cal.example/calendar'],
  [{ 'x-forwarded-prefix': '//evil.example"' }, 'http://inside:3000'],
  [{ 'x-forwarded-host': 'evil"' }, 'http://192.0.2.1:8080'],
  [{ 'x-forwarded-host': '' }, 'http://inside:3000'],
  [{ 'x-forwarded-host': ', cal.example' }, 'http://cal.example'],
]

for (const [headers, origin] of forwarded)
  test(`a trusted proxy that says ${JSON.stringify(headers)} leads to ${origin}`, () => {
    assert.equal(originOf({ host: 'inside:3000', ...headers }, trusting), origin)
  })

const addresses: [headers: IncomingHttpHeaders, address: string][] = [
  [{}, '127.0.0.1'],
  [{ 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': 'made up, 198.51.100.1, 203.0.113.7, 10.0.0.1' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '10.0.0.9' }, '10.0.0.9'],
  [{ 'x-forwarded-for': '203.0.113.7:4711' }, '203.0.113.7'],
  [{ forwarded: 'for="[2001:db8::1]:4711";proto=https, for=10.1.1.1' }, '2001:db8::1'],
  [{ forwarded: 'for=_hidden' }, '127.0.0.1'],
  [{ forwarded: 'for=203.0.113.7', 'x-forwarded-for': '198.51.100.1' }, '203.0.113.7'],
]

for (const [headers, address] of addresses)
  test(`with ${JSON.stringify(headers)} a trusted proxy speaks for ${address}`, () => {
    const asked = { headers, socket: { remoteAddress: '::ffff:127.0.0.1' } }

    assert.equal(clientAddress(asked, true), address)
    assert.equal(clientAddress(asked, false), '127.0.0.1')
  })

test('a Fastify request is accepted', async () => {
  const { url } = await serve((app) =>
    app.get('/', (request) => ({
      address: clientAddress(request, true),
      origin: requestOrigin(request, trusting).origin,
    })),
  )

  const answer = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } })

  assert.deepEqual(await answer.json(), { address: '203.0.113.7', origin: url })
})

test('a proxy is told from a client elsewhere by its address', () => {
  const from = (remoteAddress: string | undefined, headers: IncomingHttpHeaders) =>
    hasPassedProxy({ headers, socket: { remoteAddress } })
  for (const headers of [{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }]) {
    assert.ok(from('::ffff:10.0.0.2', headers))
    assert.ok(from('::1', headers))
    assert.ok(!from('198.51.100.7', headers))
    assert.ok(!from(undefined, headers))
  }
  assert.ok(!from('127.0.0.1', {}))
})
