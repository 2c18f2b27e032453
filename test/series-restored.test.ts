import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkingSeries, seriesOn } from './series-of.ts'
import { administrator, anEvent, onEachDatabase, type Json } from './service.ts'

/** Versions of dates that are brought back (interface: History, Series). */

onEachDatabase((service) => {
  const { make, read, datesOf, patch, statesOf } = seriesOn(service)
  checkingSeries(service)

  async function restore(id: number, version: number): Promise<Json> {
    const { status, body, text } = await service.post(
      `//cal/admin/v1/events/${id}/history/${version}/restore`,
      {},
    )
    assert.equal(status, 200, text)
    return body
  }
  const readOwn = (id: number) => read(id, '?context=edit')

  test('a date whose edit is undone follows its series again', async () => {
    const series = await make()
    await patch(series.id, { title: 'Chœur' }, '?ml_language=fr')
    const [, second] = await datesOf(series)
    await patch(second.id, { title: 'Encore', start_date: '2026-12-09 10:00', end_date: '2026-12-09 11:00' })
    await patch(second.id, { title: 'Bis' }, '?ml_language=fr')

    const { resource, left_out } = await restore(second.id, 1)
    assert.deepEqual([resource.title, resource.start_date, left_out], ['Choir', second.start_date, []])
    assert.deepEqual((await readOwn(second.id)).overrides, [])

    await patch(series.id, { title: 'Choral', start_date: '2026-12-01 18:00', end_date: '2026-12-01 20:00' })
    const followed = await read(second.id)
    assert.deepEqual([followed.title, followed.start_date], ['Choral', '2026-12-08 18:00:00'])
    assert.equal((await read(second.id, '?ml_language=fr')).title, 'Chœur')
  })

  test('a date loses a language that only it had', async () => {
    const series = await make()
    const [, second] = await datesOf(series)
    await patch(second.id, { title: 'Chor' }, '?ml_language=de')
    await patch(second.id, { cost: '12' }, '?ml_language=de')

    const { resource, left_out } = await restore(second.id, 1)
    assert.deepEqual([Object.keys(resource.translations), left_out], [['en'], []])

    await patch(second.id, { title: 'Encore' })
    await patch(second.id, { cost: '12' }, '?ml_language=de')
    assert.deepEqual(Object.keys((await restore(second.id, 1)).resource.translations), ['en'])
  })

  test('a date gets back what it had of its own, even if that is what the series has', async () => {
    const [, second] = await datesOf(await make())
    await patch(second.id, { title: 'Encore', cost: '5' })
    await patch(second.id, { title: 'Choir' })
    await patch(second.id, { inherit: ['title', 'cost'] })

    const { resource } = await restore(second.id, 3)
    assert.deepEqual([resource.title, resource.cost], ['Choir', '$5'])
    assert.deepEqual((await readOwn(second.id)).overrides, ['cost', 'title'])
  })

  test('a date that is over keeps its values, because its series may have changed without it', async () => {
    const series = await make({ start_date: '2026-11-03 19:00', end_date: '2026-11-03 21:00' })
    const [first] = await datesOf(series)
    await patch(first.id, { title: 'Opening' })
    await patch(series.id, { title: 'Choral' })

    const { resource } = await restore(first.id, 1)
    assert.equal(resource.title, 'Choir')
  })

  test('an event that began to repeat becomes what it was before', async () => {
    const { body: hall } = await service.post('/venues', { venue: 'Old Hall' })
    const { body: church } = await service.post('/venues', { venue: 'Church' })
    const { body: event } = await service.post(
      '/events',
      anEvent({ title: 'Recital', description: 'Old', venue: hall.id }),
    )
    await patch(event.id, { cost: '3' })
    const { post_parent } = await patch(event.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    await patch(post_parent, {
      ...{ title: 'Choir', description: 'New', venue: church.id, cost: '9', timezone: 'UTC' },
      ...{ start_date: '2027-01-05 15:00:00', end_date: '2027-01-05 16:00:00' },
    })
    await patch(post_parent, { title: 'Chor' }, '?ml_language=de')

    const before = await restore(event.id, 2)
    const shown = await read(event.id)
    assert.deepEqual(before.left_out, [])
    assert.deepEqual(
      [shown.title, shown.description, shown.venue.id, shown.cost, shown.start_date, shown.post_parent],
      ['Recital', event.description, hall.id, '$3', event.start_date, 0],
    )
    assert.deepEqual(Object.keys(shown.translations), ['en'])
    assert.equal((await restore(event.id, 1)).resource.cost, '')

    const { body: history } = await service.get(`//cal/admin/v1/events/${event.id}/history`, {
      as: administrator,
    })
    const began = history.versions.find(({ version }: Json) => version === 3)
    assert.deepEqual(Object.keys(began.changes), ['post_parent'])
  })

  test('dates that another series has taken over do not come back twice', async () => {
    const series = await make()
    const [, , third] = await datesOf(series)
    const split = await patch(third.id, { title: 'Choral', scope: 'following' })
    await patch(series.id, { cost: '5' })

    const { resource, left_out } = await restore(series.id, 1)
    assert.deepEqual([resource.cost, left_out.map(({ field }: Json) => field)], ['', ['recurrence']])
    assert.equal((await datesOf(series)).length, 2)

    await service.delete(`/events/${split.post_parent}`)
    assert.deepEqual((await restore(series.id, 1)).left_out, [])
    assert.equal((await datesOf(series)).length, 5)
  })

  test('dates that go and come are versions of their series, which can be undone', async () => {
    const series = await make()
    const [, second, third] = await datesOf(series)
    await service.delete(`/events/${second.id}`)
    await service.delete(`/events/${third.id}?force=true`)
    await patch(second.id, { status: 'publish' })
    const { body } = await service.get(`//cal/admin/v1/events/${series.id}/history`, { as: administrator })
    const [back, ...gone] = body.versions
    assert.deepEqual(
      [back, ...gone].map(({ version, action, changes }) => [version, action, Object.keys(changes)]),
      [4, 3, 2].map((version) => [version, 'updated', ['recurrence']]).concat([[1, 'created', []]]),
    )
    assert.deepEqual(
      body.versions.slice(0, 3).map(({ changes }: Json) => changes.recurrence.after),
      [['20261215T190000'], ['20261208T190000', '20261215T190000'], ['20261208T190000']].map(
        (dates) => `RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:${dates.join(',')}`,
      ),
    )

    assert.deepEqual((await restore(series.id, 1)).left_out, [])
    assert.equal((await datesOf(series)).length, 5)
    assert.equal((await restore(series.id, 3)).resource.recurrence.length, 2)
    assert.equal((await datesOf(series)).length, 3)
  })

  test('a date that is deleted after a split stays deleted', async () => {
    const series = await make()
    const [first, , third] = await datesOf(series)
    const split = await patch(third.id, { title: 'Choral', scope: 'following' })
    service.now += 60
    await service.delete(`/events/${first.id}`)

    const joined = await service.post(`//cal/admin/v1/events/${split.post_parent}/join`, {})
    assert.equal(joined.status, 409)
    assert.equal((await datesOf(series)).length, 1)
  })

  test('dates that were over when their series was deleted come back where they are, also if they now last longer', async () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=3']
    const series = await make({
      ...{ start_date: '2026-11-19 19:00', end_date: '2026-11-19 21:00', recurrence: lines },
    })
    const dates = await datesOf(series)
    assert.equal((await service.delete(`/events/${series.id}`)).status, 200)

    await patch(series.id, { status: 'publish', end_date: '2026-11-22 21:00' })

    assert.deepEqual(
      (await datesOf(series)).map(({ id, start_date, end_date }) => [id, start_date, end_date]),
      dates.map(({ id, start_date }, place) => [id, start_date, `2026-11-2${2 + place} 21:00:00`]),
    )
  })

  test('a date with a publication date of its own is published then, also if it was in the trash meanwhile', async () => {
    const series = await make({ date: '2027-02-01' })
    const [, second] = await statesOf(series, 'future')
    await patch(second.id, { date: '2026-01-01', status: 'trash' })
    await patch(series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] })

    const published = await statesOf(series, 'publish')
    assert.deepEqual(
      published.map(({ id }) => id),
      [second.id],
    )
  })

  test('a slug that is numbered on the way out of the trash is named', async () => {
    const first = anEvent({ title: 'Slug' })
    const { body: event } = await service.post('/events', first)
    await service.delete(`/events/${event.id}`)
    await service.post('/events', first)

    const { resource, left_out } = await restore(event.id, 1)
    assert.deepEqual([resource.status, resource.slug], ['publish', 'slug-2'])
    assert.deepEqual(left_out, [{ field: 'slug', value: 'slug' }])
  })
})
