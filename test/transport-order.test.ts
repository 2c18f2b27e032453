import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { raw } from './raw.ts'
import { anEvent, onEachDatabase, type Service } from './service.ts'

/**
 * A request with several errors gets the first one: route and method, credentials, body, missing parameters, invalid
 * parameters, target, permission, operation.
 */

const root = '/cal/events/v1'
const tooLarge = Buffer.alloc(2 * 1024 * 1024 + 1, 'a')

interface Case {
  readonly breaks: string
  readonly method: string
  readonly path: string
  readonly as?: Person | 'administrator' | 'anonymous' | 'nobody we know'
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly expected: readonly [status: number, code: string]
  readonly params?: readonly string[]
}

const paramsOf = (data: { params?: unknown }) =>
  Array.isArray(data.params) ? (data.params as string[]) : Object.keys(data.params ?? {})

const broken = '{"title": '
const late = { start_date: '2026-12-02', end_date: '2026-12-01' }

const cases: Case[] = [
  {
    breaks: 'route and credentials',
    method: 'GET',
    path: '/nothing',
    as: 'nobody we know',
    expected: [404, 'rest_no_route'],
  },
  {
    breaks: 'route and body',
    method: 'POST',
    path: '/nothing',
    body: broken,
    expected: [404, 'rest_no_route'],
  },
  {
    breaks: 'route and size of body',
    method: 'POST',
    path: '/nothing',
    body: tooLarge,
    expected: [404, 'rest_no_route'],
  },
  {
    breaks: 'method and credentials',
    method: 'PUT',
    path: '/events',
    as: 'nobody we know',
    expected: [405, 'rest_no_route'],
  },
  {
    breaks: 'method and body',
    method: 'PUT',
    path: '/events',
    body: broken,
    expected: [405, 'rest_no_route'],
  },
  {
    breaks: 'method and type of body',
    method: 'DELETE',
    path: '/tags',
    body: '<x/>',
    type: 'text/xml',
    expected: [405, 'rest_no_route'],
  },
  {
    breaks: 'method and parameters',
    method: 'POST',
    path: '/languages?ml_language=xx',
    expected: [405, 'rest_no_route'],
  },

  {
    breaks: 'credentials and body',
    method: 'POST',
    path: '/events',
    as: 'nobody we know',
    body: broken,
    expected: [401, 'incorrect_credentials'],
  },
  {
    breaks: 'credentials and type of body',
    method: 'POST',
    path: '/events',
    as: 'nobody we know',
    body: 'x',
    type: 'text/plain',
    expected: [401, 'incorrect_credentials'],
  },
  {
    breaks: 'credentials and size of body',
    method: 'POST',
    path: '/events',
    as: 'nobody we know',
    body: tooLarge,
    expected: [401, 'incorrect_credentials'],
  },
  {
    breaks: 'credentials and what is missing',
    method: 'POST',
    path: '/events',
    as: 'nobody we know',
    body: {},
    expected: [401, 'incorrect_credentials'],
  },
  {
    breaks: 'credentials and what is invalid',
    method: 'GET',
    path: '/events?page=0',
    as: 'nobody we know',
    expected: [401, 'incorrect_credentials'],
  },
  {
    breaks: 'credentials and target',
    method: 'GET',
    path: '/events/999999',
    as: 'nobody we know',
    expected: [401, 'incorrect_credentials'],
  },

  {
    breaks: 'body and right',
    method: 'POST',
    path: '/events',
    body: broken,
    expected: [400, 'rest_invalid_json'],
  },
  {
    breaks: 'type of body and right',
    method: 'POST',
    path: '/events',
    body: 'x',
    type: 'text/plain',
    expected: [415, 'rest_unsupported_media_type'],
  },
  {
    breaks: 'size of body and right',
    method: 'POST',
    path: '/events',
    body: tooLarge,
    expected: [413, 'rest_body_too_large'],
  },
  {
    breaks: 'body and target',
    method: 'PUT',
    path: '/events/999999',
    as: 'editor',
    body: broken,
    expected: [400, 'rest_invalid_json'],
  },
  {
    breaks: 'body and parameters of the query',
    method: 'POST',
    path: '/events?author=x',
    as: 'editor',
    body: broken,
    expected: [400, 'rest_invalid_json'],
  },
  {
    breaks: 'type and size of body',
    method: 'POST',
    path: '/events',
    as: 'editor',
    body: tooLarge,
    type: 'text/plain',
    expected: [413, 'rest_body_too_large'],
  },

  {
    breaks: 'all required parameters, and invalid ones',
    method: 'POST',
    path: '/events',
    as: 'editor',
    body: { author: 'x', venue: 'y' },
    expected: [400, 'rest_missing_callback_param'],
    params: ['title', 'start_date', 'end_date'],
  },
  {
    breaks: 'one required parameter, and another',
    method: 'POST',
    path: '/events',
    as: 'editor',
    body: { title: 'x', start_date: 'garbage' },
    expected: [400, 'rest_missing_callback_param'],
    params: ['end_date'],
  },
  {
    breaks: 'required parameters, and the right',
    method: 'POST',
    path: '/events',
    body: {},
    expected: [400, 'rest_missing_callback_param'],
    params: ['title', 'start_date', 'end_date'],
  },
  {
    breaks: 'a required parameter, and the right of a role',
    method: 'POST',
    path: '/venues',
    as: 'subscriber',
    body: { city: 'x' },
    expected: [400, 'rest_missing_callback_param'],
    params: ['venue'],
  },
  {
    breaks: 'a required parameter of a part, and the right',
    method: 'POST',
    path: '/events',
    body: anEvent({ venue: { city: 'x' } }),
    expected: [400, 'rest_missing_callback_param'],
    params: ['venue.venue'],
  },
  {
    breaks: 'a required parameter by null',
    method: 'POST',
    path: '/tags',
    body: { name: null, slug: {} },
    expected: [400, 'rest_missing_callback_param'],
    params: ['name'],
  },
  {
    breaks: 'a required parameter by blanks',
    method: 'POST',
    path: '/categories',
    body: { name: ' \t ', parent: 'x' },
    expected: [400, 'rest_missing_callback_param'],
    params: ['name'],
  },

  {
    breaks: 'several parameters, and the right',
    method: 'POST',
    path: '/events',
    body: anEvent({
      start_date: 'garbage',
      website: 'x',
      categories: [999999],
      image: 'ftp://x',
      timezone: 'Mars/Base',
    }),
    expected: [400, 'rest_invalid_param'],
    params: ['timezone', 'start_date', 'image', 'website', 'categories'],
  },
  {
    breaks: 'a rule of a recurrence, and the right',
    method: 'POST',
    path: '/events',
    body: anEvent({ recurrence: 'RRULE:FREQ=HOURLY' }),
    expected: [400, 'rest_invalid_param'],
    params: ['recurrence'],
  },
  {
    breaks: 'the dates of a recurrence, and the right',
    method: 'POST',
    path: '/events',
    body: anEvent({ recurrence: 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }),
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'the dates of a recurrence, and the right of a role',
    method: 'POST',
    path: '/events',
    as: 'subscriber',
    body: anEvent({ recurrence: 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }),
    expected: [400, 'rest_invalid_param'],
    params: ['recurrence'],
  },
  {
    breaks: 'the order of the dates, and the right',
    method: 'POST',
    path: '/events',
    body: anEvent(late),
    expected: [400, 'rest_invalid_param'],
    params: ['end_date'],
  },
  {
    breaks: 'the order of the dates and another parameter',
    method: 'POST',
    path: '/events',
    as: 'editor',
    body: anEvent({ ...late, website: 'x' }),
    expected: [400, 'rest_invalid_param'],
    params: ['website', 'end_date'],
  },
  {
    breaks: 'an unknown author, and the right to hand over',
    method: 'POST',
    path: '/events',
    as: 'author',
    body: anEvent({ author: 999999 }),
    expected: [400, 'rest_invalid_param'],
    params: ['author'],
  },
  {
    breaks: 'parameters, and an anonymous update of what is there',
    method: 'PATCH',
    path: '/events/{event}',
    body: { start_date: 'garbage' },
    expected: [400, 'rest_invalid_param'],
    params: ['start_date'],
  },
  {
    breaks: 'parameters, and an update of what is not there',
    method: 'PATCH',
    path: '/events/999999',
    as: 'editor',
    body: { start_date: 'garbage' },
    expected: [400, 'rest_invalid_param'],
    params: ['start_date'],
  },
  {
    breaks: 'the order of the dates, and an anonymous update',
    method: 'PATCH',
    path: '/events/{event}',
    body: late,
    expected: [400, 'rest_invalid_param'],
    params: ['end_date'],
  },
  {
    breaks: 'the order of the dates, and the right of a role',
    method: 'PUT',
    path: '/events/by-slug/ordered',
    as: 'contributor',
    body: late,
    expected: [400, 'rest_invalid_param'],
    params: ['end_date'],
  },
  {
    breaks: 'an unknown category, and an anonymous update',
    method: 'PUT',
    path: '/events/{event}',
    body: { categories: [999999] },
    expected: [400, 'rest_invalid_param'],
    params: ['categories'],
  },
  {
    breaks: 'an unknown parent, and the right',
    method: 'POST',
    path: '/categories',
    body: { name: 'Orphan', parent: 999999 },
    expected: [400, 'rest_invalid_param'],
    params: ['parent'],
  },
  {
    breaks: 'a parameter of a delete, and the right',
    method: 'DELETE',
    path: '/events/{event}?force=maybe',
    expected: [400, 'rest_invalid_param'],
    params: ['force'],
  },
  {
    breaks: 'a parameter of a delete, and the target',
    method: 'DELETE',
    path: '/tags/999999?ml_language=xx',
    as: 'editor',
    expected: [400, 'rest_invalid_param'],
    params: ['ml_language'],
  },
  {
    breaks: 'a parameter of a read, and the target',
    method: 'GET',
    path: '/events/999999?ml_language=xx',
    expected: [400, 'rest_invalid_param'],
    params: ['ml_language'],
  },
  {
    breaks: 'a parameter of a read, and the right',
    method: 'GET',
    path: '/events/{draft}?ml_language=xx',
    expected: [400, 'rest_invalid_param'],
    params: ['ml_language'],
  },
  {
    breaks: 'parameters of a list, and the right',
    method: 'GET',
    path: '/events?status=draft&page=0',
    expected: [400, 'rest_invalid_param'],
    params: ['page'],
  },
  {
    breaks: 'an unknown status among others',
    method: 'GET',
    path: '/events?status=draft,nonsense',
    expected: [400, 'rest_invalid_param'],
    params: ['status'],
  },
  {
    breaks: 'parameters of a list, and its end',
    method: 'GET',
    path: '/events?page=99&search=',
    expected: [400, 'rest_invalid_param'],
    params: ['search'],
  },
  {
    breaks: 'the language of a translation, and the right',
    method: 'DELETE',
    path: '/events/{event}/translations/xx',
    expected: [400, 'rest_invalid_param'],
    params: ['lang'],
  },
  {
    breaks: 'everything in a parameter of an alias of the language',
    method: 'POST',
    path: '/events?ml_language=xx',
    body: anEvent({}),
    expected: [400, 'rest_invalid_param'],
    params: ['ml_language'],
  },

  {
    breaks: 'target and anonymous right, on update',
    method: 'PUT',
    path: '/events/999999',
    body: { title: 'x' },
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'target and anonymous right, on update by slug',
    method: 'PATCH',
    path: '/venues/by-slug/nowhere',
    body: { city: 'x' },
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'target and anonymous right, on delete',
    method: 'DELETE',
    path: '/organizers/999999',
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'target and anonymous right, on delete of a term',
    method: 'DELETE',
    path: '/categories/999999',
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'target and anonymous right, on delete of a translation',
    method: 'DELETE',
    path: '/tags/999999/translations/fr',
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'the anonymous right alone',
    method: 'DELETE',
    path: '/events/{event}',
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'target and right of a role, on update',
    method: 'PUT',
    path: '/events/999999',
    as: 'subscriber',
    body: { title: 'x' },
    expected: [404, 'rest-event-not-found'],
  },
  {
    breaks: 'target and right of a role, by slug',
    method: 'PUT',
    path: '/events/by-slug/nowhere',
    as: 'subscriber',
    body: { title: 'x' },
    expected: [404, 'rest-event-not-found'],
  },
  {
    breaks: 'target and right of a role, on delete',
    method: 'DELETE',
    path: '/venues/999999',
    as: 'contributor',
    expected: [404, 'rest-venue-not-found'],
  },
  {
    breaks: 'target and right of a role, on a term',
    method: 'DELETE',
    path: '/tags/999999',
    as: 'author',
    expected: [404, 'rest-tag-not-found'],
  },
  {
    breaks: 'kind of the target, and right',
    method: 'PATCH',
    path: '/venues/{event}',
    as: 'subscriber',
    body: {},
    expected: [404, 'rest-invalid-venue-id'],
  },
  {
    breaks: 'the right of a role alone, on update',
    method: 'PUT',
    path: '/events/{event}',
    as: 'contributor',
    body: { title: 'x' },
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the right of a role alone, on delete',
    method: 'DELETE',
    path: '/events/{event}',
    as: 'subscriber',
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the target and its precondition',
    method: 'PUT',
    path: '/events/999999',
    as: 'editor',
    headers: { 'if-match': '"stale"' },
    expected: [404, 'rest-event-not-found'],
  },

  {
    breaks: 'the right, and the precondition',
    method: 'PUT',
    path: '/events/{event}',
    as: 'subscriber',
    headers: { 'if-match': '"stale"' },
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the anonymous right, and the precondition',
    method: 'PUT',
    path: '/events/{event}',
    headers: { 'if-match': '"stale"' },
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'the right, and the order of one date to what is kept',
    method: 'PATCH',
    path: '/events/{event}',
    as: 'subscriber',
    body: { end_date: '2020-01-01' },
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the anonymous right, and the order of one date',
    method: 'PATCH',
    path: '/events/{event}',
    body: { end_date: '2020-01-01' },
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'the right, and a slug that is taken',
    method: 'PATCH',
    path: '/events/{event}',
    as: 'contributor',
    body: { slug: 'other' },
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the right, and a name that is taken',
    method: 'POST',
    path: '/categories',
    as: 'contributor',
    body: { name: 'Ordered' },
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the anonymous right, and a name that is taken',
    method: 'POST',
    path: '/categories',
    body: { name: 'Ordered' },
    expected: [401, 'rest_forbidden'],
  },
  {
    breaks: 'the right to a list, and its end',
    method: 'GET',
    path: '/events?status=draft&page=99',
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the right to the original, and that it stays',
    method: 'DELETE',
    path: '/events/{event}/translations/en',
    as: 'subscriber',
    expected: [403, 'rest_forbidden'],
  },
  {
    breaks: 'the right to a draft, and its translation',
    method: 'GET',
    path: '/events/{draft}?ml_fallback=none&ml_language=fr',
    expected: [403, 'event-not-accessible'],
  },
  {
    breaks: 'the precondition alone',
    method: 'PUT',
    path: '/events/{event}',
    as: 'editor',
    headers: { 'if-match': '"stale"' },
    expected: [412, 'rest_precondition_failed'],
  },
]

onEachDatabase((service: Service) => {
  const ids: Record<string, number> = {}

  before(async () => {
    await makePeople(service)
    ids.event = (await service.post('/events', anEvent({ title: 'Ordered' }))).body.id
    await service.post('/events', anEvent({ title: 'Other' }))
    ids.draft = (await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }))).body.id
    await service.post('/categories', { name: 'Ordered' })
  })

  describe('reported first', () => {
    for (const { breaks, method, path, as = 'anonymous', body, type, headers, expected, params } of cases)
      test(`${breaks}: ${method} ${path} by ${as} is ${expected.join(' ')}`, async () => {
        const isReady = typeof body === 'string' || Buffer.isBuffer(body)
        const reply = await raw(service, {
          method,
          path: root + path.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name])),
          as: as === 'nobody we know' ? 'nobody:at all' : credentialsOf(as),
          headers: {
            ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
        })
        assert.deepEqual([reply.status, reply.body?.code], expected, JSON.stringify(reply.body))
        assert.equal(reply.body.data.status, expected[0])
        if (params !== undefined) assert.deepEqual(paramsOf(reply.body.data), params)
        if (reply.status === 401) assert.match(reply.headers['www-authenticate']!, /^Basic /)
      })
  })

  test('none of it has changed anything', async () => {
    const { body } = await service.get(`/events/${ids.event}`)
    assert.deepEqual([body.title, body.status, body.slug], ['Ordered', 'publish', 'ordered'])
    assert.equal((await service.get('/events?status=any', { as: credentialsOf('editor') })).body.total, 3)
  })
})
