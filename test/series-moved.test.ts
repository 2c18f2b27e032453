import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun, checkingSeries, seriesOn } from './series-of.ts'
import { addSeconds } from '../src/time/index.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Series that are moved to other days (interface: Series). They begin on a Tuesday. */

const startsOf = (dates: readonly Json[]) => dates.map(({ start_date }) => start_date.slice(0, 16))
const idsOf = (dates: readonly Json[]) => dates.map(({ id }) => id)

const at = (start: string, end: string) => ({ start_date: start, end_date: end })
const hourAt = (day: string, hour = 10) => at(`${day} ${hour}:00`, `${day} ${hour + 1}:00`)

onEachDatabase((service) => {
  const { make, read, list, datesOf, statesOf, patch, remove } = seriesOn(service)
  checkingSeries(service)

  const makeAt = (recurrence: string) => make({ ...hourAt('2027-03-02'), recurrence })
  const refusalOf = async (id: number, fields: Json) => {
    const { status, body, text } = await service.patch(`/events/${id}`, fields)
    assert.equal(status, 400, text)
    return body.data.params as Json
  }

  test('all of a series moves to the day that one occurrence moves to', async () => {
    for (const [recurrence, to, days] of [
      ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4', '2027-03-10', ['03-03', '03-10', '03-17', '03-24']],
      ['RRULE:FREQ=WEEKLY;COUNT=4', '2027-03-08', ['03-01', '03-08', '03-15', '03-22']],
      ['RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270323', '2027-03-11', ['03-04', '03-11', '03-18', '03-25']],
      ['RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=3', '2027-04-07', ['03-03', '04-07', '05-05']],
      ['RRULE:FREQ=MONTHLY;BYMONTHDAY=2;COUNT=3', '2027-04-03', ['03-03', '04-03', '05-03']],
      ['RRULE:FREQ=DAILY;COUNT=3', '2027-03-04', ['03-03', '03-04', '03-05']],
      ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=3', '2027-03-04', undefined],
      ['RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20270304T100000', '2027-03-05', ['03-03', '03-05', '03-10']],
      ['RDATE:20270305T100000,20270308T100000', '2027-03-06', ['03-03', '03-06', '03-09']],
    ] as const) {
      const series = await makeAt(recurrence)
      const [, second] = await datesOf(series)
      if (days === undefined) {
        const { start_date } = await refusalOf(second.id, { ...hourAt(to), scope: 'all' })
        assert.match(start_date, /no date on 2027-03-04 .* send recurrence as well/)
        continue
      }
      await patch(second.id, { ...hourAt(to), scope: 'all' })
      assert.deepEqual(
        startsOf(await datesOf(series)),
        days.map((day) => `2027-${day} 10:00`),
        recurrence,
      )
    }
  })

  test('a series moves to another day as if one of its occurrences had', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3')
    const { recurrence } = await patch(series.id, hourAt('2027-03-04', 18))
    assert.deepEqual(recurrence, ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3'])
    assert.deepEqual(startsOf(await datesOf(series)), [
      '2027-03-04 18:00',
      '2027-03-11 18:00',
      '2027-03-18 18:00',
    ])
  })

  test('a rule that has a date on the new day stays as it is', async () => {
    for (const [recurrence, days] of [
      ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', ['03-04', '03-09', '03-16']],
      ['RRULE:FREQ=DAILY;UNTIL=20270311', ['03-04', '03-05', '03-06', '03-07', '03-08', '03-09', '03-10']],
    ] as const) {
      const series = await makeAt(`${recurrence}\nEXDATE:20270311T100000`)
      await patch(series.id, hourAt('2027-03-04'))
      assert.deepEqual((await read(series.id)).recurrence, [recurrence, 'EXDATE:20270311T100000'])
      assert.deepEqual(
        startsOf(await datesOf(series)),
        days.map((day) => `2027-${day} 10:00`),
      )
    }
  })

  test('a date that was deleted stays deleted when the series moves to another day', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3')
    const [first, second] = await datesOf(series)
    await remove(second.id)
    await patch(first.id, { ...hourAt('2027-03-03'), scope: 'all' })
    assert.deepEqual(startsOf(await datesOf(series)), ['2027-03-03 10:00', '2027-03-17 10:00'])
  })

  test('another rule from the first date on brings no deleted dates back', async () => {
    for (const times of [{}, { start_date: '2026-12-08 18:00', end_date: '2026-12-08 20:00' }]) {
      const series = await make()
      const [first, second] = await datesOf(series)
      await remove(first.id)
      const sent = { ...times, recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3', scope: 'following' }
      const { post_parent } = await patch(second.id, sent)
      assert.equal(post_parent, series.id)

      const hour = 'start_date' in times ? '18:00:00' : '19:00:00'
      const dates = await datesOf(series)
      assert.equal(dates[0].id, second.id)
      assert.deepEqual(
        dates.map(({ start_date }) => start_date),
        ['2026-12-08', '2026-12-22', '2027-01-05'].map((day) => `${day} ${hour}`),
      )
      await patch(second.id, sent)
      assert.deepEqual(await datesOf(series), dates)
    }
  })

  test('single dates move with a later start', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20270305T100000,20270305T140000')
    const moved = hourAt('2027-03-09')
    const { body } = await service.patch(`/events/${series.id}`, { ...moved, dry_run: true })
    assert.equal(body.series.changed.past, 0)
    await patch(series.id, moved)
    const starts = ['09 10:00', '12 10:00', '12 14:00', '16 10:00', '23 10:00']
    assert.deepEqual(
      startsOf(await datesOf(series)),
      starts.map((start) => `2027-03-${start}`),
    )
  })

  test('a single date that would lie before the start is refused', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20270302T140000')
    for (const fields of [{}, { dry_run: true }]) {
      const { start_date } = await refusalOf(series.id, { ...hourAt('2027-03-02', 16), ...fields })
      assert.match(start_date, /2027-03-02 lies before start_date/)
    }
  })

  test('the last date may move alone, also if the series was given it as a single one', async () => {
    for (const recurrence of ['RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20270405T100000', 'RDATE:20270405T100000']) {
      const series = await makeAt(recurrence)
      const last = (await datesOf(series)).at(-1)
      const after = await patch(last.id, { ...hourAt('2027-04-06'), scope: 'following' })
      assert.deepEqual([after.start_date, after.status], ['2027-04-06 10:00:00', 'publish'])
      assert.deepEqual(idsOf(await datesOf({ id: after.post_parent })), [last.id])
    }
  })

  test('following takes over the later occurrences also on another day', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5')
    const before = await datesOf(series)
    await patch(before[3].id, { title: 'Own' })
    await patch(before[4].id, hourAt('2027-04-01', 12))
    const moved = await patch(before[1].id, { ...hourAt('2027-03-10', 11), scope: 'following' })
    const { moved: count, trashed, created } = moved.series.changed
    assert.deepEqual([count, trashed, created], [4, 0, 0])
    const after = await datesOf({ id: moved.post_parent })
    assert.deepEqual(
      after.map(({ id, slug, title }) => [id, slug, title]),
      before.slice(1).map(({ id, slug }, index) => [id, slug, index === 2 ? 'Own' : 'Choir']),
    )
    assert.deepEqual(startsOf(after), [
      '2027-03-10 11:00',
      '2027-03-17 11:00',
      '2027-03-24 11:00',
      '2027-04-01 12:00',
    ])
    assert.deepEqual(await statesOf({ id: moved.post_parent }, 'trash'), [])
    assert.deepEqual(idsOf(await datesOf(series)), [before[0].id])
  })

  test('what follows moves as a whole also if the rule names several days or times', async () => {
    for (const [recurrence, days, hours] of [
      ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6', 1, 0],
      ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270319T090000Z', -1, 0],
      ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=6', 1, 1],
      ['RRULE:FREQ=MONTHLY;BYMONTHDAY=2,16;UNTIL=20270516', -1, 0],
      ['RRULE:FREQ=DAILY;BYHOUR=10,12;COUNT=6', 0, -1],
    ] as const) {
      const series = await makeAt(recurrence)
      const before = await datesOf(series)
      const moved = ({ start_date }: Json) => addSeconds(start_date, days * 86_400 + hours * 3_600)
      const [start, end] = [moved(before[2]), addSeconds(moved(before[2]), 3_600)]
      const { post_parent } = await patch(before[2].id, { ...at(start, end), scope: 'following' })
      const after = [...(await datesOf(series)), ...(await datesOf({ id: post_parent }))]
      assert.deepEqual(
        after.map(({ id, start_date }) => [id, start_date]),
        before.map((date, place) => [date.id, place < 2 ? date.start_date : moved(date)]),
        recurrence,
      )
    }
  })

  test('what follows is not moved if the rule does not say how', async () => {
    const series = await makeAt('RRULE:FREQ=MONTHLY;BYDAY=1TU,3TU;COUNT=6')
    const before = await datesOf(series)
    for (const [place, scope] of [
      [2, 'following'],
      [0, 'following'],
      [0, 'all'],
    ] as const) {
      const day = addSeconds(before[place].start_date, -86_400).slice(0, 10)
      const { start_date } = await refusalOf(before[place].id, { ...hourAt(day), scope })
      assert.match(start_date, new RegExp(`no date on ${day}`))
    }
    assert.deepEqual(await datesOf(series), before)
  })

  test('a date that was cancelled stays cancelled when it moves to another day with those before it', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3')
    const [, second, third] = await datesOf(series)
    await patch(third.id, { event_status: 'cancelled' })
    const moved = await patch(second.id, { ...hourAt('2027-03-10'), scope: 'following' })
    const { changed } = moved.series
    assert.deepEqual([changed.moved, changed.created, changed.trashed], [2, 0, 0])
    assert.deepEqual(
      (await datesOf({ id: moved.post_parent })).map(({ id, start_date, event_status }) => [
        id,
        start_date,
        event_status,
      ]),
      [
        [second.id, '2027-03-10 10:00:00', 'scheduled'],
        [third.id, '2027-03-17 10:00:00', 'cancelled'],
      ],
    )
  })

  test('a restored version has the occurrences back that the move has trashed', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3')
    const before = await datesOf(series)
    await patch(before[1].id, { title: 'Own' })
    await patch(series.id, hourAt('2027-03-04'))
    const { status, text } = await service.post(`//cal/admin/v1/events/${series.id}/history/1/restore`)
    assert.equal(status, 200, text)
    const after = await datesOf(series)
    assert.deepEqual(
      after.map(({ id, start_date, title }) => [id, start_date, title]),
      before.map(({ id, start_date }, place) => [id, start_date, place === 1 ? 'Own' : 'Choir']),
    )
  })

  const restoreFirst = async (id: number) =>
    (await service.post(`//cal/admin/v1/events/${id}/history/1/restore`)).body.left_out as Json[]

  test('a restored version does not make dates twice that have become events of their own', async () => {
    const { body: series } = await service.post('/events', begun({ tags: ['ending'] }))
    await patch(series.id, { recurrence: '', title: 'Ended' })
    const dates = async () => idsOf(await list('tags=ending'))
    const before = await dates()
    const left = (await restoreFirst(series.id)).map(({ field }) => field)
    assert.ok(
      ['recurrence', 'status'].every((field) => left.includes(field)),
      left.join(),
    )
    assert.deepEqual(await dates(), before)
  })

  test('a restored version does not claim that a date is one of its series again', async () => {
    const series = await makeAt('RRULE:FREQ=WEEKLY;COUNT=3')
    const [, second] = await datesOf(series)
    await patch(second.id, { post_parent: 0, title: 'Alone' })
    assert.deepEqual(await restoreFirst(second.id), [{ field: 'post_parent', value: series.id }])
    const { title, post_parent } = await read(second.id)
    assert.deepEqual([title, post_parent], ['Choir', 0])
  })

  test('a date that moves into the past with its series is over, and not in the trash', async () => {
    const series = await make({ start_date: '2026-11-24 10:00', end_date: '2026-11-24 11:00' })
    const [, second] = await datesOf(series)
    const moved = await patch(second.id, { ...hourAt('2026-11-19'), scope: 'following' })
    assert.deepEqual([moved.status, moved.start_date], ['publish', '2026-11-19 10:00:00'])
    const { moved: count, trashed, created } = moved.series.changed
    assert.deepEqual([count, trashed, created], [4, 0, 0])
  })

  test('what is over stays on its day', async () => {
    const { body: series } = await service.post('/events', begun())
    const before = await datesOf(series)
    await patch(series.id, at('2026-11-04 19:00', '2026-11-04 21:00'))
    assert.deepEqual(startsOf(await datesOf(series)), [
      '2026-11-03 19:00',
      '2026-11-10 19:00',
      '2026-11-17 19:00',
      '2026-11-25 19:00',
      '2026-12-02 19:00',
    ])
    assert.deepEqual(idsOf(await datesOf(series)).slice(0, 3), idsOf(before).slice(0, 3))
  })
})
