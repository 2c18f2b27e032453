import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun, checkingSeries, seriesOn, weekly } from './series-of.ts'
import { onEachDatabase, testTime, type Json, type Reply } from './service.ts'

/** What is rare with events that repeat, and still has to be right (interface: Series). */

const startsOf = (dates: readonly Json[]) => dates.map(({ start_date }) => start_date)
const idsOf = (dates: readonly Json[]) => dates.map(({ id }) => id)
const day = 86_400

onEachDatabase((service) => {
  const { make, read, list, datesOf, statesOf, patch, remove } = seriesOn(service)
  checkingSeries(service)

  test('an occurrence with a time of its own moves a series by as much as it is moved itself', async () => {
    const series = await make()
    const [, second] = await datesOf(series)
    await patch(second.id, { start_date: '2026-12-09 18:00:00', end_date: '2026-12-09 21:00:00' })
    const sent = { start_date: '2026-12-09 18:00:00', end_date: '2026-12-09 21:00:00', title: 'Same time' }
    await patch(second.id, { ...sent, scope: 'all' })
    assert.deepEqual(startsOf(await datesOf(series)).slice(0, 3), [
      '2026-12-01 19:00:00',
      '2026-12-09 18:00:00',
      '2026-12-15 19:00:00',
    ])
    const moved = await patch(second.id, { start_date: '2026-12-09 17:30', scope: 'following' })
    assert.deepEqual(
      (await datesOf({ id: moved.post_parent })).map(({ start_date, end_date }) => [start_date, end_date]),
      [
        ['2026-12-09 17:30:00', '2026-12-09 21:00:00'],
        ['2026-12-15 18:30:00', '2026-12-15 21:00:00'],
        ['2026-12-22 18:30:00', '2026-12-22 21:00:00'],
        ['2026-12-29 18:30:00', '2026-12-29 21:00:00'],
      ],
    )
  })

  test('the whole representation of an occurrence, sent for all, moves nothing and leads nowhere', async () => {
    const series = await make({ title: 'Sent back' })
    const before = await datesOf(series)
    const third = await read(before[2].id)
    const after = await patch(third.id, { ...third, cost: '7', scope: 'following' })
    assert.notEqual(after.post_parent, series.id)
    assert.equal((await read(after.post_parent)).post_parent, 0)
    await patch(third.id, { ...(await read(third.id)), cost: '8', scope: 'all' })
    assert.deepEqual(startsOf(await list('search="sent back"')), startsOf(before))
  })

  test('a time that the clock shows twice is the first, and one that it skips moves forward', async () => {
    const around = async (day: string) => {
      const series = await make({
        start_date: `${day} 02:30`,
        end_date: `${day} 03:30`,
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      })
      const dates = await datesOf(series)
      return dates.map((date) => [date.start_date, date.utc_start_date, date.recurrence_id])
    }
    assert.deepEqual(await around('2027-10-30'), [
      ['2027-10-30 02:30:00', '2027-10-30 00:30:00', '2027-10-30 02:30:00'],
      ['2027-10-31 02:30:00', '2027-10-31 00:30:00', '2027-10-31 02:30:00'],
      ['2027-11-01 02:30:00', '2027-11-01 01:30:00', '2027-11-01 02:30:00'],
    ])
    assert.deepEqual(await around('2027-03-27'), [
      ['2027-03-27 02:30:00', '2027-03-27 01:30:00', '2027-03-27 02:30:00'],
      ['2027-03-28 03:30:00', '2027-03-28 01:30:00', '2027-03-28 02:30:00'],
      ['2027-03-29 02:30:00', '2027-03-29 00:30:00', '2027-03-29 02:30:00'],
    ])
  })

  test('a series that begins at a time that the clock skips stays there when it is sent back', async () => {
    const series = await make({
      title: 'Skipped',
      start_date: '2027-03-28 02:30:00',
      end_date: '2027-03-28 04:00:00',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    const starts = ['2027-03-28 03:30:00', '2027-04-04 02:30:00', '2027-04-11 02:30:00']
    const before = await datesOf(series)
    assert.deepEqual(startsOf(before), starts)
    const { body } = await service.request('PUT', `/events/${series.id}`, await read(series.id))
    assert.deepEqual(body.series.changed.moved, 0)
    await patch(before[0].id, { ...(await read(before[0].id)), scope: 'all' })
    assert.deepEqual(startsOf(await datesOf(series)), starts)
  })

  test('the whole representation of a series, sent back, changes none of its dates', async () => {
    const series = await make({
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20261208T190000\nRDATE:20261210T100000',
    })
    const before = await datesOf(series)
    const { body } = await service.request('PUT', `/events/${series.id}`, await read(series.id))
    const { kept, moved, created, trashed } = body.series.changed
    assert.deepEqual([kept, moved, created, trashed], [5, 0, 0, 0])
    assert.deepEqual(await datesOf(series), before)
  })

  test('the first date may be deleted, and the next one then is the first', async () => {
    const series = await make()
    const [first, second, ...others] = await datesOf(series)
    await remove(first.id)
    assert.equal((await read(series.id)).series.first.id, second.id)
    const same = await patch(second.id, { scope: 'following', start_date: '2026-12-08 20:00' })
    assert.equal(same.post_parent, series.id)
    assert.deepEqual(idsOf(await datesOf(series)), [second.id, ...idsOf(others)])
    const back = await patch(first.id, { status: 'publish' })
    assert.equal(back.start_date, '2026-12-01 20:00:00')
    assert.equal((await datesOf(series)).length, 5)
  })

  test('a deleted date comes back at the time and with the length that the series has meanwhile', async () => {
    const series = await make()
    const [, second, third] = await datesOf(series)
    await remove(second.id)
    await remove(third.id)
    await patch(series.id, {
      start_date: '2026-12-01 18:00',
      end_date: '2026-12-01 21:00',
      title: 'Meanwhile',
    })
    assert.equal((await datesOf(series)).length, 3)
    const back = await patch(second.id, { status: 'publish' })
    assert.deepEqual(
      [back.start_date, back.end_date, back.recurrence_id, back.title],
      ['2026-12-08 18:00:00', '2026-12-08 21:00:00', '2026-12-08 18:00:00', 'Meanwhile'],
    )
    await patch(series.id, { timezone: 'America/New_York' })
    const other = await patch(third.id, { status: 'publish' })
    assert.deepEqual([other.start_date, other.utc_start_date], ['2026-12-15 18:00:00', '2026-12-15 23:00:00'])
    const { recurrence } = await read(series.id)
    assert.deepEqual(recurrence, ['RRULE:FREQ=WEEKLY;COUNT=5'])
  })

  test('a date that lies before the series meanwhile comes back as an event of its own', async () => {
    const series = await make()
    const [first] = await datesOf(series)
    await remove(first.id)
    await patch(series.id, { start_date: '2026-12-15 19:00', end_date: '2026-12-15 21:00' })
    const back = await patch(first.id, { status: 'publish' })
    assert.deepEqual([back.post_parent, back.recurrence_id], [0, undefined])
    assert.equal((await datesOf(series)).length, 5)
  })

  test('an occurrence that is moved to a later day survives its original date', async () => {
    const series = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=20' })
    const [, second] = await datesOf(series)
    await patch(second.id, { start_date: '2026-12-18 19:00', end_date: '2026-12-18 21:00' })
    service.now = testTime + 20 * day
    await patch(series.id, {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=21',
      start_date: '2026-12-01 20:00',
      end_date: '2026-12-01 22:00',
    })
    assert.equal((await read(second.id)).start_date, '2026-12-18 19:00:00')
    assert.equal((await read(second.id)).status, 'publish')
  })

  test('the last date may be moved into the past, and no other one is awaited in its place', async () => {
    const series = await make()
    const last = (await datesOf(series)).at(-1)!
    await patch(last.id, { start_date: '2026-10-29 19:00', end_date: '2026-10-29 21:00' })

    await patch(series.id, { start_date: '2026-12-01 18:00', end_date: '2026-12-01 20:00' })
    const { due } = await service.database.db
      .selectFrom('series')
      .select('due')
      .where('id', '=', series.id)
      .executeTakeFirstOrThrow()
    assert.equal(due, null)
  })

  test('a series that was edited in the trash comes back with the ids it had', async () => {
    const series = await make({ start_date: '2026-11-03 19:00', end_date: '2026-11-03 21:00' })
    const before = await datesOf(series)
    await remove(before[4].id)
    await patch(series.id, { start_date: '2026-11-03 20:00', end_date: '2026-11-03 22:00' })
    const past = startsOf(await datesOf(series)).slice(0, 3)
    await remove(series.id)
    assert.deepEqual(await statesOf(series, 'publish'), [])
    service.now += 8 * day
    await patch(series.id, {
      title: 'In the trash',
      start_date: '2026-11-03 18:00',
      end_date: '2026-11-03 20:00',
    })
    await patch(series.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6\nEXDATE:20261201' })
    await patch(series.id, { status: 'publish' })
    const after = await datesOf(series)
    assert.deepEqual(idsOf(after).slice(0, 4), idsOf(before).slice(0, 4))
    assert.deepEqual(startsOf(after), [...past, '2026-11-24 20:00:00', '2026-12-08 18:00:00'])
  })

  test('what is over when a series is deleted comes back with it', async () => {
    const { body: series } = await service.post('/events', begun({ title: 'Over' }))
    const before = await datesOf(series)
    await patch(series.id, { recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=5' })
    const shown = await datesOf(series)
    assert.deepEqual(idsOf(shown).slice(0, 3), idsOf(before).slice(0, 3))
    await remove(series.id)
    await patch(series.id, { status: 'publish' })
    assert.deepEqual(idsOf(await datesOf(series)), idsOf(shown))
  })

  test('a date that was moved into the past gives back its time to a series that has moved since', async () => {
    const series = await make()
    const [, second, third] = await datesOf(series)
    await patch(third.id, { start_date: '2026-11-18 19:00', end_date: '2026-11-18 21:00' })
    await patch(series.id, { start_date: '2026-12-01 15:00', end_date: '2026-12-01 16:30' })
    const { start_date, end_date, recurrence_id } = await patch(third.id, { inherit: 'start_date' })
    assert.deepEqual(
      [start_date, end_date, recurrence_id],
      ['2026-12-15 15:00:00', '2026-12-15 16:30:00', '2026-12-15 15:00:00'],
    )
    assert.equal((await read(second.id)).start_date, '2026-12-08 15:00:00')
  })

  test('an occurrence gives back a translation that its series does not have', async () => {
    const series = await make()
    const [first] = await datesOf(series)
    await patch(first.id, { title: 'À part', description: 'Chant' }, '?ml_language=fr')
    await patch(first.id, { inherit: 'title@fr' })
    assert.equal((await read(first.id, '?ml_language=fr')).title, 'Choir')
    assert.deepEqual((await read(first.id)).overrides, ['description@fr'])
    const { translations, overrides } = await patch(first.id, { inherit: 'description@fr' })
    assert.deepEqual([Object.keys(translations), overrides], [['en'], []])
  })

  test('a translation that only an occurrence has leaves its series the slug', async () => {
    const series = await make({ title: 'Sluggish' })
    const [first, second] = await datesOf(series)
    for (const { id } of [first, second]) await patch(id, { title: 'Fauler Chor' }, '?ml_language=de')
    const slugsOf = async (ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await read(id, '?ml_language=de')).slug))
    const dated = ['fauler-chor-2026-12-01', 'fauler-chor-2026-12-08']
    assert.deepEqual(await slugsOf([first.id, second.id]), dated)
    await patch(series.id, { title: 'Fauler Chor' }, '?ml_language=de')
    assert.deepEqual(await slugsOf([first.id, second.id, series.id]), [...dated, 'fauler-chor'])
  })

  test('a translation that is removed from the series is removed from its occurrences', async () => {
    const series = await make()
    await patch(series.id, { title: 'Chorale', description: 'Chant' }, '?ml_language=fr')
    const [first, second] = await datesOf(series)
    await patch(second.id, { title: 'À part' }, '?ml_language=fr')
    const { status } = await service.delete(`/events/${series.id}/translations/fr`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys((await read(first.id)).translations), ['en'])
    const own = await read(second.id, '?ml_language=fr')
    assert.deepEqual([own.title, own.description, own.language], ['À part', '', 'fr'])
    const { body } = await service.delete(`/events/${second.id}/translations/fr`)
    assert.deepEqual([Object.keys(body.translations), body.overrides], [['en'], []])
  })

  test('a translation of an occurrence that the series has is inherited again when it is removed', async () => {
    const series = await make()
    await patch(series.id, { title: 'Chorale' }, '?ml_language=fr')
    const [first] = await datesOf(series)
    await patch(first.id, { title: 'À part' }, '?ml_language=fr')
    await service.delete(`/events/${first.id}/translations/fr`)
    const shown = await read(first.id, '?ml_language=fr')
    assert.deepEqual([shown.title, shown.overrides], ['Chorale', []])
  })

  test('the address of a removed translation is that of the text that is inherited instead', async () => {
    const series = await make({ title: 'Addressed' })
    await patch(series.id, { title: 'Adresse' }, '?ml_language=fr')
    const [, second] = await datesOf(series)
    await patch(second.id, { title: 'Encore', scope: 'following' }, '?ml_language=fr')
    const { slug } = await read(second.id, '?ml_language=fr')
    await service.delete(`/events/${second.id}/translations/fr`)
    const shown = await read(second.id, '?ml_language=fr')
    assert.deepEqual([shown.title, shown.slug], ['Encore', slug])
  })

  test('deleting permanently removes an occurrence and its date, the later ones, or all', async () => {
    const series = await make()
    const dates = await datesOf(series)
    const dry = async (id: number, query = '') => {
      const { body } = await service.delete(`/events/${id}?force=true&dry_run=true${query}`)
      return body.series.changed.trashed as number
    }
    assert.deepEqual(
      [await dry(dates[1].id), await dry(dates[3].id, '&scope=following'), await dry(series.id)],
      [1, 2, 5],
    )
    const { changed } = (await remove(dates[1].id, '?force=true')).series
    assert.equal(changed.trashed, 1)
    assert.deepEqual((await read(series.id)).recurrence.at(-1), 'EXDATE:20261208T190000')
    await remove(dates[3].id, '?force=true&scope=following')
    assert.deepEqual(idsOf(await datesOf(series)), [dates[0].id, dates[2].id])
    assert.equal((await service.get(`/events/${dates[4].id}`)).status, 404)
    await remove(dates[0].id, '?force=true&scope=all')
    assert.equal((await service.get(`/events/${series.id}`)).status, 404)
    assert.deepEqual(await list(`include=${idsOf(dates).join(',')}`), [])
  })

  test('an occurrence that is deleted permanently while its series is in the trash does not come back', async () => {
    const series = await make()
    const [, second] = await datesOf(series)
    await remove(series.id)
    await remove(second.id, '?force=true')
    await patch(series.id, { status: 'publish' })
    assert.equal((await datesOf(series)).length, 4)
  })

  test('the trash as a status is the trash', async () => {
    const series = await make({ title: 'Binned' })
    const [, second] = await datesOf(series)
    await patch(second.id, { status: 'trash' })
    await patch(series.id, { start_date: '2026-12-01 18:00' })
    assert.equal((await datesOf(series)).length, 4)
    await patch(second.id, { status: 'publish' })
    await patch(series.id, { status: 'trash' })
    assert.deepEqual(await list('search=binned'), [])
    assert.equal((await make({ title: 'Binned' })).slug, series.slug)
    await patch(series.id, { status: 'publish' })
    assert.equal((await datesOf(series)).length, 5)
  })

  test('a series of drafts is published at once, and one of the future when it is due', async () => {
    const series = await make({ title: 'Drafted', status: 'draft' })
    assert.deepEqual(await statesOf(series, 'publish'), [])
    assert.equal((await statesOf(series, 'draft')).length, 5)
    await patch(series.id, { status: 'publish', date_utc: '2026-11-22 12:00:00' })
    assert.deepEqual(await statesOf(series, 'publish'), [])
    assert.equal((await statesOf(series, 'future')).length, 5)
    service.now = testTime + day
    assert.equal((await datesOf(series)).length, 5)
    await patch(series.id, { date_utc: '2026-11-24 12:00:00' })
    assert.deepEqual(await statesOf(series, 'publish'), [])
    assert.equal((await statesOf(series, 'future')).length, 5)
    service.now = testTime + 4 * day
    assert.equal((await datesOf(series)).length, 5)
    await patch(series.id, { status: 'private' })
    assert.deepEqual(await statesOf(series, 'publish'), [])
  })

  test('another parent makes an occurrence an event of its own', async () => {
    const series = await make()
    const other = await make({ title: 'Other' })
    const [first] = await datesOf(series)
    const moved = await patch(first.id, { post_parent: other.id })
    assert.deepEqual([moved.post_parent, moved.recurrence_id], [other.id, undefined])
    assert.equal((await datesOf(series)).length, 4)
    assert.equal((await read(other.id)).series.total, 5)
    assert.equal((await read(series.id)).recurrence.at(-1), 'EXDATE:20261201T190000')
  })

  test('an all-day series lies on its days, also across a change of clocks', async () => {
    const series = await make({
      all_day: true,
      start_date: '2027-03-26',
      end_date: '2027-03-27',
      recurrence: 'RRULE:FREQ=DAILY;COUNT=4',
    })
    const dates = await datesOf(series)
    assert.deepEqual(
      dates.map(({ start_date, end_date, slug }) => [start_date, end_date, slug]),
      ['26', '27', '28', '29'].map((of) => [
        `2027-03-${of} 00:00:00`,
        `2027-03-${Number(of) + 1} 23:59:59`,
        `${series.slug}-2027-03-${of}`,
      ]),
    )
    const timed = await patch(series.id, {
      all_day: false,
      start_date: '2027-03-26 09:00',
      end_date: '2027-03-26 10:00',
    })
    assert.equal(timed.series.changed.moved, 4)
    const back = await patch(series.id, { all_day: true })
    assert.equal(back.series.changed.moved, 4)
    assert.deepEqual(idsOf(await datesOf(series)), idsOf(dates))
  })

  test('a series may have no dates left', async () => {
    const series = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    const dates = await datesOf(series)
    const none = await patch(series.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20261201,20261208' })
    assert.deepEqual([none.series.total, none.series.next, none.series.until], [0, null, null])
    await patch(series.id, { title: 'Nothing' })
    assert.deepEqual(await list('search=nothing&series=next'), [])
    await patch(series.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    assert.deepEqual(idsOf(await datesOf(series)), idsOf(dates))
  })

  test('repeating may begin with an event in the trash', async () => {
    const single = await make({ title: 'Binned single', recurrence: undefined })
    await remove(single.id)
    const first = await patch(single.id, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    assert.equal(first.status, 'trash')
    await patch(first.post_parent, { status: 'publish' })
    const dates = await datesOf({ id: first.post_parent })
    assert.deepEqual([dates.length, dates[0].id], [3, single.id])
  })

  test('more than fits into all dates together is refused, and nothing of it is stored', async () => {
    const long = 'Singing. '.repeat(20_000)
    const daily = (count: number) => ({ recurrence: `RRULE:FREQ=DAILY;COUNT=${count}` })
    const refusal = async (answer: Promise<Reply>) => {
      const { status, body } = await answer
      return [status, body.data.params]
    }
    const tooLong = 'An event with such long texts, or so many tickets and links, can have at most 186 dates.'

    const made = service.post('/events', weekly({ title: 'Too long', description: long, ...daily(200) }))
    assert.deepEqual(await refusal(made), [400, { recurrence: tooLong }])
    assert.deepEqual(await list('search="too long"'), [])

    const few = await make({ title: 'Few', description: long, ...daily(2) })
    assert.deepEqual(await refusal(service.patch(`/events/${few.id}`, daily(200))), [
      400,
      { recurrence: tooLong },
    ])
    const many = await make({ title: 'Many', ...daily(200) })
    assert.deepEqual(await refusal(service.patch(`/events/${many.id}`, { description: long })), [
      400,
      { description: tooLong },
    ])
    const tickets = Array.from({ length: 900 }, () => ({ name: 'x'.repeat(200) }))
    assert.equal(
      (await service.patch(`/events/${many.id}`, { tickets })).body.data.details.tickets.code,
      'rest_too_long',
    )
  })

  test('what a series shows of its occurrences is never out of date', async () => {
    const series = await make()
    const shown = async () => (await service.get(`/events/${series.id}`)).body.series
    const dates = await datesOf(series)
    assert.equal((await shown()).first.start_date, '2026-12-01 19:00:00')
    await patch(dates[0].id, { start_date: '2026-12-01 18:00', end_date: '2026-12-01 20:00' })
    assert.equal((await shown()).first.start_date, '2026-12-01 18:00:00')
    await patch(dates[0].id, { status: 'draft' })
    assert.deepEqual([(await shown()).total, (await shown()).next.id], [4, dates[1].id])
    service.now = Date.UTC(2026, 11, 9) / 1000
    assert.equal((await shown()).next.id, dates[2].id)
  })
})
