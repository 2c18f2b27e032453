import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { credentialsOf, makePeople } from '../../../../test/people.ts'
import { anEvent, Service, type Json, type Options } from '../../../../test/service.ts'

/** A generated client knows every status that it receives, with its codes. */

interface Attempt {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: string
  readonly options?: Options
}

const unknown = { id: 999_999, delivery: 999_999, slug: 'nowhere', uuid: 'none', lang: 'de', form: 'csv' }
const sent = (body: string, type = 'application/json'): Attempt => ({
  body,
  options: { headers: { 'content-type': type } },
})

/** Typical errors of clients. */
const attempts: Readonly<Record<string, Attempt>> = {
  'an unknown target': {},
  'no credentials': { options: { as: null } },
  'wrong credentials': { options: { as: 'admin:wrong' } },
  'no rights': { options: { as: credentialsOf('subscriber') } },
  'an invalid language': { query: 'ml_language=xx' },
  'a page beyond the end': { query: 'page=99' },
  'drafts that nobody may see': { query: 'status=draft', options: { as: null } },
  'a view for editors': { query: 'context=edit', options: { as: credentialsOf('subscriber') } },
  'another namespace': { query: 'namespace=wp/v2' },
  'a body that breaks off': sent('{"title":'),
  'a body in another form': sent('title', 'text/csv'),
  'a ticket without a name': sent('{"tickets":[{"price":"5"}]}'),
  'a body without end': sent(JSON.stringify({ title: 'x'.repeat(3_000) })),
  'a language that has no text': { query: 'ml_fallback=none&ml_language=de' },
  'a change of something else': { options: { headers: { 'if-match': '"stale"' } } },
}

const kindOf = (pattern: string) => pattern.split('/')[4] ?? ''

const service = new Service({ CALENDS_MAX_BODY: '2000' })
let document: Json
const made: Record<string, Json> = {}

before(async () => {
  await service.start()
  document = (await service.get('/doc')).body
  const { author } = await makePeople(service)
  made.users = { id: author }
  made.events = (await service.post('/events', anEvent())).body
  made.venues = (await service.post('/venues', { venue: 'Hall' })).body
  made.organizers = (await service.post('/organizers', { organizer: 'Guild' })).body
  made.categories = (await service.post('/categories', { name: 'Music' })).body
  made.tags = (await service.post('/tags', { name: 'Jazz' })).body
  made.webhooks = (await service.post('//cal/admin/v1/webhooks', { url: 'https://example.org' })).body
})

after(() => service.stop())

const isTold = (operation: Json, status: number, code: unknown) => {
  const response = operation.responses[status]
  if (response === undefined || status < 400) return response !== undefined
  const { content } = document.components.responses[response.$ref.split('/').at(-1)]
  return content['application/json'].schema.allOf[1].properties.code.enum.includes(code) as boolean
}

async function undocumented(targetOf: (pattern: string) => Attempt['path'], attempt: Attempt) {
  const { query = '', body, options } = attempt
  const found: string[] = []
  for (const [pattern, operations] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(operations)) {
      if (!pattern.startsWith('/cal/')) continue
      const target = { ...unknown, ...targetOf(pattern) } as Record<string, unknown>
      const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(target[name]))
      const sentBody = method === 'get' ? undefined : body
      const reply = await service.request(method.toUpperCase(), `/${path}?${query}`, sentBody, options)
      if (!isTold(operation, reply.status, reply.body?.code))
        found.push(`${method} ${path}: ${reply.status} ${reply.body?.code}`)
    }
  return found
}

for (const [name, attempt] of Object.entries(attempts))
  test(`the response to ${name} is documented`, async () => {
    assert.deepEqual(await undocumented(() => ({}), attempt), [])
  })

/** Run in this order, because the last one deletes its target. */
const ofExisting = [
  'a change of something else',
  'no rights',
  'a view for editors',
  'a language that has no text',
]
for (const name of ofExisting)
  test(`the response to ${name} is documented for existing resources`, async () => {
    const targetOf = (pattern: string) => {
      const { id, slug } = made[kindOf(pattern)] ?? {}
      return { ...(id && { id }), ...(slug && { slug }) }
    }
    assert.deepEqual(await undocumented(targetOf, attempts[name]!), [])
  })
