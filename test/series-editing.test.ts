import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { credentialsOf, makePeople } from './people.ts'
import { weekly as plainWeekly } from './series-of.ts'
import { administrator, onEachDatabase, type Json } from './service.ts'

/** What editors of series need besides the calendar itself (interface: Editing series). */

const admin = '//cal/admin/v1'
const editor = { as: credentialsOf('editor') }

const weekly = (fields: Readonly<Record<string, unknown>> = {}) =>
  plainWeekly({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20261222T190000'], ...fields })

onEachDatabase((service) => {
  before(async () => {
    await makePeople(service)
  })

  const make = async (fields: Json = {}): Promise<Json> =>
    (await service.post('/events', weekly(fields))).body
  const read = async (id: number): Promise<Json> => (await service.get(`/events/${id}`, editor)).body
  const datesOf = async (id: number, status = 'any'): Promise<Json[]> =>
    (
      await service.get(
        `/events?start_date=2000-01-01&post_parent=${id}&per_page=100&status=${status}`,
        editor,
      )
    ).body.events
  const join = (id: number, options: Json = {}) => service.post(`${admin}/events/${id}/join`, {}, options)
  /** All but when it was written, and how often calendars have to be told. */
  const shown = (event: Json): Json => ({
    ...event,
    modified: undefined,
    modified_utc: undefined,
    json_ld: undefined,
    translations: Object.keys(event.translations),
  })

  describe('joining', () => {
    for (const [name, change] of [
      ['texts', { title: 'Later', description: 'Other' }],
      ['another time', { start_date: '2026-12-15 20:30:00', end_date: '2026-12-15 22:00:00' }],
      ['another day', { start_date: '2026-12-16 19:00:00', end_date: '2026-12-16 21:00:00' }],
      ['another rule', { recurrence: 'RRULE:FREQ=DAILY;COUNT=9' }],
      ['the state', { status: 'draft' }],
    ] as const)
      test(`brings back what was before ${name} changed from a date on`, async () => {
        const series = await make()
        const dates = await datesOf(series.id)
        await service.patch(`/events/${dates[3]!.id}`, { title: 'Own' })
        const [wasSeries, was] = [await read(series.id), await datesOf(series.id)]
        const { body: changed } = await service.patch(`/events/${dates[2]!.id}`, {
          scope: 'following',
          ...change,
        })
        const split = changed.post_parent

        const { status, body, text } = await join(split)

        assert.equal(status, 200, text)
        assert.equal(body.id, series.id)
        assert.deepEqual(shown(await read(series.id)), shown(wasSeries))
        assert.deepEqual((await datesOf(series.id)).map(shown), was.map(shown))
        assert.deepEqual(await datesOf(series.id, 'trash'), [])
        assert.equal((await service.get(`/events/${split}`)).status, 404)
      })

    test('removes a translation that only the later ones had', async () => {
      const series = await make({ title: 'Spoken' })
      const [, , third] = await datesOf(series.id)
      const { body } = await service.patch(`/events/${third!.id}?ml_language=fr`, {
        scope: 'following',
        title: 'Parlé',
      })
      assert.equal((await join(body.post_parent)).status, 200)
      assert.deepEqual(
        (await datesOf(series.id)).map(({ translations }) => Object.keys(translations)),
        Array.from({ length: 4 }, () => ['en']),
      )
    })

    test('is repeated with the same key although the series that was split off is gone', async () => {
      const series = await make()
      const [, , third] = await datesOf(series.id)
      const later = { scope: 'following', title: 'Later' }
      const { body } = await service.patch(`/events/${third!.id}`, later)
      const once = { headers: { 'idempotency-key': 'join' } }
      const first = await join(body.post_parent, once)
      const second = await join(body.post_parent, once)

      assert.deepEqual([first.status, second.status], [200, 200], second.text)
      assert.deepEqual(second.body, first.body)
    })

    test('is a version, and the deletion is in the audit log', async () => {
      const series = await make()
      const [, , third] = await datesOf(series.id)
      const { body } = await service.patch(`/events/${third!.id}`, { scope: 'following', title: 'Later' })
      await join(body.post_parent)
      const { versions } = (await service.get(`${admin}/events/${series.id}/history`, editor)).body
      assert.deepEqual(versions[0].changes.recurrence.after, versions[1].changes.recurrence.before)
      assert.equal(versions[0].restored_version, 1)
      const [entry] = (await service.get(`${admin}/audit`, { as: administrator })).body.entries
      assert.deepEqual([entry.action, entry.target.id], ['resource-deleted', body.post_parent])
    })

    test('is refused where the dates were changed since, and for what was not split', async () => {
      const series = await make()
      const [, second, third] = await datesOf(series.id)
      const split = async (id: number) =>
        (await service.patch(`/events/${id}`, { scope: 'following', title: 'Later' })).body.post_parent
      const first = await split(third!.id)
      const middle = await split(second!.id)
      for (const id of [series.id, third!.id, first]) {
        const { status, body } = await join(id)
        assert.deepEqual([status, body.code], [409, 'series-not-joinable'])
      }
      assert.equal((await join(middle)).status, 200)
      service.now += 60
      await service.patch(`/events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
      assert.equal((await join(first)).status, 409)
    })

    test('is for those who may edit it', async () => {
      const series = await make()
      const [, , third] = await datesOf(series.id)
      const { body } = await service.patch(`/events/${third!.id}`, { scope: 'following', title: 'Later' })
      assert.equal((await join(body.post_parent, { as: credentialsOf('author') })).status, 403)
      assert.equal((await join(body.post_parent, { as: null })).status, 401)
    })
  })

  describe('a recurrence', () => {
    const explain = (fields: Json, options: Json = {}) =>
      service.post(
        `${admin}/recurrence`,
        { start_date: '2027-03-02 19:00', timezone: 'Europe/Berlin', ...fields },
        options,
      )

    test('is read in words and as dates, and nothing is stored', async () => {
      const recurrence = 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630\nEXDATE:20270304T190000'
      const { status, body } = await explain({ recurrence, limit: 2, language: 'de' })
      assert.equal(status, 200)
      assert.deepEqual(body, {
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630', 'EXDATE:20270304T190000'],
        words: 'Jeden Dienstag und Donnerstag bis 30. Juni 2027',
        dates: ['2027-03-02 19:00:00', '2027-03-09 19:00:00'],
        until: '2027-06-29 19:00:00',
      })
    })

    test('is read as dates from any of them on', async () => {
      const recurrence = 'RRULE:FREQ=WEEKLY\nRDATE:20300105T190000'
      const { body } = await explain({ recurrence, from: '2030-01-02', limit: 2 })
      assert.deepEqual(body.dates, ['2030-01-05 19:00:00', '2030-01-08 19:00:00'])
    })

    test('without end has no last date', async () => {
      const { body } = await explain({ recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=2TU', all_day: true })
      assert.deepEqual(
        [body.words, body.dates.length, body.dates[1], body.until],
        ['Every month on the second Tuesday', 20, '2027-03-09 00:00:00', null],
      )
    })

    test('that cannot be read is refused with its fault, and for who may not create events at all', async () => {
      const refused = await explain({ recurrence: 'RRULE:FREQ=SOMETIMES' })
      assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['recurrence']])
      const recurrence = 'RRULE:FREQ=DAILY;COUNT=2'
      assert.equal((await explain({ recurrence }, { as: credentialsOf('subscriber') })).status, 403)
      assert.equal((await explain({ recurrence }, { as: null })).status, 401)
    })
  })
})
