import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findIncorrectCounts } from '../src/store/sql/event-counts.ts'
import { anEvent, onEachDatabase, testTime } from './service.ts'

const pad = (value: number) => String(value).padStart(2, '0')
const hours = fc.integer({ min: 0, max: 40 * 24 })
const wall = (hour: number) =>
  `2027-${pad(1 + Math.floor(hour / 24 / 28))}-${pad(1 + (Math.floor(hour / 24) % 28))} ${pad(hour % 24)}:30`

const write = fc.record({
  start: hours,
  length: fc.constantFrom(0, 1, 5, 23, 24, 25, 60, 900),
  hide_from_listings: fc.boolean(),
  status: fc.constantFrom('publish', 'publish', 'publish', 'draft'),
  categories: fc.subarray(['Alpha', 'Beta', 'Gamma']),
  tags: fc.subarray(['Red', 'Blue']),
  timezone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
})

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never

const fieldsOf = ({ start, length, ...fields }: Value<typeof write>) => ({
  ...fields,
  start_date: wall(start),
  end_date: wall(Math.min(start + length, 55 * 24)),
})

onEachDatabase((service) => {
  test('counters match a fresh count, after any writes', async () => {
    const change = fc.record({
      kind: fc.constantFrom('create', 'create', 'update', 'trash', 'remove', 'translate', 'untranslate'),
      which: fc.nat(),
      fields: write,
    })
    const ids: number[] = []
    const apply = async ({ kind, which, fields }: Value<typeof change>) => {
      const id = ids[which % Math.max(1, ids.length)]
      if (kind === 'create' || id === undefined)
        ids.push((await service.post('/events', anEvent({ title: 'Any', ...fieldsOf(fields) }))).body.id)
      else if (kind === 'update') await service.patch(`/events/${id}`, fieldsOf(fields))
      else if (kind === 'translate') await service.patch(`/events/${id}?ml_language=fr`, { title: 'Autre' })
      else if (kind === 'untranslate') await service.delete(`/events/${id}/translations/fr`)
      else await service.delete(`/events/${id}${kind === 'remove' ? '?force=true' : ''}`)
    }
    for (const one of fc.sample(change, { numRuns: 120, seed: 7 })) await apply(one)

    assert.deepEqual(await findIncorrectCounts(service.database.db), [])
  })

  test('what becomes visible by itself is counted', async () => {
    await service.post(
      '/events',
      anEvent({ title: 'Later', date_utc: '2026-11-21 13:00:00', tags: ['Later'] }),
    )
    service.now = testTime + 7_200
    const { body } = await service.get('/tags?search=later')
    service.now = testTime

    assert.equal(body.tags[0].count, 1)
    assert.deepEqual(await findIncorrectCounts(service.database.db), [])
  })
})
