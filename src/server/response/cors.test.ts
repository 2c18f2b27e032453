import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Service } from '../../../test/service.ts'

/** Pages of other sites may read every response, whichever part of the program makes it. */

const service = new Service()
before(() => service.start())
after(() => service.stop())

const origin = 'https://example.org'
const paths = ['/events', '/nowhere', '//health/live', '//', '//nowhere']

test('any origin may read, without cookies', async () => {
  for (const path of paths) {
    const { headers } = await service.get(path, { headers: { origin } })
    assert.equal(headers.get('access-control-allow-origin'), '*', path)
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.doesNotMatch(headers.get('vary') ?? '', /origin/i)
    for (const name of ['X-Total', 'X-Total-Pages', 'Link', 'ETag', 'Retry-After', 'RateLimit-Remaining'])
      assert.ok(headers.get('access-control-expose-headers')?.split(', ').includes(name), name)
  }
})

test('refused requests have CORS headers too', async () => {
  for (const authorization of ['x', 'Bearer cal_unknown']) {
    const answer = await service.get('/events', { headers: { authorization, origin } })

    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
})

test('responses to writes have CORS headers too', async () => {
  const answer = await service.post('/tags', { name: 'Jazz' }, { headers: { origin } })

  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})

test('every route responds to a preflight, from any origin', async () => {
  const headers = {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization',
  }

  for (const path of paths)
    for (const as of [null, 'nobody:wrong']) {
      const answer = await service.request('OPTIONS', path, undefined, { headers, as })
      assert.equal(answer.status, 204, path)
      assert.equal(answer.text, '')
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(
        answer.headers.get('access-control-allow-methods'),
        'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      )
      assert.match(
        answer.headers.get('access-control-allow-headers') ?? '',
        /Authorization.*If-Match.*Idempotency-Key, Last-Event-ID, Range, If-Range/,
      )
      assert.ok(Number(answer.headers.get('access-control-max-age')) > 0)
    }
})

test('a plain OPTIONS reaches its route', async () => {
  const answer = await service.request('OPTIONS', '/events', undefined, { headers: { origin }, as: null })

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body.methods, ['GET', 'POST'])
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})
