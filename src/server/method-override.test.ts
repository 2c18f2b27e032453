import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../../test/bare-service.ts'
import { installBodies } from './bodies.ts'
import { overrideMethod } from './method-override.ts'

const service = () =>
  serve(
    (app) => {
      installBodies(app)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        app.route({
          method,
          url: '/',
          handler: (request) => ({
            route: method,
            method: request.method,
            query: request.query,
            body: request.body,
          }),
        })
    },
    { rewriteUrl: overrideMethod },
  )

async function send(method: string, override: string) {
  const { url } = await service()
  const answer = await fetch(`${url}/?a=1`, {
    method,
    headers: { 'x-http-method-override': override, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{"b":2}' }),
  })
  return { status: answer.status, ...((await answer.json()) as { route?: string }) }
}

for (const method of ['PUT', 'PATCH', 'DELETE', 'patch', ' Delete '])
  test(`POST overridden by "${method}" is routed as such, with its body`, async () => {
    const meant = method.trim().toUpperCase()

    assert.deepEqual(await send('POST', method), {
      status: 200,
      route: meant,
      method: meant,
      query: { a: '1' },
      body: { b: 2 },
    })
  })

test('POST overridden by GET reads, by the query alone', async () => {
  assert.deepEqual(await send('POST', 'GET'), {
    status: 200,
    route: 'GET',
    method: 'GET',
    query: { a: '1' },
    body: {},
  })
})

test('only POST can be overridden', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) assert.equal((await send(method, 'PATCH')).route, method)
})

test('an empty override is none', async () => {
  assert.equal((await send('POST', ' ')).route, 'POST')
})

for (const method of ['HEAD', 'OPTIONS', 'MOVE', 'DELETE, PUT', '__proto__', 'constructor'])
  test(`POST overridden by "${method}" is not taken for a plain POST`, async () => {
    assert.equal((await send('POST', method)).status, 404)
  })
