import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../../test/bare-service.ts'
import { installCors } from './cors.ts'

const service = () =>
  serve((app) => {
    installCors(app)
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization) await reply.code(401).send({})
    })
    app.get('/events', () => ({ events: [] }))
    app.options('/events', () => ({ described: true }))
  })

test('any origin may read, and no cookies are asked for', async () => {
  const { url } = await service()

  for (const path of ['/events', '/nowhere']) {
    const { headers } = await fetch(url + path, { headers: { origin: 'https://example.org' } })
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.equal(headers.get('vary'), null)
    for (const name of ['X-Total', 'X-Total-Pages', 'Link', 'ETag', 'Retry-After', 'RateLimit-Remaining'])
      assert.ok(headers.get('access-control-expose-headers')?.split(', ').includes(name), name)
  }
})

test('refusals can be read too', async () => {
  const { url } = await service()

  const answer = await fetch(`${url}/events`, {
    headers: { authorization: 'x', origin: 'https://example.org' },
  })

  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})

test('a preflight is answered for every route', async () => {
  const { url } = await service()
  const headers = {
    origin: 'https://example.org',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization',
  }

  for (const path of ['/events', '/nowhere']) {
    const answer = await fetch(url + path, { method: 'OPTIONS', headers })
    assert.equal(answer.status, 204)
    assert.equal(await answer.text(), '')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(
      answer.headers.get('access-control-allow-methods'),
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    )
    assert.match(
      answer.headers.get('access-control-allow-headers') ?? '',
      /Authorization.*If-Match.*Idempotency-Key/,
    )
    assert.ok(Number(answer.headers.get('access-control-max-age')) > 0)
  }
})

test('a plain OPTIONS reaches its route', async () => {
  const { url } = await service()

  const answer = await fetch(`${url}/events`, {
    method: 'OPTIONS',
    headers: { origin: 'https://example.org' },
  })

  assert.deepEqual(await answer.json(), { described: true })
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})
