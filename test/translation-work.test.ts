import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { administrator, anEvent, onEachDatabase } from './service.ts'

/** How much is to be translated (interface: Translations to do). */

const address = '//cal/admin/v1/translations'

onEachDatabase((service) => {
  const read = async (path = address) => (await service.get(path, { as: administrator })).body

  test('counts what is missing and outdated in each language, over all kinds', async () => {
    const weekly = anEvent({ title: 'Choir', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' })
    await service.post('/events', weekly)
    const { body: venue } = await service.post('/venues', { venue: 'Hall' })
    await service.patch(`/venues/${venue.id}?ml_language=fr`, { venue: 'Salle' })
    await service.post('/tags', { name: 'Jazz' })
    await service.patch(`/venues/${venue.id}`, { venue: 'Great hall' })
    const work = {
      total: 3,
      languages: [
        { language: 'en', missing: 0, outdated: 0 },
        { language: 'fr', missing: 2, outdated: 1 },
        { language: 'de', missing: 3, outdated: 0 },
      ],
    }
    assert.deepEqual(await read(), work)
    assert.deepEqual(await read('//fr/cal/admin/v1/translations'), work)
  })

  test('a translation counts at once', async () => {
    const { body: tag } = await service.post('/tags', { name: 'Blues' })
    const before = await read()
    await service.patch(`/tags/${tag.id}?ml_language=de`, { name: 'Blues' })
    assert.equal((await read()).languages[2].missing, before.languages[2].missing - 1)
  })

  test('is for those who may edit', async () => {
    await makePeople(service)
    assert.equal((await service.get(address, { as: null })).status, 401)
    assert.equal((await service.get(address, { as: credentialsOf('contributor') })).status, 200)
  })
})
