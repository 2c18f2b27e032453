import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase, type Reply } from '../../../test/service.ts'

const remaining = ({ headers }: Reply) => Number(headers.get('ratelimit-remaining'))

onEachDatabase(
  (service) => {
    test('every response contains the remaining requests, except those to operators', async () => {
      const list = await service.get('/events')
      const unknown = await service.get('/nowhere')
      const health = await service.get('//health/live')

      assert.equal(list.headers.get('ratelimit-limit'), '2000')
      assert.equal(unknown.headers.get('ratelimit-limit'), '2000')
      assert.equal(health.headers.get('ratelimit-limit'), null)
    })

    test('signed-in callers have a limit of their own', async () => {
      const before = remaining(await service.get('/events'))

      const signedIn = await service.get('/events', { as: 'admin:secret' })

      assert.equal(signedIn.headers.get('ratelimit-limit'), '5000')
      assert.equal(remaining(await service.get('/events')), before - 1)
    })

    test('wrong credentials are counted against the address', async () => {
      const before = remaining(await service.get('/events'))

      const wrong = await service.get('/events', { as: 'admin:wrong' })
      const malformed = await service.get('/events', { headers: { authorization: 'Basic' } })

      assert.deepEqual([wrong.status, wrong.body.code], [401, 'incorrect_credentials'])
      assert.deepEqual([malformed.status, malformed.body.code], [401, 'incorrect_credentials'])
      assert.equal(remaining(malformed), before - 2)
    })

    test('an unknown route is reported before wrong credentials', async () => {
      const noRoute = await service.get('/nowhere', { as: 'admin:wrong' })
      const noMethod = await service.request('DELETE', '/events', undefined, { as: 'admin:wrong' })

      assert.deepEqual([noRoute.status, noMethod.status], [404, 405])
      assert.ok(noMethod.headers.has('ratelimit-remaining'))
    })

    test('wrong credentials are reported before an unreadable body', async () => {
      const { status } = await service.post('/events', '{', {
        as: 'admin:wrong',
        headers: { 'content-type': 'application/json' },
      })

      assert.equal(status, 401)
    })

    test('a client that searches too often is refused, but may still read; cached responses do not count', async () => {
      const search = (word: string) => service.get(`/events?search=${word}`)
      for (let sent = 0; sent < 200; sent += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, nth) => search(`word${(sent + nth) % 20}x${sent}${nth}`)),
        )
      const statuses = [(await search('another')).status, (await service.get('/events?page=1')).status]

      assert.deepEqual(statuses, [429, 200])
      service.now += 10
      assert.equal((await search('another')).status, 200)
      for (let time = 0; time < 30; time += 1) assert.equal((await search('another')).status, 200)
    })

    test('a client that sends too many requests is refused for a while, and pages of other sites may read the response', async () => {
      service.now += 60
      for (let sent = 0; sent < 2_000; sent += 100)
        await Promise.all(Array.from({ length: 100 }, () => service.get('/nowhere')))

      const { status, body, headers } = await service.get('/events')

      assert.deepEqual([status, body.code], [429, 'rest_too_many_requests'])
      assert.equal(headers.get('retry-after'), '1')
      assert.equal(headers.get('ratelimit-remaining'), '0')
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal((await service.get('//health/ready')).status, 200)
    })
  },
  { CALENDS_RATE_LIMIT: 'on' },
)
