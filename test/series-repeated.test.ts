import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun, checkingSeries, seriesOn } from './series-of.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Writes to series that are sent again, as by a form that is saved twice: what is there already does not change. */

const timesOf = (dates: readonly Json[]) =>
  dates.map(({ start_date, end_date }) => `${start_date.slice(5, 16)}–${end_date.slice(11, 16)}`)

onEachDatabase((service) => {
  const { make, read, list, datesOf, patch } = seriesOn(service)
  checkingSeries(service)

  const hours = (day: string, from: number, to: number) => ({
    start_date: `${day} ${from}:00:00`,
    end_date: `${day} ${to}:00:00`,
  })
  const makeAt = (fields: Json = {}) =>
    make({
      ...{ timezone: 'UTC', ...hours('2027-01-05', 10, 11), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] },
      ...fields,
    })

  /** The IDs that followers of the data are told of while something happens. */
  async function changedBy(work: () => Promise<unknown>): Promise<number[]> {
    service.now += 60
    const { body } = await service.get('/changes')
    await work()
    const { body: after } = await service.get(`/changes?since=${body.next}`)
    return after.changes.map(({ id }: Json) => id).toSorted((one: number, other: number) => one - other)
  }

  for (const scope of ['all', 'following'])
    test(`a time that is sent with scope=${scope} again moves nothing, at a date with a time of its own`, async () => {
      const series = await makeAt()
      const [, second] = await datesOf(series)
      await patch(second.id, hours('2027-01-12', 15, 16))
      const sent = { ...hours('2027-01-12', 17, 19), scope }
      const { post_parent, start_date } = await patch(second.id, sent)
      const first = scope === 'all' ? ['01-05 12:00–14:00'] : []
      const moved = [...first, '01-12 17:00–19:00', '01-19 12:00–14:00']
      assert.equal(start_date, '2027-01-12 17:00:00')
      assert.deepEqual(timesOf(await list(`post_parent=${post_parent}`)), moved)

      assert.deepEqual(await changedBy(() => patch(second.id, sent)), [])
      assert.deepEqual(timesOf(await list(`post_parent=${post_parent}`)), moved)
    })

  for (const scope of ['all', 'following'])
    test(`a time that is sent with scope=${scope} again moves nothing, at a date that is over`, async () => {
      for (const hour of [23, 8]) {
        const series = await make({ ...begun(), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] })
        const [first, second] = await datesOf(series)
        const sent = { ...hours('2026-11-10', hour, hour + 1), scope }
        if (hour === 23) sent.end_date = '2026-11-11 00:00:00'
        const { post_parent, start_date } = await patch(second.id, sent)
        const moved = await list(`post_parent=${post_parent}`)
        assert.equal(start_date, second.start_date)
        assert.equal(moved.at(-1)!.start_date.slice(11, 13), String(hour).padStart(2, '0'))

        assert.deepEqual(await changedBy(() => patch(second.id, sent)), [])
        await patch(second.id, { ...(await read(second.id)), title: 'Renamed', scope })
        assert.deepEqual(timesOf(await list(`post_parent=${post_parent}`)), timesOf(moved))
        assert.equal((await read(first.id)).post_parent, series.id)
      }
    })

  test('an all-day series moves by days, and becomes timed at the time that is sent', async () => {
    const day = (date: string) => ({ start_date: date, end_date: date })
    const series = await makeAt({ all_day: true, ...day('2027-01-05') })
    const [, second] = await datesOf(series)
    await patch(second.id, { all_day: false, ...hours('2027-01-12', 15, 17) })

    await patch(second.id, { ...hours('2027-01-12', 10, 12), scope: 'all' })
    const days = (await datesOf(series)).map(({ start_date }) => start_date)
    assert.deepEqual(days, ['2027-01-05 00:00:00', '2027-01-12 10:00:00', '2027-01-19 00:00:00'])

    await patch(second.id, { all_day: false, ...hours('2027-01-13', 9, 12), scope: 'all' })
    assert.deepEqual(timesOf(await datesOf(series)), [
      '01-06 09:00–12:00',
      '01-13 09:00–12:00',
      '01-20 09:00–12:00',
    ])
  })

  test('a date with a day of its own moves a series that has times by days', async () => {
    const series = await makeAt()
    const [, second] = await datesOf(series)
    await patch(second.id, { all_day: true, start_date: '2027-01-12', end_date: '2027-01-12' })

    await patch(second.id, { start_date: '2027-01-13', end_date: '2027-01-13', scope: 'all' })
    assert.deepEqual(timesOf(await datesOf(series)), [
      '01-06 10:00–11:00',
      '01-13 10:00–11:00',
      '01-20 10:00–11:00',
    ])
  })

  test('a write with past=true that changes nothing tells nobody', async () => {
    const { body: hall } = await service.post('/venues', { venue: 'Hall' })
    const series = await make({ ...begun(), venue: hall.id })
    const sent = { title: 'Choir', event_status: 'cancelled', venue: hall.id, past: true }
    await patch(series.id, sent)
    const sequences = async () =>
      (await service.get(`/events/${series.id}.ics`)).text.match(/^SEQUENCE:\d+/gm)
    const before = await sequences()

    assert.deepEqual(await changedBy(() => patch(series.id, sent)), [])
    assert.deepEqual(await sequences(), before)
  })

  test('a write to the series does not touch the dates that override what it writes', async () => {
    const series = await makeAt()
    const [first, second, third] = await datesOf(series)
    await patch(second.id, { title: 'Encore', event_status: 'postponed' })
    const others = [series.id, first.id, third.id].toSorted((one, other) => one - other)

    for (const fields of [{ title: 'Choral' }, { event_status: 'cancelled' }])
      assert.deepEqual(await changedBy(() => patch(series.id, fields)), others)
    assert.deepEqual(await changedBy(() => patch(second.id, { inherit: ['cost'] })), [])
    const cost = await changedBy(() => patch(series.id, { cost: '5' }))
    assert.deepEqual(
      cost,
      [...others, second.id].toSorted((one, other) => one - other),
    )
  })

  test('another venue increments SEQUENCE, another category does not', async () => {
    const series = await makeAt()
    const { body: hall } = await service.post('/venues', { venue: 'Second Hall' })
    const { body: jazz } = await service.post('/categories', { name: 'Jazz' })
    const sequenceOf = async (id: number) =>
      (await service.database.db.selectFrom('events').select('sequence').where('id', '=', id).execute())[0]!
        .sequence
    const [first] = await datesOf(series)
    const before = await sequenceOf(first.id)

    await patch(series.id, { categories: [jazz.id] })
    assert.equal(await sequenceOf(first.id), before)
    await patch(series.id, { venue: hall.id })
    assert.equal(await sequenceOf(first.id), before + 1)
    await patch(series.id, { venue: hall.id, event_status: 'postponed' })
    assert.equal(await sequenceOf(first.id), before + 2)
  })

  test('a password that an event has already is no change', async () => {
    const { body: event } = await service.post('/events', {
      ...{ title: 'Closed', ...hours('2027-01-05', 10, 11), password: 'sesame' },
    })
    assert.deepEqual(await changedBy(() => patch(event.id, { password: 'sesame' })), [])
    assert.deepEqual(await changedBy(() => patch(event.id, { password: 'open' })), [event.id])
    const opened = await service.get(`/events/${event.id}?password=open`, { as: null })
    assert.equal(opened.body.title, 'Closed')
  })
})
