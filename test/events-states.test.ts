import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { anEvent, onEachDatabase, testTime, type Json } from './service.ts'

/** States, updates and deletion of entries (interface: Updating events, Deleting events, States). What holds for one kind holds for three. */

const kinds = [
  ['event', '/events', anEvent({ title: 'Thing' })],
  ['venue', '/venues', { venue: 'Thing' }],
  ['organizer', '/organizers', { organizer: 'Thing' }],
] as const

const nameOf = { event: 'title', venue: 'venue', organizer: 'organizer' } as const

onEachDatabase((service) => {
  let people: Record<Person, number>
  before(async () => {
    people = await makePeople(service)
  })

  const as = (person: Person) => ({ as: credentialsOf(person) })
  const editor = () => as('editor')

  for (const [kind, path, fields] of kinds) {
    const create = async (more: Json = {}) => {
      const reply = await service.post(path, { ...fields, ...more })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    }

    test(`${kind}: POST, PUT and PATCH merge alike, by id and by slug`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH'])
        for (const by of ['id', 'slug'] as const) {
          const made = await create({
            description: 'Kept',
            website: 'https://example.org',
            image: 'https://example.org/i.png',
          })
          const target = by === 'id' ? `${path}/${made.id}` : `${path}/by-slug/${made.slug}`
          const { status, body } = await service.request(method, target, { [nameOf[kind]]: 'Renamed' })
          assert.equal(status, 200)
          assert.deepEqual(body, {
            ...made,
            [nameOf[kind]]: 'Renamed',
            translations: { en: { ...made.translations.en, title: 'Renamed' } },
          })
        }
    })

    test(`${kind}: an update sets the modification date`, async () => {
      const made = await create()
      service.now = testTime + 3600
      const { body } = await service.patch(`${path}/${made.id}`, { description: 'Later' })
      service.now = testTime
      assert.deepEqual([body.modified, body.date], ['2026-11-21 13:00:00', made.date])
    })

    test(`${kind}: the path takes precedence over an ID in the body; a slug in the body renames`, async () => {
      const [one, other] = [await create(), await create()]
      const { body } = await service.patch(`${path}/${one.id}`, { id: other.id, description: 'Mine' })
      assert.equal(body.id, one.id)
      const slug = `renamed-${kind}`
      const renamed = await service.patch(`${path}/by-slug/${one.slug}`, { slug })
      assert.deepEqual([renamed.body.id, renamed.body.slug], [one.id, slug])
      assert.equal((await service.get(`${path}/by-slug/${one.slug}`)).status, 404)
      assert.equal((await service.get(`${path}/by-slug/${slug}`)).body.id, one.id)
    })

    test(`${kind}: states follow each other in any order`, async () => {
      const { id } = await create()
      for (const status of [
        'draft',
        'private',
        'pending',
        'publish',
        'pending',
        'draft',
        'publish',
        'private',
        'publish',
      ])
        assert.equal((await service.patch(`${path}/${id}`, { status })).body.status, status)
    })

    test(`${kind}: unpublished entries are readable only with permission`, async () => {
      for (const status of ['draft', 'pending', 'private', 'future']) {
        const made = await create({ status, date: '2027-06-01', author: people.author })
        assert.equal(made.status, status)
        for (const target of [`${path}/${made.id}`, `${path}/by-slug/${made.slug}`]) {
          const refused = await service.get(target)
          assert.equal(refused.status, 403, status)
          assert.equal(refused.body.code, `${kind}-not-accessible`)
          for (const other of ['colleague', 'contributor', 'subscriber'] as const)
            assert.equal((await service.get(target, as(other))).status, 403, other)
          for (const reader of ['author', 'editor'] as const)
            assert.equal((await service.get(target, as(reader))).status, 200, reader)
        }
      }
    })

    test(`${kind}: publication in the future comes by itself as the clock moves`, async () => {
      const made = await create({ date: '2026-11-21 12:10:00', [nameOf[kind]]: `Soon ${kind}` })
      assert.equal(made.status, 'future')
      assert.equal((await service.get(`${path}/${made.id}`)).status, 403)
      assert.equal((await service.get(`${path}?search=soon`)).body.total, 0)
      service.now = testTime + 599
      assert.equal((await service.get(`${path}/${made.id}`)).status, 403)
      service.now = testTime + 600
      const { status, body } = await service.get(`${path}/${made.id}`)
      assert.deepEqual([status, body.status], [200, 'publish'])
      assert.equal((await service.get(`${path}?search=soon`)).body.total, 1)
      service.now = testTime
    })

    test(`${kind}: only the date distinguishes publish and future`, async () => {
      assert.equal((await create({ status: 'future' })).status, 'publish')
      assert.equal((await create({ status: 'future', date: '2026-01-01' })).status, 'publish')
      assert.equal((await create({ status: 'publish', date_utc: '2027-01-01' })).status, 'future')
      assert.equal((await create({ status: 'draft', date: '2027-01-01' })).status, 'draft')
      const { id } = await create()
      const postponed = await service.patch(`${path}/${id}`, { date: '2027-01-01' })
      assert.equal(postponed.body.status, 'future')
      const renamed = await service.patch(`${path}/${id}`, { description: 'Still waiting' })
      assert.deepEqual([renamed.body.status, renamed.body.date], ['future', '2027-01-01 00:00:00'])
      const advanced = await service.patch(`${path}/${id}`, { date: '2026-01-01' })
      assert.equal(advanced.body.status, 'publish')
    })

    test(`${kind}: entries published by contributors are pending`, async () => {
      const contribute = async (more: Json) =>
        (await service.post(path, { ...fields, ...more }, as('contributor'))).body.status
      assert.equal(await contribute({}), 'draft')
      assert.equal(await contribute({ status: 'publish' }), 'pending')
      assert.equal(await contribute({ status: 'future' }), 'pending')
      assert.equal(await contribute({ status: 'publish', date: '2027-01-01' }), 'pending')
      assert.equal(await contribute({ status: 'private' }), 'private')
      const { body } = await service.post(path, fields, as('contributor'))
      const published = await service.patch(`${path}/${body.id}`, { status: 'publish' }, as('contributor'))
      assert.equal(published.body.status, 'pending')
    })

    test(`${kind}: deleting moves to the trash and returns the entry`, async () => {
      const made = await create()
      const { status, body } = await service.delete(`${path}/${made.id}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { ...made, status: 'trash' })
      const read = await service.get(`${path}/${made.id}`)
      assert.deepEqual([read.status, read.body.code], [410, `${kind}-no-longer-available`])
      assert.equal((await service.get(`${path}/${made.id}`, editor())).body.status, 'trash')
      assert.equal((await service.get(`${path}/by-slug/${made.slug}`)).status, 404)
      const again = await service.delete(`${path}/${made.id}`)
      assert.deepEqual([again.status, again.body.code], [410, `${kind}-is-in-trash`])
      assert.equal((await service.delete(`${path}/by-slug/${made.slug}`)).status, 404)
    })

    test(`${kind}: nothing is new in the trash, but an update may move it there and back`, async () => {
      const refused = await service.post(path, { ...fields, status: 'trash' })
      assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['status']])
      const made = await create()
      const trashed = await service.patch(`${path}/${made.id}`, { status: 'trash' })
      assert.deepEqual([trashed.status, trashed.body.status], [200, 'trash'])
      assert.equal((await service.get(`${path}/${made.id}`)).status, 410)
      assert.equal((await service.get(`${path}/by-slug/${made.slug}`)).status, 404)
      const kept = await service.patch(`${path}/${made.id}`, trashed.body)
      assert.deepEqual([kept.status, kept.body.status], [200, 'trash'])
      const restored = await service.patch(`${path}/${made.id}`, { status: 'publish' })
      assert.deepEqual([restored.body.status, restored.body.slug], ['publish', made.slug])
    })

    test(`${kind}: deleting by slug does the same`, async () => {
      const made = await create()
      const { status, body } = await service.delete(`${path}/by-slug/${made.slug}`)
      assert.deepEqual([status, body.id, body.status], [200, made.id, 'trash'])
    })

    test(`${kind}: the slug of a trashed entry is free, and is restored or numbered`, async () => {
      const made = await create({ slug: `freed-${kind}` })
      await service.delete(`${path}/${made.id}`)
      const back = await service.patch(`${path}/${made.id}`, { status: 'publish' })
      assert.equal(back.body.slug, `freed-${kind}`)
      await service.delete(`${path}/${made.id}`)
      const heir = await create({ slug: `freed-${kind}` })
      assert.equal(heir.slug, `freed-${kind}`)
      const restored = await service.patch(`${path}/${made.id}`, { status: 'draft' })
      assert.deepEqual([restored.body.slug, restored.body.status], [`freed-${kind}-2`, 'draft'])
    })

    test(`${kind}: a trashed entry stays in the trash until a status is sent`, async () => {
      const made = await create()
      await service.delete(`${path}/${made.id}`)
      const touched = await service.patch(`${path}/${made.id}`, {
        description: 'Changed',
        date: '2026-01-01',
      })
      assert.deepEqual([touched.status, touched.body.status], [200, 'trash'])
      const refused = await service.patch(`${path}/${made.id}`, { description: 'x' }, as('author'))
      assert.deepEqual([refused.status, refused.body.code], [410, `${kind}-no-longer-available`])
      const restored = await service.patch(`${path}/${made.id}`, { status: 'publish' })
      assert.equal(restored.body.status, 'publish')
      assert.equal((await service.get(`${path}/${made.id}`)).status, 200)
    })

    test(`${kind}: editors delete permanently, from the trash as well`, async () => {
      const [made, trashed] = [await create({ author: people.author }), await create()]
      const refused = await service.delete(`${path}/${made.id}?force=true`, undefined, as('author'))
      assert.equal(refused.status, 403)
      assert.deepEqual(Object.keys(refused.body.data.params), ['force'])
      const { status, body } = await service.delete(`${path}/${made.id}?force=true`, undefined, editor())
      assert.deepEqual([status, body.id, body.status], [200, made.id, 'trash'])
      for (const caller of [null, credentialsOf('editor')]) {
        const gone = await service.get(`${path}/${made.id}`, { as: caller })
        assert.deepEqual([gone.status, gone.body.code], [404, `rest-${kind}-not-found`])
      }
      await service.delete(`${path}/${trashed.id}`)
      assert.equal((await service.delete(`${path}/${trashed.id}`, { force: true })).status, 200)
      assert.equal((await service.delete(`${path}/${trashed.id}`, { force: true })).status, 404)
    })

    test(`${kind}: only those who may edit it write to it, by id and by slug`, async () => {
      const made = await create({ author: people.author, status: 'publish' })
      for (const target of [`${path}/${made.id}`, `${path}/by-slug/${made.slug}`])
        for (const method of ['PATCH', 'DELETE']) {
          assert.equal((await service.request(method, target, {}, { as: null })).status, 401)
          for (const person of ['colleague', 'contributor', 'subscriber'] as const)
            assert.equal(
              (await service.request(method, target, {}, as(person))).status,
              403,
              `${method} ${person}`,
            )
        }
      assert.equal((await service.patch(`${path}/${made.id}`, {}, as('author'))).status, 200)
      assert.equal((await service.delete(`${path}/${made.id}`, undefined, as('author'))).status, 200)
    })

    test(`${kind}: only editors set another author`, async () => {
      const refused = await service.post(path, { ...fields, author: people.editor }, as('author'))
      assert.equal(refused.status, 403)
      assert.deepEqual(Object.keys(refused.body.data.params), ['author'])
      const own = await service.post(path, { ...fields, author: people.author }, as('author'))
      assert.deepEqual([own.status, own.body.author], [201, people.author])
      const given = await service.patch(`${path}/${own.body.id}`, { author: people.editor }, as('author'))
      assert.equal(given.status, 403)
      const handed = await service.patch(`${path}/${own.body.id}`, { author: people.colleague }, editor())
      assert.equal(handed.body.author, people.colleague)
    })

    test(`${kind}: contributors cannot set images`, async () => {
      const image = 'https://example.org/contributed.png'
      const { status, body } = await service.post(path, { ...fields, image }, as('contributor'))
      assert.equal(status, 403)
      assert.deepEqual(Object.keys(body.data.params), ['image'])
      assert.equal((await service.post(path, { ...fields, image }, as('author'))).status, 201)
    })

    test(`${kind}: a draft is visible the moment it is published`, async () => {
      const { id } = await create({ status: 'draft', [nameOf[kind]]: `Visible ${kind}` })
      assert.equal((await service.get(`${path}?search=visible`)).body.total, 0)
      await service.patch(`${path}/${id}`, { status: 'publish' })
      assert.equal((await service.get(`${path}?search=visible`)).body.total, 1)
      await service.patch(`${path}/${id}`, { status: 'private' })
      assert.equal((await service.get(`${path}?search=visible`)).body.total, 0)
    })
  }

  test('an event keeps a trashed venue, and loses a permanently deleted one', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Comes and goes' })
    const { body: event } = await service.post('/events', anEvent({ venue: venue.id }))
    const shown = async () => (await service.get(`/events/${event.id}`)).body.venue
    await service.delete(`/venues/${venue.id}`)
    assert.deepEqual(await shown(), [])
    await service.patch(`/events/${event.id}`, { title: 'Renamed meanwhile' })
    await service.patch(`/venues/${venue.id}`, { status: 'publish' })
    assert.equal((await shown()).id, venue.id)
    await service.delete(`/venues/${venue.id}?force=true`)
    assert.deepEqual(await shown(), [])
  })
})
