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
  test('counters say what counting afresh says, after any writes', async () => {
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

  test('totals of any window are those of going through the list', async () => {
    for (const fields of fc.sample(write, { numRuns: 60, seed: 3 }))
      await service.post('/events', anEvent({ ...fieldsOf(fields), status: 'publish' }))
    const everything = await walk('/events?start_date=2020-01-01&end_date=2040-01-01&per_page=100')
    const bounds = fc.sample(
      fc.tuple(
        hours,
        hours,
        fc.boolean(),
        fc.constantFrom('', '&categories=alpha', '&tags=red,blue', '&ml_language=fr'),
      ),
      {
        numRuns: 60,
        seed: 11,
      },
    )
    assert.ok(everything.length > 10)
    for (const [one, other, strict, filter] of bounds) {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const window = `start_date=${wall(from)}&end_date=${wall(to)}&strict_dates=${strict}${filter}`
      const { body } = await service.get(`/events?${window}&per_page=100`)
      const slow = await service.get(`/events?${window}&per_page=100&exclude=999999`)
      assert.equal(body.total, slow.body.total, window)
      assert.deepEqual(
        body.events.map(({ id }: { id: number }) => id),
        slow.body.events.map(({ id }: { id: number }) => id),
        window,
      )
      assert.ok(body.total > 100 || body.events.length === body.total)
    }
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

  async function walk(path: string): Promise<unknown[]> {
    const events: unknown[] = []
    for (let next: string | undefined = path; next !== undefined;) {
      const { body } = await service.get(next)
      events.push(...body.events)
      next = body.next_rest_url
    }
    return events
  }
})
