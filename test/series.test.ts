import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weekly } from './series-of.ts'
import { administrator, onEachDatabase, testTime, type Json } from './service.ts'

/** Events that repeat (interface: Series). The clock stands at 2026-11-21 12:00 UTC, in the zone of the site. */

onEachDatabase((service) => {
  const make = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Json> => {
    const { status, body, text } = await service.post('/events', weekly(fields))
    assert.equal(status, 201, text)
    return body
  }
  const read = async (id: number): Promise<Json> => (await service.get(`/events/${id}`)).body
  const list = async (query: string): Promise<Json[]> =>
    (await service.get(`/events?start_date=2000-01-01&per_page=100&${query}`)).body.events
  const datesOf = (series: Json): Promise<Json[]> => list(`post_parent=${series.id}`)
  const patch = async (id: number, fields: Json): Promise<Json> => {
    const { status, body, text } = await service.patch(`/events/${id}`, fields)
    assert.equal(status, 200, text)
    return body
  }

  test('a series is in no list; its occurrences are events', async () => {
    const series = await make({ categories: ['Music'] })
    assert.deepEqual(series.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=5'])
    assert.deepEqual(series.series.changed, {
      kept: 0,
      moved: 0,
      created: 5,
      trashed: 0,
      overridden: 0,
      past: 0,
    })
    const dates = await datesOf(series)
    assert.deepEqual(
      dates.map(({ start_date, end_date, recurrence_id, slug, post_parent }) => [
        start_date,
        end_date,
        recurrence_id,
        slug,
        post_parent,
      ]),
      ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'].map((day) => [
        `${day} 19:00:00`,
        `${day} 21:00:00`,
        `${day} 19:00:00`,
        `${series.slug}-${day}`,
        series.id,
      ]),
    )
    assert.deepEqual(dates[0].categories[0].name, 'Music')
    assert.equal(dates[0].categories[0].count, 5)
    const { series: facts } = await read(series.id)
    assert.equal(facts.total, 5)
    assert.equal(facts.until, '2026-12-29 19:00:00')
    assert.equal(facts.next.id, dates[0].id)
    const all = await list('')
    assert.equal(
      all.some(({ id }) => id === series.id),
      false,
    )
    const only = (await service.request('GET', '/events?series=only')).body.events
    assert.deepEqual(
      only.map(({ id }: Json) => id),
      [series.id],
    )
    assert.equal((await service.get('/events?series=only')).status, 401)
  })

  test('what is written to the series reaches all that do not have it of their own', async () => {
    const series = await make({ title: 'Reached', cost: '10' })
    const [first, second] = await datesOf(series)
    const own = await patch(second.id, { title: 'Special' })
    assert.deepEqual(own.overrides, ['title'])
    const changed = await patch(series.id, { title: 'Renamed', description: 'New', cost: '0' })
    assert.deepEqual(changed.series.changed, {
      kept: 5,
      moved: 0,
      created: 0,
      trashed: 0,
      overridden: 1,
      past: 0,
    })
    assert.deepEqual(
      (await datesOf(series)).map(({ title, description, cost }) => [title, description.trim(), cost]),
      ['Renamed', 'Special', 'Renamed', 'Renamed', 'Renamed'].map((title) => [title, '<p>New</p>', 'Free']),
    )
    assert.deepEqual(
      (await list('search=special')).map(({ id }) => id),
      [second.id],
    )
    assert.equal((await list('search=renamed')).length, 4)
    const back = await patch(second.id, { inherit: 'title' })
    assert.deepEqual([back.title, back.overrides], ['Renamed', []])
    assert.equal((await read(first.id)).slug, first.slug)
  })

  test('the time of an occurrence is inherited again as a whole', async () => {
    const series = await make({ title: 'Moved' })
    const [, second] = await datesOf(series)
    const times = { start_date: '2026-12-09 10:00:00', end_date: '2026-12-09 11:00:00' }
    for (const field of ['start_date', 'end_date', 'timezone', 'all_day']) {
      await patch(second.id, times)
      const back = await patch(second.id, { inherit: field })
      assert.deepEqual(
        [back.start_date, back.end_date, back.overrides],
        ['2026-12-08 19:00:00', '2026-12-08 21:00:00', []],
        field,
      )
    }
  })

  test('translations of the series reach its occurrences', async () => {
    const series = await make({ title: 'Told' })
    const [first, second] = await datesOf(series)
    await service.patch(`/events/${second.id}?ml_language=fr`, { title: 'À part' })
    await service.patch(`/events/${series.id}?ml_language=fr`, { title: 'Chorale', description: 'Chant' })
    const inFrench = async (id: number) => (await service.get(`/events/${id}?ml_language=fr`)).body
    const one = await inFrench(first.id)
    assert.deepEqual([one.title, one.slug, one.language], ['Chorale', 'chorale-2026-12-01', 'fr'])
    const other = await inFrench(second.id)
    assert.deepEqual([other.title, other.overrides], ['À part', ['title@fr']])
    assert.match(other.description, /Chant/)
    assert.deepEqual(Object.keys((await read(first.id)).translations), ['en', 'fr'])
  })

  test('a new time moves every occurrence, and a moved one stays where it is', async () => {
    const series = await make({ title: 'Timed' })
    const before = await datesOf(series)
    await patch(before[1].id, { start_date: '2026-12-09 18:00:00', end_date: '2026-12-09 20:00:00' })
    const { series: facts } = await patch(series.id, {
      start_date: '2026-12-01 20:00:00',
      end_date: '2026-12-01 22:00:00',
    })
    assert.deepEqual(facts.changed, { kept: 0, moved: 5, created: 0, trashed: 0, overridden: 1, past: 0 })
    const after = await datesOf(series)
    assert.deepEqual(
      after.map(({ id, slug }) => [id, slug]),
      before.map(({ id, slug }) => [id, slug]),
    )
    assert.deepEqual(
      after.map(({ start_date, recurrence_id }) => [start_date, recurrence_id]),
      ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'].map((day) =>
        day === '2026-12-08'
          ? ['2026-12-09 18:00:00', '2026-12-08 20:00:00']
          : [`${day} 20:00:00`, `${day} 20:00:00`],
      ),
    )
  })

  test('another rule keeps the dates that it yields, trashes the others, and a dry run only counts', async () => {
    const series = await make({ title: 'Ruled' })
    const before = await datesOf(series)
    const rule = { recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4' }
    const dry = await service.patch(`/events/${series.id}`, { ...rule, dry_run: true })
    const counts = { kept: 3, moved: 0, created: 1, trashed: 2, overridden: 0, past: 0 }
    assert.deepEqual(dry.body, { series: { changed: counts } })
    assert.equal((await datesOf(series)).length, 5)
    assert.deepEqual((await patch(series.id, rule)).series.changed, counts)
    const after = await datesOf(series)
    assert.deepEqual(
      after.map(({ start_date }) => start_date.slice(0, 10)),
      ['2026-12-01', '2026-12-15', '2026-12-29', '2027-01-12'],
    )
    assert.deepEqual(
      after.slice(0, 3).map(({ id }) => id),
      [before[0].id, before[2].id, before[4].id],
    )
    const again = await patch(series.id, { recurrence: series.recurrence })
    assert.equal(again.series.changed.created, 2)
    assert.deepEqual(
      (await datesOf(series)).map(({ id }) => id),
      before.map(({ id }) => id),
    )
  })

  test('a deleted date is left out, and restoring takes that back', async () => {
    const series = await make({ title: 'Deleted' })
    const [, second] = await datesOf(series)
    await service.delete(`/events/${second.id}`)
    assert.deepEqual((await read(series.id)).recurrence, [...series.recurrence, 'EXDATE:20261208T190000'])
    assert.equal((await datesOf(series)).length, 4)
    const restored = await patch(second.id, { status: 'publish' })
    assert.deepEqual([restored.slug, restored.overrides], [second.slug, []])
    assert.deepEqual((await read(series.id)).recurrence, series.recurrence)
    assert.equal((await datesOf(series)).length, 5)
  })

  test('dates with a status of their own come back from the trash with it', async () => {
    const series = await make({ title: 'Own status' })
    const dates = await datesOf(series)
    const own = [
      { status: 'draft' },
      { status: 'private' },
      { event_status: 'cancelled' },
      { status: 'publish' },
      {},
    ]
    for (const [place, fields] of own.entries()) await patch(dates[place].id, fields)
    const seen = () =>
      Promise.all(
        dates.map(async ({ id }) => {
          const { body } = await service.get(`/events/${id}`, { as: administrator })
          return [body.status, body.event_status, body.overrides.join()]
        }),
      )
    for (const status of ['publish', 'draft']) {
      await patch(series.id, { status })
      const before = await seen()
      await service.delete(`/events/${series.id}`)
      const inTrash = await seen()
      await patch(series.id, { status })

      assert.deepEqual(inTrash[0], ['trash', 'scheduled', 'status'])
      assert.deepEqual(await seen(), before)
      assert.deepEqual(
        before.map(([one]) => one),
        ['draft', 'private', status, 'publish', status],
      )
    }
  })

  test('a series goes to the trash and comes back with all its dates', async () => {
    const series = await make({ title: 'Trashed' })
    const dates = await datesOf(series)
    await service.delete(`/events/${dates[3].id}`)
    const { body } = await service.delete(`/events/${series.id}`)
    assert.equal(body.status, 'trash')
    assert.equal((await list('search=trashed')).length, 0)
    assert.equal((await service.get(`/events/${dates[0].id}`)).status, 410)
    await patch(series.id, { status: 'publish' })
    assert.deepEqual(
      (await datesOf(series)).map(({ id, slug }) => [id, slug]),
      dates.filter((_, index) => index !== 3).map(({ id, slug }) => [id, slug]),
    )
  })

  test('with series=once the trash contains a series in place of its dates, and dates that are there alone', async () => {
    const [whole, other] = [await make({ title: 'Once whole' }), await make({ title: 'Once other' })]
    const [date] = await datesOf(other)
    const single = await make({ title: 'Once single', recurrence: '' })
    for (const { id } of [whole, date, single]) await service.delete(`/events/${id}`)
    const inTrash = async (query: string) => {
      const { body } = await service.get(`/events?search=once&status=trash&orderby=id&${query}`, {
        as: administrator,
      })
      return body.events.map(({ id }: Json) => id as number)
    }
    assert.deepEqual(await inTrash('series=once'), [whole.id, date.id, single.id])
    await patch(whole.id, { hide_from_listings: true })
    assert.deepEqual(await inTrash('series=once&context=edit'), [whole.id, date.id, single.id])
    assert.deepEqual(await inTrash('series=once'), [date.id, single.id])
    assert.equal((await service.get('/events?series=once', { as: null })).status, 401)
    for (const { id } of [whole, other, single]) await service.delete(`/events/${id}?force=true`)
  })

  test('a detached date is an event of its own', async () => {
    const series = await make({ title: 'Detached' })
    const [first] = await datesOf(series)
    const alone = await patch(first.id, { post_parent: 0 })
    assert.deepEqual([alone.post_parent, alone.recurrence_id, alone.slug], [0, undefined, first.slug])
    await patch(series.id, { title: 'Others' })
    assert.equal((await read(first.id)).title, 'Detached')
    assert.equal((await datesOf(series)).length, 4)
  })

  test('an event that repeats from now on is the first occurrence', async () => {
    const { body: single } = await service.post('/events', weekly({ title: 'Single', recurrence: undefined }))
    const first = await patch(single.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    assert.deepEqual(
      [first.id, first.slug, first.recurrence_id],
      [single.id, single.slug, '2026-12-01 19:00:00'],
    )
    const dates = await list(`post_parent=${first.post_parent}`)
    assert.deepEqual(dates.map(({ id }) => id)[0], single.id)
    assert.equal(dates.length, 3)
  })

  test('the end of the repeating leaves past dates and the next one as events of their own', async () => {
    const series = await make({
      title: 'Ended',
      start_date: '2026-11-03 19:00:00',
      end_date: '2026-11-03 21:00:00',
    })
    const dates = await datesOf(series)
    assert.equal(dates.length, 5)
    await patch(series.id, { recurrence: '' })
    const left = (await list('search=ended')).map(({ id, post_parent }) => [id, post_parent])
    assert.deepEqual(
      left,
      dates.slice(0, 4).map(({ id }) => [id, 0]),
    )
    assert.equal((await service.get(`/events/${dates[4].id}`)).status, 410)
  })

  test('what is over stays as it was, unless the past is to change', async () => {
    const series = await make({
      title: 'Past',
      start_date: '2026-11-03 19:00:00',
      end_date: '2026-11-03 21:00:00',
    })
    const { series: facts } = await patch(series.id, { title: 'Present' })
    assert.equal(facts.changed.past, 3)
    assert.deepEqual(
      (await datesOf(series)).map(({ title }) => title),
      ['Past', 'Past', 'Past', 'Present', 'Present'],
    )
    await patch(series.id, { title: 'Always', past: true })
    assert.equal((await list('search=always')).length, 5)
  })

  test('following splits the series, and keeps ids and what dates have of their own', async () => {
    const series = await make({ title: 'Split' })
    const before = await datesOf(series)
    await patch(before[3].id, { title: 'Own' })
    const third = await patch(before[2].id, {
      scope: 'following',
      title: 'Later',
      start_date: '2026-12-15 20:00:00',
      end_date: '2026-12-15 22:00:00',
    })
    assert.equal(third.id, before[2].id)
    assert.notEqual(third.post_parent, series.id)
    const split = await read(third.post_parent)
    assert.equal(split.series.split_from, series.id)
    assert.deepEqual(
      (await datesOf(split)).map(({ id, slug, title, start_date }) => [
        id,
        slug,
        title,
        start_date.slice(11),
      ]),
      before.slice(2).map(({ id, slug }, index) => [id, slug, ['Later', 'Own', 'Later'][index], '20:00:00']),
    )
    assert.deepEqual(
      (await datesOf(series)).map(({ id, title }) => [id, title]),
      before.slice(0, 2).map(({ id }) => [id, 'Split']),
    )
  })

  test('all moves the series by as much as the occurrence', async () => {
    const series = await make({ title: 'All' })
    const [, second] = await datesOf(series)
    await patch(second.id, { scope: 'all', title: 'Every', start_date: '2026-12-08 18:30:00' })
    assert.deepEqual(
      (await datesOf(series)).map(({ title, start_date, end_date }) => [
        title,
        start_date.slice(5),
        end_date.slice(11),
      ]),
      ['12-01', '12-08', '12-15', '12-22', '12-29'].map((day) => ['Every', `${day} 18:30:00`, '21:00:00']),
    )
  })

  test('the horizon moves on', async () => {
    const series = await make({ title: 'Endless', recurrence: 'RRULE:FREQ=MONTHLY' })
    assert.equal((await read(series.id)).series.horizon, '2028-11-21')
    assert.equal((await datesOf(series)).at(-1).start_date, '2028-11-01 19:00:00')
    const beyond = await service.get('/events?start_date=2027-05-01')
    assert.equal(beyond.headers.get('x-horizon'), '2028-11-21')
    assert.equal((await service.get('/events')).headers.get('x-horizon'), null)
    service.now = testTime
  })
})
