import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, type Reply } from './service.ts'

const under = (key: string) => ({ headers: { 'idempotency-key': key } })

onEachDatabase((service) => {
  const repeated = async (send: () => Promise<Reply>, between: () => unknown = () => undefined) => {
    const first = await send()
    await between()
    const second = await send()
    assert.ok(first.status < 300, first.text)
    assert.deepEqual([second.status, second.text], [first.status, first.text])
  }

  const removed = (kind: string, id: number) => service.delete(`/${kind}/${id}?force=true`)

  test('a request repeated with the same key is executed once and gets the same response', async () => {
    const event = anEvent({ title: 'Once', venue: { venue: 'Once Hall' } })
    const [first, second] = [
      await service.post('/events', event, under('a-1')),
      await service.post('/events', event, under('a-1')),
    ]

    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('location'), first.headers.get('location'))
    assert.equal((await service.get('/events?search=Once')).body.total, 1)
    assert.equal((await service.get('/venues?search=Once')).body.total, 1)
  })

  test('twenty of them at the same time make one event', async () => {
    const sendings = Array.from({ length: 20 }, () =>
      service.post('/events', anEvent({ title: 'Crowd' }), under('crowd')),
    )
    const ids = new Set((await Promise.all(sendings)).map(({ body }) => body.id as number))

    assert.equal(ids.size, 1)
  })

  test('another request under the same key is refused', async () => {
    await service.post('/events', anEvent({ title: 'One' }), under('b-1'))
    const other = await service.post('/events', anEvent({ title: 'Other' }), under('b-1'))

    assert.equal(other.status, 422)
    assert.equal(other.body.code, 'rest_idempotency_key_reused')
  })

  test('a rejected request may be corrected and sent again with the same key', async () => {
    const refused = await service.post('/events', anEvent({ end_date: '2020-01-01' }), under('c-1'))
    const mended = await service.post('/events', anEvent(), under('c-1'))

    assert.deepEqual([refused.status, mended.status], [400, 201])
  })

  test('a key is forgotten after a day', async () => {
    await service.post('/tags', { name: 'Early' }, under('d-1'))
    const { now } = service
    service.now = now + 86_400
    const later = await service.post('/tags', { name: 'Late' }, under('d-1'))
    service.now = now

    assert.equal(later.status, 201)
  })

  test('a key is visible ASCII', async () => {
    const { status, body } = await service.post('/tags', { name: 'Key' }, under('x'.repeat(256)))

    assert.equal(status, 400)
    assert.ok(body.data.params['Idempotency-Key'])
  })

  test('a renaming by slug is repeated although the slug is another one by now', async () => {
    await service.post('/events', anEvent({ title: 'Former name' }))
    await service.post('/venues', { venue: 'Former hall' })

    await repeated(() => service.post('/events/by-slug/former-name', { slug: 'new-name' }, under('e-1')))
    await repeated(() => service.post('/venues/by-slug/former-hall', { slug: 'new-hall' }, under('e-2')))
  })

  test('a request is repeated although its links or its target are gone', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Short-lived' })
    const event = anEvent({ venue: venue.id })
    await repeated(
      () => service.post('/events', event, under('f-1')),
      () => removed('venues', venue.id),
    )

    const { body: made } = await service.post('/events', anEvent())
    await repeated(
      () => service.post(`/events/${made.id}`, { title: 'Changed' }, under('f-2')),
      () => removed('events', made.id),
    )
  })

  test('a decision and a restored version are repeated as well', async () => {
    const admin = '//cal/admin/v1/events'
    const { body: pending } = await service.post('/events', anEvent({ status: 'pending' }))
    const { body: made } = await service.post('/events', anEvent({ title: 'First' }))
    await service.patch(`/events/${made.id}`, { title: 'Second' })
    const { versions } = (await service.request('GET', `${admin}/${made.id}/history`)).body

    await repeated(
      () => service.post(`${admin}/${pending.id}/review`, { decision: 'reject' }, under('g-1')),
      () => removed('events', pending.id),
    )
    await repeated(
      () => service.post(`${admin}/${made.id}/history/${versions.at(-1).version}/restore`, {}, under('g-2')),
      () => removed('events', made.id),
    )
  })

  test('whoever lost the role meanwhile is refused', async () => {
    const { author } = await makePeople(service)
    const as = credentialsOf('author')
    const create = () => service.post('/events', anEvent(), { ...under('h-1'), as })
    const { body: made } = await create()
    const update = () => service.post(`/events/${made.id}`, { title: 'Mine' }, { ...under('h-2'), as })
    await update()

    await service.patch(`//cal/admin/v1/users/${author}`, { role: 'subscriber' })
    assert.deepEqual([(await create()).status, (await update()).status], [403, 403])

    await service.patch(`//cal/admin/v1/users/${author}`, { role: 'editor' })
    const again = await create()
    assert.deepEqual([again.status, again.body.id], [201, made.id])
  })

  test('a different request is checked as a first one is', async () => {
    await service.post('/tags', { name: 'Checked' }, under('i-1'))
    const { status, body } = await service.post('/tags', {}, under('i-1'))

    assert.deepEqual([status, body.code], [400, 'rest_missing_callback_param'])
  })
})
