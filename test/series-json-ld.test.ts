import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begun, checkingSeries, seriesOn } from './series-of.ts'
import { administrator, onEachDatabase, type Json, type Options } from './service.ts'

/** Structured data of series and of their occurrences, which must not contradict each other. */

/** What a series says of an occurrence, and the occurrence of itself. */
const sharedNames = [
  'name',
  'eventStatus',
  'eventAttendanceMode',
  'startDate',
  'previousStartDate',
  'endDate',
  'location',
]

const sharedOf = (data: Json) => Object.fromEntries(sharedNames.map((name) => [name, data[name]]))

onEachDatabase((service) => {
  checkingSeries(service)
  const { make, datesOf, patch } = seriesOn(service)

  const dataOf = async (id: number, query = '', options: Options = {}): Promise<Json> => {
    const { status, body, text } = await service.get(`/events/${id}${query}`, options)
    assert.equal(status, 200, text)
    return body.json_ld
  }

  /** The dates that the series lists, compared with what each says of itself. */
  async function listed({ id }: Json, query = '', options: Options = {}): Promise<Json[]> {
    const { subEvent } = await dataOf(id, query, options)
    for (const one of subEvent)
      assert.deepEqual(
        sharedOf(one),
        sharedOf(await dataOf(Number(/\d+$/.exec(one['@id'])![0]), query, options)),
      )
    return subEvent
  }

  const schema = (name: string) => `https://schema.org/${name}`

  test('a series lists its dates as they are, also those with fields of their own', async () => {
    const series = await make({
      timezone: 'Europe/Zurich',
      venue: { venue: 'Old brewery', city: 'Biel' },
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=7',
    })
    const dates = await datesOf(series)
    assert.equal((await listed(series)).length, 7)
    const changes = [
      { timezone: 'America/New_York' },
      { event_status: 'cancelled' },
      { all_day: true, title: 'Guest' },
      { venue: { venue: 'New hall', city: 'Bern' } },
      { event_status: 'moved-online', website: 'https://stream.example.org/5' },
      {
        event_status: 'rescheduled',
        start_date: '2027-01-06 20:00',
        end_date: '2027-01-06 22:00',
      },
    ]
    for (const [place, fields] of changes.entries()) await patch(dates[place].id, fields)

    const shown = await listed(series)
    assert.deepEqual(
      shown.map(({ name, startDate, endDate }) => [name, startDate, endDate]),
      [
        ['Choir', '2026-12-01T19:00:00-05:00', '2026-12-01T21:00:00-05:00'],
        ['Choir', '2026-12-08T19:00:00+01:00', '2026-12-08T21:00:00+01:00'],
        ['Guest', '2026-12-15', '2026-12-15'],
        ['Choir', '2026-12-22T19:00:00+01:00', '2026-12-22T21:00:00+01:00'],
        ['Choir', '2026-12-29T19:00:00+01:00', '2026-12-29T21:00:00+01:00'],
        ['Choir', '2027-01-06T20:00:00+01:00', '2027-01-06T22:00:00+01:00'],
        ['Choir', '2027-01-12T19:00:00+01:00', '2027-01-12T21:00:00+01:00'],
      ],
    )
    assert.deepEqual(
      shown.map(({ eventStatus }) => eventStatus),
      ['Scheduled', 'Cancelled', 'Scheduled', 'Scheduled', 'MovedOnline', 'Rescheduled', 'Scheduled'].map(
        (status) => schema(`Event${status}`),
      ),
    )
    assert.deepEqual(
      shown.map(({ location }) => location.name ?? location.url),
      [
        'Old brewery',
        'Old brewery',
        'Old brewery',
        'New hall',
        'https://stream.example.org/5',
        'Old brewery',
        'Old brewery',
      ],
    )
    assert.equal(shown[4].eventAttendanceMode, schema('OnlineEventAttendanceMode'))
    assert.equal(shown[5].previousStartDate, '2027-01-05T19:00:00+01:00')
  })

  test('a series ends with its last date, and one without an end with none', async () => {
    const endOf = async (recurrence: string) => {
      const series = await make({ timezone: 'Europe/Zurich', recurrence })
      const { startDate, endDate } = await dataOf(series.id)
      assert.equal(startDate, '2026-12-01T19:00:00+01:00')
      return endDate
    }
    assert.equal(await endOf('RRULE:FREQ=WEEKLY;COUNT=20'), '2027-04-13T21:00:00+02:00')
    assert.equal(await endOf('RRULE:FREQ=WEEKLY'), undefined)
    assert.equal(await endOf('RRULE:FREQ=WEEKLY;UNTIL=20400101T000000Z'), undefined)
  })

  test('dates that inherit the status of a rescheduled series have their own former start', async () => {
    const series = await make({ title: 'Later' })
    await patch(series.id, {
      event_status: 'rescheduled',
      start_date: '2026-12-01 20:00',
      end_date: '2026-12-01 22:00',
    })
    const shown = await listed(series)
    assert.equal(shown[1].startDate, '2026-12-08T20:00:00+01:00')
    assert.equal(shown[1].previousStartDate, '2026-12-08T19:00:00+01:00')
  })

  test('a date that moved online without a website takes place at its own page, in each language', async () => {
    const series = await make({ title: 'Online' })
    await patch(series.id, { title: 'En ligne' }, '?ml_language=fr')
    const [first, second] = await datesOf(series)
    await patch(first.id, { event_status: 'moved-online' })
    await patch(second.id, { title: 'Invitée' }, '?ml_language=fr')
    assert.deepEqual(
      (await listed(series)).slice(0, 2).map(({ name, location }) => [name, location.url]),
      [
        ['Online', first.url],
        ['Online', undefined],
      ],
    )
    const inFrench = await listed(series, '?ml_language=fr')
    assert.deepEqual(
      inFrench.slice(0, 3).map(({ name }) => name),
      ['En ligne', 'Invitée', 'En ligne'],
    )
    assert.match(inFrench[0].location.url, /\/fr\/event\//)
  })

  test('a series and its dates are never older than a change of the other', async () => {
    const series = await make({ title: 'Changing' })
    const [first, second] = await datesOf(series)
    assert.equal((await listed(series))[0].name, 'Changing')
    await patch(first.id, { title: 'Own', event_status: 'cancelled' })
    assert.deepEqual((await listed(series)).map(({ name, eventStatus }) => [name, eventStatus]).slice(0, 2), [
      ['Own', schema('EventCancelled')],
      ['Changing', schema('EventScheduled')],
    ])
    await patch(series.id, { title: 'Renamed' })
    assert.deepEqual(
      (await listed(series)).map(({ name }) => name),
      ['Own', 'Renamed', 'Renamed', 'Renamed', 'Renamed'],
    )
    await patch(first.id, { inherit: 'title,event_status' })
    assert.equal((await listed(series))[0].name, 'Renamed')
    assert.equal((await dataOf(second.id)).name, 'Renamed')
  })

  test('a series lists no date that is kept out of lists, as its page does not', async () => {
    const series = await make({ title: 'Partly hidden' })
    const [first, second] = await datesOf(series)
    await patch(first.id, { hide_from_listings: true })
    for (const as of [null, administrator]) {
      const [shown, ...others] = (await dataOf(series.id, '', { as })).subEvent
      assert.deepEqual([Number(/\d+$/.exec(shown['@id'])![0]), others.length], [second.id, 3])
    }

    await patch(series.id, { hide_from_listings: true })
    assert.equal((await dataOf(series.id)).subEvent, undefined)
    await patch(first.id, { hide_from_listings: false })
    assert.equal((await dataOf(series.id)).subEvent.length, 1)
  })

  test('an occurrence refers to its series, whose title it may not know', async () => {
    const series = await make(begun({ title: 'Named once' }))
    const [past, , , ahead] = await datesOf(series)
    await patch(ahead.id, { title: 'Guest' })
    await patch(series.id, { title: 'Renamed' })
    const { '@id': id } = await dataOf(series.id)
    for (const one of [past, ahead])
      assert.deepEqual((await dataOf(one.id)).superEvent, { '@type': 'EventSeries', '@id': id })
  })

  describe('with a password', () => {
    const venue = { venue: 'Secret cellar', city: 'Biel' }

    test('a series hides the place of a date that is protected', async () => {
      const series = await make({ title: 'Partly protected' })
      const [first] = await datesOf(series)
      await patch(first.id, { password: 'sesame', venue })
      const [shown] = (await dataOf(series.id)).subEvent
      assert.deepEqual([shown.name, shown.location.name], ['Partly protected', 'To be announced'])
      const [forEditors] = await listed(series, '', { as: administrator })
      assert.equal(forEditors.location.name, 'Secret cellar')
    })

    test('the password of a series opens the dates that have the same', async () => {
      const series = await make({ title: 'Protected', password: 'sesame', venue })
      const [first, second, third] = await datesOf(series)
      await patch(first.id, { venue: { venue: 'Another cellar' } })
      await patch(second.id, { password: 'other', venue: { venue: 'Deep cellar' } })
      await patch(third.id, { password: '', venue: { venue: 'Open air' } })
      const { subEvent } = await dataOf(series.id, '?password=sesame')
      assert.deepEqual(
        subEvent.map(({ location }: Json) => location.name),
        ['Another cellar', 'To be announced', 'Open air', 'Secret cellar', 'Secret cellar'],
      )
    })
  })
})
