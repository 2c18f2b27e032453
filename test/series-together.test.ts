import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkingSeries, seriesOn } from './series-of.ts'
import { onEachDatabase, type Json, type Reply } from './service.ts'

/** Many people edit one series at the same time (interface: Series). */

const clients = 50

onEachDatabase((service) => {
  const { make, read, datesOf, patch } = seriesOn(service)
  checkingSeries(service)

  test('fifty clients edit a series and its dates at once, and nothing breaks', async () => {
    const series = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=12' })
    const dates = await datesOf(series)
    const edits = (place: number): (() => Promise<Reply>)[] => {
      const date = dates[place % dates.length].id as number
      return [
        () => service.patch(`/events/${series.id}`, { title: `Choir ${place}` }),
        () => service.patch(`/events/${series.id}`, { cost: String(place) }),
        () => service.patch(`/events/${series.id}`, { start_date: `2026-12-01 1${place % 8}:00` }),
        () =>
          service.patch(`/events/${series.id}`, { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${8 + (place % 5)}` }),
        () => service.patch(`/events/${date}`, { description: `Date ${place}` }),
        () => service.patch(`/events/${date}`, { title: `All ${place}`, scope: 'all' }),
        () => service.delete(`/events/${date}`),
        () => service.patch(`/events/${date}`, { status: 'publish' }),
        () => service.delete(`/events/${series.id}`),
        () => service.patch(`/events/${series.id}`, { status: 'publish' }),
      ]
    }
    const replies = await Promise.all(
      Array.from({ length: clients }, (_, place) => edits(place)[place % 10]!()),
    )
    for (const { status, text } of replies) assert.ok([200, 410].includes(status), text)
    await service.patch(`/events/${series.id}`, { status: 'publish' })
    const after = await datesOf(series)
    const walls = after.map(({ recurrence_id }) => recurrence_id)
    assert.deepEqual(walls, [...new Set(walls)])
  })

  test('of writes to the same field the last one counts, and no other field is lost', async () => {
    const series = await make()
    const replies = await Promise.all(
      Array.from({ length: clients }, (_, place) =>
        service.patch(
          `/events/${series.id}`,
          place % 2 === 0 ? { title: `T ${place}` } : { cost: String(place) },
        ),
      ),
    )
    for (const { status, text } of replies) assert.equal(status, 200, text)
    const { title, cost } = await read(series.id)
    assert.match(title, /^T \d+$/)
    assert.match(cost, /^\$\d+$/)
    const history = `//cal/admin/v1/events/${series.id}/history?per_page=100`
    const versions: Json[] = (await service.request('GET', history)).body.versions
    const lastOf = (field: string) =>
      versions.find(({ changes }) => changes[field] !== undefined)!.changes[field].after
    assert.deepEqual([title, cost], [lastOf('title'), `$${lastOf('cost')}`])
    for (const date of await datesOf(series)) assert.deepEqual([date.title, date.cost], [title, cost])
  })

  const tagOf = async (id: number) =>
    (await service.request('GET', `/events/${id}`)).headers.get('etag') ?? ''
  const matching = async (id: number, tag: string, body: Json) =>
    (await service.patch(`/events/${id}`, body, { headers: { 'if-match': tag } })).status

  test('If-Match is respected on a series and on its dates, with every scope', async () => {
    const series = await make()
    const [first, second, third] = await datesOf(series)
    const stale = await Promise.all([series, first, second, third].map(({ id }) => tagOf(id)))
    await patch(series.id, { title: 'Renamed' })
    for (const [index, { id }] of [series, first, second, third].entries()) {
      assert.equal(await matching(id, stale[index]!, { title: 'Late' }), 412)
      for (const scope of ['this', 'following', 'all'])
        assert.equal(await matching(id, stale[index]!, { title: 'Late', scope }), 412)
    }
    const tags = { headers: { 'if-match': stale[2]! } }
    assert.equal((await service.delete(`/events/${second.id}?scope=following`, undefined, tags)).status, 412)
    assert.equal((await datesOf(series)).length, 5)
    assert.equal(await matching(second.id, await tagOf(second.id), { title: 'In time', scope: 'all' }), 200)
    assert.equal(
      await matching(third.id, await tagOf(third.id), { title: 'Following', scope: 'following' }),
      200,
    )
    assert.equal(await matching(series.id, await tagOf(series.id), { title: 'Series' }), 200)
  })

  test('a series that is created again with the same key is created once', async () => {
    const key = { headers: { 'idempotency-key': 'one-series' } }
    const fields = { title: 'Once', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' }
    const send = () => service.post('/events', { ...fields, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }, key)
    const [one, other] = await Promise.all([send(), send()])
    assert.deepEqual([one.status, other.status], [201, 201])
    assert.deepEqual(other.body, one.body)
    assert.equal((await datesOf(one.body)).length, 3)
  })
})
