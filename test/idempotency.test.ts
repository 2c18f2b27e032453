import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase } from './service.ts'

const under = (key: string) => ({ headers: { 'idempotency-key': key } })

onEachDatabase((service) => {
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
})
