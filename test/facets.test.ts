import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { events } from '../src/resources/events/index.ts'
import type { Reader } from '../src/resources/listing.ts'
import { createStore, type Listing, type Store } from '../src/store/index.ts'
import { toInstant } from '../src/time/index.ts'
import { made, makeEvent } from './listed.ts'
import { onEachDatabase, testTime } from './service.ts'

/** The days of a calendar, and how many events the filters beside a list find. */

const config = readConfig({ environment: { CALENDS_ADMIN: 'admin:secret' }, readFile: () => undefined })

const site = {
  now: testTime,
  timezone: 'Europe/Zurich',
  languages: ['en', 'fr'],
} as unknown as Reader['site']
const visitor: Reader = { site, caller: undefined, language: 'en', named: undefined, onlyIn: undefined }
const listing: Listing = { resource: events, values: {}, reader: visitor }
const inFrench: Listing = { ...listing, reader: { ...visitor, language: 'fr', named: 'fr', onlyIn: 'fr' } }

onEachDatabase((service) => {
  let store: Store
  let [root, child, tag] = [0, 0, 0]

  before(async () => {
    root = await made(service, '/categories', { name: 'Root' })
    child = await made(service, '/categories', { name: 'Child', parent: root })
    tag = await made(service, '/tags', { name: 'Tag' })
    const on = (day: string) => ({ start_date: `${day} 20:00`, end_date: `${day} 22:00`, tags: [tag] })
    const both = await makeEvent(service, 'Both', { ...on('2026-12-01'), categories: [root, child] })
    await service.patch(`/events/${both}?ml_language=fr`, { title: 'Les deux' })
    await makeEvent(service, 'Late', {
      ...on('2026-12-01'),
      categories: [child],
      start_date: '2026-12-01 21:00',
    })
    await makeEvent(service, 'Hidden', { ...on('2026-12-01'), categories: [child], hide_from_listings: true })
    await makeEvent(service, 'Protected', { ...on('2026-12-02'), categories: [child], password: 'secret' })
    await makeEvent(service, 'Past', { ...on('2020-12-01'), categories: [child] })
    store = createStore({
      database: service.database,
      settings: config,
      onError: assert.ifError,
      now: () => Math.floor(Date.now() / 1000),
    })
    await store.start()
  })
  after(() => store.stop())

  const counted = (query: Listing, kind: 'categories' | 'tags') => store.latest.counts(query, kind)

  test('a category counts each event of the list once, with those of its descendants', async () => {
    assert.deepEqual(
      await counted(listing, 'categories'),
      new Map([
        [root, 2],
        [child, 2],
      ]),
    )
    assert.deepEqual(await counted(listing, 'tags'), new Map([[tag, 2]]))
    assert.deepEqual(await counted(inFrench, 'tags'), new Map([[tag, 1]]))
  })

  test('counts are remembered until a category or an event changes', async () => {
    const first = await counted(listing, 'categories')
    assert.equal(await counted(listing, 'categories'), first)

    await service.patch(`/categories/${child}`, { parent: 0 })
    assert.equal((await counted(listing, 'categories')).get(root), 1)
    await service.patch(`/categories/${child}`, { parent: root })
    const id = await makeEvent(service, 'New', { categories: [child] })
    assert.equal((await counted(listing, 'categories')).get(root), 3)
    await service.delete(`/events/${id}`)
  })

  test('each venue has the first events of a list and all of their number, in the order of these', async () => {
    const hall = await made(service, '/venues', { venue: 'Hall' })
    const park = await made(service, '/venues', { venue: 'Park' })
    const draft = await made(service, '/venues', { venue: 'Draft', status: 'draft' })
    const on = (day: string, venue: number | number[], fields = {}) =>
      makeEvent(service, `On ${day}`, {
        start_date: `${day} 20:00`,
        end_date: `${day} 22:00`,
        venue,
        ...fields,
      })
    const ids = [
      await on('2027-01-03', hall),
      await on('2027-01-01', [park, hall]),
      await on('2027-01-02', hall),
      await on('2027-01-04', draft),
      await on('2027-01-05', park, { password: 'secret' }),
    ]
    const [third, first, second] = ids as [number, number, number]
    const firsts = async (values: Listing['values']) => [
      ...(await store.latest.firstOfLinks({ ...listing, values }, 'venue', 2)),
    ]

    const atHall = { ids: [first, second], total: 3 }
    const atPark = { ids: [first], total: 1 }
    assert.deepEqual(
      new Map(await firsts({})),
      new Map([
        [park, atPark],
        [hall, atHall],
      ]),
    )
    // The index does not have this order.
    assert.deepEqual(await firsts({ orderby: 'title' }), await firsts({}))
    assert.deepEqual((await firsts({ order: 'desc' }))[0], [hall, { ids: [third, second], total: 3 }])
    assert.deepEqual(await firsts({ orderby: 'title', order: 'desc' }), await firsts({ order: 'desc' }))
    for (const id of ids) await service.delete(`/events/${id}?force=true`)
  })

  test('days have their first events and all of their totals, the past included', async () => {
    const range = (day: string, next: string) => ({
      from: toInstant(`${day} 00:00:00`, site.timezone),
      to: toInstant(`${next} 00:00:00`, site.timezone),
    })
    const days = await store.latest.days(
      listing,
      [
        range('2026-12-01', '2026-12-02'),
        range('2026-12-03', '2026-12-04'),
        range('2020-12-01', '2020-12-02'),
      ],
      1,
    )

    assert.deepEqual(
      days.map(({ ids, total }) => [ids.length, total]),
      [
        [1, 2],
        [0, 0],
        [1, 1],
      ],
    )
  })
})
