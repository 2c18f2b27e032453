import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from './kinds.ts'
import { anEvent, onEachDatabase, type Reply } from './service.ts'

/** Requests that would each be right alone come at the same time; none may fail as if the service were broken. */

const rounds = 12

onEachDatabase((service) => {
  const idOf = async (path: string, fields: object) => {
    const { status, body } = await service.post(path, fields)
    assert.equal(status, 201)
    return body.id as number
  }

  const allowed = (expected: readonly number[], replies: readonly Reply[]) => {
    for (const { status, body } of replies) assert.ok(expected.includes(status), JSON.stringify(body))
  }

  for (const { name, title, make, isTerm } of kinds)
    test(`${name}: an update and a delete at the same time`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await idOf(`/${name}`, make({ [title]: `Raced ${name} ${round}` }))
        const path = `/${name}/${id}`
        const replies = await Promise.all([
          service.patch(path, { description: 'Changed' }),
          service.patch(path, { [title]: `Renamed ${name} ${round}`, ml_language: 'fr' }),
          service.delete(isTerm ? path : `${path}?force=true`),
          service.delete(isTerm ? path : `${path}?force=true`),
          service.patch(path, { description: 'Changed again' }),
        ])
        allowed([200, 404, 410], replies)
        assert.equal((await service.get(path)).status, 404)
      }
    })

  for (const { name, title, make, isTerm } of kinds.filter(({ name }) => name !== 'events'))
    test(`${name}: linked to an event and deleted at the same time`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await idOf(`/${name}`, make({ [title]: `Linked ${name} ${round}` }))
        const event = await idOf('/events', anEvent())
        const path = isTerm ? `/${name}/${id}` : `/${name}/${id}?force=true`
        const field = isTerm ? name : name.slice(0, -1)
        const [made, changed, deleted] = await Promise.all([
          service.post('/events', anEvent({ [field]: [id] })),
          service.patch(`/events/${event}`, { [field]: [id] }),
          service.delete(path),
        ])
        allowed([200, 201, 400], [made, changed])
        assert.equal(deleted.status, 200)
        assert.deepEqual((await service.get(`/events/${event}`)).body[field], [])
      }
    })

  test('what a user creates while being deleted belongs to nobody, or to whom it was handed', async () => {
    for (let round = 0; round < rounds / 2; round += 1) {
      const password = `password of racer ${round}`
      const fields = { username: `racer-${round}`, role: 'author', password }
      const id = await idOf('//cal/admin/v1/users', fields)
      const as = { as: `racer-${round}:${password}` }
      const posts = Array.from({ length: 8 }, () => service.post('/events', anEvent(), as))
      const replies = await Promise.all([...posts, service.delete(`//cal/admin/v1/users/${id}?reassign=1`)])
      allowed([200, 201, 401], replies)
      const left = await service.get(`/events?author=${id}&status=any`, { as: 'admin:secret' })
      assert.equal(left.body.total, 0)
    }
  })

  test('of two changes of parent that would make a ring one is refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, two] = [
        await idOf('/categories', { name: `One ${round}` }),
        await idOf('/categories', { name: `Two ${round}` }),
      ]
      const replies = await Promise.all([
        service.patch(`/categories/${one}`, { parent: two }),
        service.patch(`/categories/${two}`, { parent: one }),
      ])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
    }
  })

  test('a category is created below one that is deleted at the same time', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const parent = await idOf('/categories', { name: `Parent ${round}` })
      const [made, deleted] = await Promise.all([
        service.post('/categories', { name: `Child ${round}`, parent }),
        service.delete(`/categories/${parent}`),
      ])
      allowed([201, 400], [made])
      assert.equal(deleted.status, 200)
      if (made.status === 201) assert.equal((await service.get(`/categories/${made.body.id}`)).body.parent, 0)
    }
  })

  test('two categories of one name are created at the same time', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const replies = await Promise.all(
        [1, 2].map(() => service.post('/categories', { name: `Twin ${round}` })),
      )
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 400])
    }
  })
})
