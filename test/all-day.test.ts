import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deriveInstants } from '../src/store/open.ts'
import { anEvent, onEachDatabase } from './service.ts'

/** All-day events lie on their days wherever the reader is (interface: Date filters). */

onEachDatabase(
  (service) => {
    const days = { title: 'Holiday', start_date: '2026-12-24', end_date: '2026-12-24', all_day: true }
    const make = async (fields: Record<string, unknown>) => {
      const { status, body } = await service.post('/events', anEvent(fields))
      assert.equal(status, 201)
      return body.id as number
    }
    const listed = async (query: string, as: string | null) =>
      (await service.get(`/events?${query}`, { as })).body.events.map(
        ({ id }: { id: number }) => id,
      ) as number[]

    let [tokyo, honolulu, evening] = [0, 0, 0]
    before(async () => {
      tokyo = await make({ ...days, timezone: 'Asia/Tokyo' })
      honolulu = await make({ ...days, timezone: 'Pacific/Honolulu' })
      evening = await make({
        title: 'Evening',
        start_date: '2026-12-24 20:00:00',
        end_date: '2026-12-24 22:00:00',
      })
    })

    for (const as of [null, 'admin:secret']) {
      const who = as === null ? 'visitors' : 'editors'
      test(`${who} find them on their days, before what takes place later that day`, async () => {
        const onDay = 'start_date=2026-12-24&end_date=2026-12-24'
        assert.deepEqual(await listed(onDay, as), [tokyo, honolulu, evening])
        for (const other of ['2026-12-23', '2026-12-25'])
          assert.deepEqual(await listed(`start_date=${other}&end_date=${other}`, as), [])
        assert.deepEqual(await listed('during=2026-12-24', as), [tokyo, honolulu, evening])
        assert.deepEqual(await listed('during=2026-12-25', as), [])
      })

      test(`${who} compare instants with the days of the site`, async () => {
        // Midnight in New York, the time zone of the site.
        const midnight = '2026-12-24T05:00:00Z'
        assert.deepEqual(await listed(`starts_before=${midnight}&strict_dates=true`, as), [])
        assert.deepEqual(await listed(`start_date=${midnight}&strict_dates=true`, as), [
          tokyo,
          honolulu,
          evening,
        ])
      })
    }

    test('what is shown stays that of their own time zone, also after an update', async () => {
      const { body } = await service.patch(`/events/${tokyo}`, { description: 'Changed' })
      assert.deepEqual(
        [body.start_date, body.utc_start_date, body.end_date, body.utc_end_date, body.timezone_abbr],
        ['2026-12-24 00:00:00', '2026-12-23 15:00:00', '2026-12-24 23:59:59', '2026-12-24 14:59:59', 'JST'],
      )
    })

    test('no longer all-day, they are compared by when they take place', async () => {
      const id = await make({ ...days, timezone: 'Asia/Tokyo', title: 'Not all day' })
      const { body } = await service.patch(`/events/${id}`, { all_day: false })
      assert.equal(body.utc_start_date, '2026-12-23 15:00:00')
      assert.deepEqual(await listed('start_date=2026-12-23&end_date=2026-12-24&search=not', null), [id])
      await service.delete(`/events/${id}?force=true`)
    })

    test('another time zone of the site moves them, and nothing else', async () => {
      const { db } = service.database
      const rows = () => db.selectFrom('events').select(['id', 'start_utc']).orderBy('id').execute()
      const links = () => db.selectFrom('event_links').selectAll().orderBy('event_id').execute()
      await service.patch(`/events/${tokyo}`, { tags: ['Moved'] })
      const [former, formerLinks] = [await rows(), await links()]
      await deriveInstants(db, 'Europe/Berlin')
      const moved = await rows()
      assert.deepEqual(
        moved.map(({ start_utc }) => new Date(Number(start_utc) * 1000).toISOString()),
        ['2026-12-23T23:00:00.000Z', '2026-12-23T23:00:00.000Z', '2026-12-25T01:00:00.000Z'],
      )
      assert.equal(Number((await links())[0]!.start_utc), Number(moved[0]!.start_utc))

      await deriveInstants(db, 'America/New_York')
      assert.deepEqual([await rows(), await links()], [former, formerLinks])
      assert.deepEqual(await listed('start_date=2026-12-24&end_date=2026-12-24', null), [
        tokyo,
        honolulu,
        evening,
      ])
    })
  },
  { CALENDS_TIMEZONE: 'America/New_York' },
)
