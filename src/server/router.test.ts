import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exchange, raw } from '../../test/raw.ts'
import { Service } from '../../test/service.ts'
import { adminMounts, calendarMounts } from '../api/mounts.ts'
import type { Operation, Route } from '../api/operation.ts'
import { allowedMethods, createRouter, operationFor } from './router.ts'

const operation = (method: Operation['method']) => ({ method }) as Operation

const route = (pattern: string, ...methods: Operation['method'][]): Route => ({
  pattern,
  operations: methods.map(operation),
})

const withForms = ({ pattern, operations }: Route): Route => ({
  pattern,
  operations: operations.map((one) =>
    one.method === 'GET' ? { ...one, forms: [{ extension: 'ics', mediaType: 'text/calendar' }] } : one,
  ),
})

const settings = { prefix: '/api', aliases: ['/wp-json/tribe/events/v1'], languages: ['en', 'fr'] }

const router = createRouter([
  {
    routes: [
      route('/', 'GET'),
      withForms(route('/events', 'GET', 'POST')),
      withForms(route('/events/{id}', 'GET', 'PATCH')),
      route('/events/by-slug/{slug}', 'GET'),
      route('/events/{id}/translations/{lang}', 'DELETE'),
    ],
    mounts: calendarMounts(settings),
  },
  {
    routes: [route('/users/me', 'GET'), route('/users/{id}', 'GET'), route('/users/{id}/passwords', 'GET')],
    mounts: adminMounts(settings),
  },
])

const root = '/api/cal/events/v1'

/** Returns the mount, the pattern and the path parameters of a URL. */
function found(url: string) {
  const match = router(url)?.match()
  return match && [match.mount.path, match.route.pattern, match.path]
}

/** Returns the error for a URL below a mount that matches no route. */
function refused(url: string): number {
  const located = router(url)
  assert.ok(located, url)
  try {
    located.match()
  } catch (error) {
    return (error as { status: number }).status
  }
  return 200
}

test('a path matches its route at each mount', () => {
  for (const mount of [
    root,
    `/en${root}`,
    `/fr${root}`,
    '/wp-json/tribe/events/v1',
    '/fr/wp-json/tribe/events/v1',
  ]) {
    assert.deepEqual(found(mount), [mount, '/', {}])
    assert.deepEqual(found(`${mount}/events`), [mount, '/events', {}])
    assert.deepEqual(found(`${mount}/events/7`), [mount, '/events/{id}', { id: '7' }])
    assert.deepEqual(found(`${mount}/events/by-slug/jazz`), [
      mount,
      '/events/by-slug/{slug}',
      { slug: 'jazz' },
    ])
    assert.deepEqual(found(`${mount}/events/7/translations/fr`), [
      mount,
      '/events/{id}/translations/{lang}',
      { id: '7', lang: 'fr' },
    ])
  }
  assert.deepEqual(found('/fr/api/cal/admin/v1/users/7'), [
    '/fr/api/cal/admin/v1',
    '/users/{id}',
    { id: '7' },
  ])
})

test('a URL below no mount is left to others', () => {
  for (const url of [
    '/',
    '/api',
    '/api/cal/events',
    '/cal/events/v1',
    '/de/api/cal/events/v1',
    '/API/cal/events/v1',
  ])
    assert.equal(router(url), undefined, url)
  for (const url of ['', '*', '//', '?', 'http://calendar.example', '/%zz', '/api/cal%2Fevents/v1'])
    assert.equal(router(url), undefined, url)
})

test('the mount is known even if no route matches', () => {
  const mountOf = (url: string) => router(url)?.mount
  assert.deepEqual(
    [mountOf(`/fr${root}/nowhere`)?.language, mountOf(`${root}/nowhere`)?.language],
    ['fr', undefined],
  )
  assert.equal(mountOf('/wp-json/tribe/events/v1/nowhere')?.isAlias, true)
})

test('an ID consists of digits, however many', () => {
  for (const id of ['0', '7', '007', '9'.repeat(400)])
    assert.deepEqual(found(`${root}/events/${id}`), [root, '/events/{id}', { id }])
  for (const id of ['x', '7x', '-7', '7.0', '+7', '1e3', '%20', '７', 'by-slug'])
    assert.equal(refused(`${root}/events/${id}`), 404, id)
})

test('literal segments take precedence over parameters', () => {
  assert.deepEqual(found('/api/cal/admin/v1/users/me'), ['/api/cal/admin/v1', '/users/me', {}])
  assert.deepEqual(found('/api/cal/admin/v1/users/7/passwords'), [
    '/api/cal/admin/v1',
    '/users/{id}/passwords',
    { id: '7' },
  ])
  assert.equal(refused('/api/cal/admin/v1/users/me/passwords'), 404)
  assert.deepEqual(found(`${root}/events/by-slug/by-slug`), [
    root,
    '/events/by-slug/{slug}',
    { slug: 'by-slug' },
  ])
})

const slugs: [sent: string, slug: string][] = [
  ['jazz%20night', 'jazz night'],
  ['jazz%2Fnight', 'jazz/night'],
  ['%2F', '/'],
  ['f%C3%AAte', 'fête'],
  ['%E4%B8%AD%E6%96%87', '中文'],
  ['%F0%9F%8E%B7', '🎷'],
  ['100%25', '100%'],
  ['a%3Fb%23c', 'a?b#c'],
  ['a+b', 'a+b'],
  ['a%00b', 'a\0b'],
  ['%2e%2e', '..'],
  ['__proto__', '__proto__'],
  ['x'.repeat(2_000), 'x'.repeat(2_000)],
  ['%F0%9F%8E%B7'.repeat(200), '🎷'.repeat(200)],
]

for (const [sent, slug] of slugs)
  test(`the slug ${sent.slice(0, 20)} is read as ${JSON.stringify(slug.slice(0, 20))}`, () => {
    assert.deepEqual(found(`${root}/events/by-slug/${sent}`), [root, '/events/by-slug/{slug}', { slug }])
  })

test('a path is the same with any of its characters percent-encoded', () => {
  assert.deepEqual(found('/a%70i/cal/%65vents/v1/ev%65nts/%37'), [root, '/events/{id}', { id: '7' }])
  assert.deepEqual(found(`${root}/events/by%2Dslug/jazz`), [root, '/events/by-slug/{slug}', { slug: 'jazz' }])
  assert.equal(refused(`${root}/events%2F7`), 404)
})

test('repeated and trailing slashes are ignored', () => {
  for (const url of [
    `${root}/events/`,
    `${root}//events`,
    `/${root}/events//`,
    '/api//cal///events/v1/events',
  ])
    assert.deepEqual(found(url), [root, '/events', {}], url)
  assert.deepEqual(found(`${root}/`), [root, '/', {}])
  assert.deepEqual(found(`${root}//events//7//`), [root, '/events/{id}', { id: '7' }])
})

test('the path ends at the query or fragment', () => {
  for (const end of ['?', '?page=2', '?a=/events/7', '#', '#/events/7', '?a#b', '#a?b', '/?a', '/#a'])
    assert.deepEqual(found(`${root}/events${end}`), [root, '/events', {}], end)
  assert.deepEqual(found(`${root}?a`), [root, '/', {}])
})

test('an absolute URL, as sent to proxies, matches like its path', () => {
  for (const origin of ['http://calendar.example', 'https://calendar.example:8080', 'HTTP://[::1]:80'])
    assert.deepEqual(found(`${origin}${root}/events?page=2`), [root, '/events', {}], origin)
  assert.equal(router(`ftp://calendar.example${root}`), undefined)
})

test('dots are segments like any other', () => {
  for (const path of ['/.', '/..', '/events/..', '/events/../events', '/events/./7'])
    assert.equal(refused(root + path), 404, path)
})

test('invalid percent-encoding and segments that are too long are reported', () => {
  for (const segment of ['%', '%zz', '%E9', '%C3', 'a%2', '%ff%fe', '%ED%A0%80'])
    for (const path of [`/events/by-slug/${segment}`, `/${segment}`, `/events/${segment}`])
      assert.equal(refused(root + path), 400, path)
  assert.equal(refused(`${root}/events/by-slug/${'x'.repeat(2_001)}`), 414)
  assert.equal(refused(`${root}/events/by-slug/${'%C3%A9'.repeat(2_001)}`), 414)
})

test('an unknown path is reported', () => {
  for (const path of [
    '/nowhere',
    '/events/7/nowhere',
    '/events/by-slug',
    '/events/7/translations',
    '/users/7',
  ])
    assert.equal(refused(root + path), 404, path)
  assert.equal(refused('/api/cal/admin/v1'), 404)
  assert.equal(refused('/api/cal/admin/v1/events'), 404)
})

test('HEAD is allowed where GET is, and each route lists its methods', () => {
  const events = route('/events', 'POST', 'GET')
  assert.deepEqual(allowedMethods(events), ['GET', 'HEAD', 'POST', 'OPTIONS'])
  assert.deepEqual(allowedMethods(route('/a', 'DELETE')), ['DELETE', 'OPTIONS'])
  assert.equal(operationFor(events, 'HEAD')?.method, 'GET')
  assert.equal(operationFor(route('/a', 'DELETE'), 'HEAD'), undefined)
  for (const method of ['PUT', 'TRACE', 'constructor', 'get'])
    assert.equal(operationFor(events, method), undefined)
})

describe('over HTTP', () => {
  const service = new Service()
  before(() => service.start())
  after(() => service.stop())

  const ask = (path: string, language = 'en') =>
    raw(service, { path: `/cal/events/v1${path}`, headers: { 'accept-language': language } })

  test('an unknown path gets the error body in the language of the request', async () => {
    for (const [path, status, code] of [
      ['/nowhere', 404, 'rest_no_route'],
      ['/events/by-slug/%E9', 400, 'rest_bad_request'],
      [`/events/by-slug/${'x'.repeat(2_001)}`, 414, 'rest_bad_request'],
      ['/events/by-slug/a%2Fb', 404, 'rest-event-not-found'],
    ] as const) {
      const [english, french] = [await ask(path), await ask(path, 'fr')]
      assert.deepEqual(
        [english.status, english.body.code, english.body.data.status],
        [status, code, status],
        path,
      )
      assert.deepEqual([french.status, french.body.code], [status, code])
      assert.notEqual(french.body.message, english.body.message)
      assert.ok(english.headers['x-request-id'])
    }
  })

  test('a path matches whatever its slashes and encoded characters', async () => {
    const { id } = (await service.post('/tags', { name: 'Fête de la musique' })).body
    for (const path of [`/tags/${id}`, `//tags//${id}/`, `/t%61gs/${id}?`, `/tags/${id}#there`]) {
      const { status, body } = await ask(path)
      assert.deepEqual([status, body.id], [200, id], path)
    }
  })

  test('a request in absolute form is accepted', async () => {
    const request = `GET ${service.base}/tags HTTP/1.1\r\nHost: calendar.example\r\nConnection: close\r\n\r\n`
    assert.match(await exchange(service, request), /^HTTP\/1\.1 200 /)
  })
})

test('a route with forms has a read-only route for each extension', () => {
  assert.deepEqual(found(`${root}/events.ics`), [root, '/events.ics', {}])
  assert.deepEqual(found(`/fr${root}/events/12.ics/`), [`/fr${root}`, '/events/{id}.ics', { id: '12' }])
  const { route } = router(`${root}/events/12.ics`)!.match()
  assert.equal(route.form, 'ics')
  assert.deepEqual(allowedMethods(route), ['GET', 'HEAD', 'OPTIONS'])
  for (const path of [
    '/events.csv',
    '/events/12.csv',
    '/events/x.ics',
    '/events/.ics',
    '/events/12.ics.ics',
    '/users.ics',
  ])
    assert.equal(refused(`${root}${path}`), 404, path)
  assert.deepEqual(found(`${root}/events/by-slug/a.ics`), [root, '/events/by-slug/{slug}', { slug: 'a.ics' }])
})
