import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsOfDay } from '../src/time/index.ts'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { weekly } from './series-of.ts'
import { administrator, anEvent, onEachDatabase, testTime, type Json } from './service.ts'

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

  test('a series is translated as a whole, and its dates only where they have texts of their own', async () => {
    const series = await service.post('/events', weekly({ title: 'Quartet' }))
    const { body: dates } = await service.get(
      `/events?post_parent=${series.body.id}&start_date=2026-12-01&end_date=2100-01-01`,
    )
    const [first, second, third] = dates.events.map(({ id }: Json) => id as number)
    const listed = async (filter = '') => {
      const query = `series=texts&search=quartet&_fields=events.id&${filter}`
      return (await read(`/events?${query}`)).events.map(({ id }: Json) => id)
    }
    const before = await read()
    assert.deepEqual(await listed(), [series.body.id])
    await service.patch(`/events/${first}?ml_language=de`, { title: 'Quartett' })
    assert.deepEqual(await listed('missing_translation=de'), [series.body.id])
    await service.patch(`/events/${third}`, { title: 'Quartet with a guest' })
    await service.patch(`/events/${series.body.id}?ml_language=de`, { title: 'Quartett' })
    assert.equal((await service.get(`/events/${second}?ml_language=de`)).body.title, 'Quartett')
    assert.deepEqual(await listed(), [series.body.id, first, third])
    assert.deepEqual(await listed('missing_translation=de'), [third])
    assert.deepEqual(await listed('outdated_translation=de'), [])
    assert.equal((await read()).languages[2].missing, before.languages[2].missing)
    await service.patch(`/events/${third}?ml_language=de`, { title: 'Quartett mit Gast' })
    assert.deepEqual(await listed('missing_translation=de'), [])
    await service.patch(`/events/${third}`, { title: 'Quartet with two guests' })
    assert.deepEqual(await listed('outdated_translation=de'), [third])
    assert.deepEqual(await listed('missing_translation=fr'), [series.body.id, third])
    service.now += 60 * secondsOfDay
    assert.deepEqual(await listed(), [])
    service.now = testTime
  })

  test('a translation counts at once', async () => {
    const { body: tag } = await service.post('/tags', { name: 'Blues' })
    const before = await read()
    await service.patch(`/tags/${tag.id}?ml_language=de`, { name: 'Blues' })
    assert.equal((await read()).languages[2].missing, before.languages[2].missing - 1)
  })

  test('counts for each what they may edit', async () => {
    await makePeople(service)
    const of = async (person: Person) =>
      (await service.get(address, { as: credentialsOf(person) })).body.languages[2].missing as number
    const make = async (path: string, fields: Json, person: Person) =>
      assert.equal((await service.post(path, fields, { as: credentialsOf(person) })).status, 201)
    await service.patch('/tags/1?ml_language=de', { name: 'Jazz' })
    const before = await of('editor')
    assert.deepEqual([await of('author'), await of('contributor')], [0, 0])
    await make('/events', anEvent({ title: 'Of an author' }), 'author')
    await make('/categories', { name: 'Of everybody' }, 'author')
    await make('/tags', { name: 'Of editors' }, 'editor')
    await make('/venues', { venue: 'Of a contributor' }, 'contributor')
    const people = ['editor', 'author', 'colleague', 'contributor', 'learner'] as const
    const counts = await Promise.all(people.map(of))
    assert.deepEqual(counts, [before + 4, 2, 1, 1, 0])
  })

  test('is for those who may edit', async () => {
    assert.equal((await service.get(address, { as: null })).status, 401)
    assert.equal((await service.get(address, { as: credentialsOf('contributor') })).status, 200)
  })
})
