import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Events that a password protects (interface: Event passwords). */

const secrets = {
  description: '<p>Hidden words</p>',
  excerpt: 'Hidden excerpt',
  cost: '$99',
  website: 'https://hidden.example.org',
  image: 'https://hidden.example.org/pic.png',
  categories: ['Hidden category'],
  tags: ['Hidden tag'],
  venue: { venue: 'Hidden hall' },
  organizer: { organizer: 'Hidden host' },
  tickets: [{ name: 'Hidden ticket' }],
  password: 'open sesame',
}

onEachDatabase(
  (service) => {
    test('after twenty wrong passwords within a minute, all passwords are rejected', async () => {
      const { body } = await service.post('/events', anEvent(secrets))
      const { body: other } = await service.post('/events', anEvent(secrets))
      const read = (id: number, password: string) => service.get(`/events/${id}?password=${password}`)
      for (let round = 0; round < 20; round += 1) assert.equal((await read(body.id, 'wrong')).status, 403)
      const { status, headers, body: refused } = await read(body.id, 'open%20sesame')
      assert.deepEqual([status, refused.code], [429, 'rest_too_many_requests'])
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.equal((await read(other.id, 'open%20sesame')).status, 200)
      service.now += 120
      assert.equal((await read(body.id, 'open%20sesame')).status, 200)
    })
  },
  { CALENDS_RATE_LIMIT: 'on' },
)

onEachDatabase((service) => {
  before(() => makePeople(service))

  const create = async (fields: Json = {}) => {
    const reply = await service.post('/events', anEvent({ title: 'Club night', ...secrets, ...fields }))
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const withPassword = (id: number, password: string) =>
    service.get(`/events/${id}?password=${encodeURIComponent(password)}`)

  test('a single read without the password, or with a wrong one, is refused', async () => {
    const { id, slug } = await create()
    for (const path of [
      `/events/${id}`,
      `/events/${id}?password=wrong`,
      `/events/${id}?password=`,
      `/events/by-slug/${slug}`,
    ]) {
      for (const as of [null, credentialsOf('author'), credentialsOf('subscriber')]) {
        const { status, body, text } = await service.get(path, { as })
        assert.deepEqual([status, body.code], [403, 'event-password-protected'], path)
        assert.doesNotMatch(text, /hidden/i)
      }
    }
  })

  test('the right password opens all of it', async () => {
    const { id } = await create()
    const { status, body, text } = await withPassword(id, 'open sesame')
    assert.equal(status, 200)
    assert.equal(body.description, '<p>Hidden words</p>')
    assert.equal(body.cost, '$99')
    assert.equal(body.venue.venue, 'Hidden hall')
    assert.equal(body.json_ld.location.name, 'Hidden hall')
    assert.equal(body.password, undefined)
    assert.doesNotMatch(text, /sesame/)
    assert.equal((await withPassword(id, ' open sesame ')).status, 200)
    assert.equal((await withPassword(id, 'Open sesame')).status, 403)
  })

  test('who may edit it needs no password', async () => {
    const { id, slug } = await create()
    for (const as of [credentialsOf('administrator'), credentialsOf('editor')])
      for (const path of [`/events/${id}`, `/events/by-slug/${slug}`])
        assert.equal((await service.get(path, { as })).body.description, '<p>Hidden words</p>')
  })

  test('in lists, its protected fields are empty', async () => {
    const made = await create({ title: 'Protected in lists' })
    const { body, text } = await service.get(`/events?include=${made.id}`)
    const [event] = body.events
    assert.equal(event.title, 'Protected in lists')
    for (const field of ['description', 'excerpt', 'cost', 'website']) assert.equal(event[field], '', field)
    for (const field of ['categories', 'tags', 'venue', 'organizer', 'tickets'])
      assert.deepEqual(event[field], [], field)
    assert.equal(event.image, false)
    assert.deepEqual(event.cost_details.values, [])
    assert.equal(event.start_date, made.start_date)
    assert.deepEqual(Object.keys(event), Object.keys(made))
    assert.doesNotMatch(text, /hidden/i)
    const edited = await service.get(`/events?include=${made.id}`, { as: credentialsOf('editor') })
    assert.equal(edited.body.events[0].description, '<p>Hidden words</p>')
  })

  test('it never matches searches of visitors, not even by its title', async () => {
    await create({ title: 'Searchable club' })
    for (const search of ['hidden', 'searchable'])
      assert.equal((await service.get(`/events?search=${search}`)).body.total, 0, search)
    const found = await service.get('/events?search=searchable', { as: credentialsOf('editor') })
    assert.equal(found.body.total, 1)
  })

  test('a password is set and removed by updates by ID, not by slug', async () => {
    const { id, slug } = await create({ password: '' })
    assert.equal((await service.get(`/events/${id}`)).status, 200)
    const bySlug = await service.patch(`/events/by-slug/${slug}`, { password: 'ignored' })
    assert.equal(bySlug.status, 200)
    assert.equal((await service.get(`/events/${id}`)).status, 200)
    const { body } = await service.patch(`/events/${id}`, { password: 'new one' })
    assert.equal(body.description, '<p>Hidden words</p>')
    assert.equal((await service.get(`/events/${id}`)).status, 403)
    assert.equal((await withPassword(id, 'new one')).status, 200)
    await service.patch(`/events/${id}`, { title: 'Keeps it', password: null })
    assert.equal((await service.get(`/events/${id}`)).status, 403)
    await service.patch(`/events/${id}`, { password: '' })
    assert.equal((await service.get(`/events/${id}`)).status, 200)
  })

  test('the password is stored as a hash', async () => {
    const { id } = await create()
    const { password } = await service.database.db
      .selectFrom('events')
      .select('password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.match(password ?? '', /^\$argon2id\$/)
  })

  test('a password sent with a deletion must be the right one', async () => {
    const { id } = await create()
    const refused = await service.delete(`/events/${id}?password=wrong`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'event-password-protected'])
    assert.equal((await service.delete(`/events/${id}`, { password: 'wrong' })).status, 403)
    const { status, body } = await service.delete(`/events/${id}?password=open%20sesame`)
    assert.deepEqual([status, body.status], [200, 'trash'])
    const { id: other } = await create()
    assert.equal((await service.delete(`/events/${other}`)).status, 200)
  })

  test('the password gives no permission to edit', async () => {
    const { id } = await create()
    for (const method of ['PATCH', 'DELETE'])
      assert.equal(
        (await service.request(method, `/events/${id}?password=open%20sesame`, {}, { as: null })).status,
        401,
      )
  })

  test('the password appears in no link', async () => {
    const { id } = await create()
    const { headers, text } = await withPassword(id, 'open sesame')
    assert.doesNotMatch(`${text} ${[...headers.values()].join(' ')}`, /sesame/)
  })

  test('a protected event that is not published is not accessible, with the password or without', async () => {
    const { id } = await create({ status: 'draft' })
    for (const reply of [await service.get(`/events/${id}`), await withPassword(id, 'open sesame')])
      assert.deepEqual([reply.status, reply.body.code], [403, 'event-not-accessible'])
  })
})
