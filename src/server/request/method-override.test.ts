import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { anEvent, Service } from '../../../test/service.ts'
import { overrideMethod } from './method-override.ts'

/** Responds with the effective method. */
const server = createServer((request, response) => {
  overrideMethod(request)
  response.end(request.method)
})
let url = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
after(() => server.close())

async function takenFor(method: string, override: string): Promise<string> {
  const response = await fetch(url, { method, headers: { 'x-http-method-override': override } })
  return response.text()
}

for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'patch', ' Delete '])
  test(`POST overridden by "${method}" is taken as such`, async () => {
    assert.equal(await takenFor('POST', method), method.trim().toUpperCase())
  })

test('only POST can be overridden', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) assert.equal(await takenFor(method, 'PATCH'), method)
})

test('an empty override is ignored', async () => {
  assert.equal(await takenFor('POST', ' '), 'POST')
  assert.equal(await takenFor('POST', 'POST'), 'POST')
})

const refused = ['HEAD', 'OPTIONS', 'MOVE', 'DELETE, PUT', '__proto__', 'constructor']

for (const method of refused)
  test(`POST overridden by "${method}" is taken for what no route answers`, async () => {
    assert.equal(await takenFor('POST', method), 'TRACE')
  })

describe('over a service', () => {
  const service = new Service()
  before(() => service.start())
  after(() => service.stop())

  const post = (path: string, override: string, body: unknown = {}) =>
    service.post(path, body, { headers: { 'x-http-method-override': override } })

  test('an overridden POST is routed by the new method, with its body and its query', async () => {
    const { id } = (await service.post('/events', anEvent({ title: 'Jazz' }))).body
    const patched = await post(`/events/${id}?ml_language=fr`, 'patch', { title: 'Le jazz' })
    assert.deepEqual([patched.status, patched.body.title], [200, 'Le jazz'])
    const deleted = await post(`/events/${id}?force=true`, ' Delete ')
    assert.equal(deleted.status, 200)
    assert.equal((await service.get(`/events/${id}`)).status, 404)
  })

  test('a POST overridden by GET reads with its body and its query, and creates nothing', async () => {
    const { status, body, headers } = await post('/tags?per_page=7&order=desc', 'GET', {
      name: 'Made',
      per_page: 3,
    })

    assert.deepEqual([status, body.total], [200, 0])
    assert.match(body.rest_url, /per_page=3&.*order=desc/)
    assert.equal(headers.get('x-ignored'), 'name')
    assert.notEqual(headers.get('etag'), null)
  })

  test('what its body asks for is answered to nobody else', async () => {
    const limited = (perPage: number) =>
      service.post('/venues', `per_page=${perPage}`, {
        as: null,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-http-method-override': 'GET',
        },
      })
    const asked = await Promise.all([3, 4, 3, 4].map(limited))
    const plain = await service.get('/venues')

    assert.deepEqual(
      [...asked, plain].map(({ body }) => /per_page=(\d+)/.exec(body.rest_url)?.[1]),
      ['3', '4', '3', '4', '12'],
    )
    const invalid = await post('/venues', 'GET', '{')
    assert.deepEqual([invalid.status, invalid.body.code], [415, 'rest_unsupported_media_type'])
  })

  for (const method of refused)
    test(`POST overridden by "${method}" is not taken for a plain POST`, async () => {
      const { status, body } = await post('/tags', method, { name: method })

      assert.deepEqual([status, body.code], [405, 'rest_no_route'])
      assert.equal((await service.get('/tags?hide_empty=false')).body.total, 0)
    })
})
