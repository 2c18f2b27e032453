import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairSeries } from '../src/store/series/check.ts'
import { inTransaction, type Trx } from '../src/store/sql/write-queue.ts'
import { clockOf, faultsOf, seriesOn } from './series-of.ts'
import { onEachDatabase, type Json } from './service.ts'

/** What `calends check` finds of series that have been damaged, and puts right (interface: Series). */

onEachDatabase((service) => {
  const { make, datesOf, read, patch, remove, list } = seriesOn(service)

  /** Damages the second of five dates, and requires that it is found and repaired. */
  async function requireRepair(
    expected: RegExp,
    damage: (trx: Trx, date: Json, series: Json) => Promise<unknown>,
    prepare: (series: Json) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ series: Json; date: Json }> {
    const series = await make({ title: 'Damaged', venue: { venue: 'Hall' } })
    await prepare(series)
    const [, date] = await datesOf(series)
    assert.deepEqual(await faultsOf(service), [])
    await inTransaction(service.database.db, (trx) => damage(trx, date, series))
    const faults = await faultsOf(service)
    assert.ok(
      faults.some(({ sentence }) => expected.test(sentence)),
      JSON.stringify(faults),
    )
    await repairSeries(
      service.database.db,
      faults.map((fault) => fault.series),
      clockOf(service),
    )
    assert.deepEqual(await faultsOf(service), [])
    return { series, date }
  }

  const setEvent = (trx: Trx, id: number, columns: object) =>
    trx.updateTable('events').set(columns).where('id', '=', id).execute()

  test('a date that is missing is made', async () => {
    const { series } = await requireRepair(/^1 occurrences are missing$/, async (trx, { id }) => {
      await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
      await trx.deleteFrom('event_texts').where('id', '=', id).execute()
      await trx.deleteFrom('events').where('id', '=', id).execute()
    })
    const [, second] = await datesOf(series)
    assert.deepEqual([second.start_date, second.venue.venue], ['2026-12-08 19:00:00', 'Hall'])
  })

  test('of two of the same date one stays', async () => {
    const { series } = await requireRepair(/is none that the rule yields$/, async (trx, { id }) => {
      await setEvent(trx, id, { recurrence_id: '2026-12-15 19:00:00' })
    })
    assert.equal((await datesOf(series)).length, 5)
  })

  test('a wrong time is set right', async () => {
    const { date } = await requireRepair(/is not where the rule places it$/, (trx, { id }) =>
      setEvent(trx, id, { start_date: '2026-12-08 10:00:00', start_utc: 1_796_724_000 }),
    )
    assert.equal((await read(date.id)).start_date, '2026-12-08 19:00:00')
  })

  test('a title that is neither that of the series nor its own is that of the series again', async () => {
    const { date } = await requireRepair(/differs in title$/, (trx, { id }) =>
      trx.updateTable('event_texts').set({ title: 'Other' }).where('id', '=', id).execute(),
    )
    assert.equal((await read(date.id)).title, 'Damaged')
  })

  test('a venue, a flag and a translation as well', async () => {
    const { date } = await requireRepair(
      /differs in featured, venue, title@fr$/,
      async (trx, { id }) => {
        await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
        await trx.deleteFrom('event_texts').where('id', '=', id).where('language', '=', 'fr').execute()
        await setEvent(trx, id, { featured: 1 })
      },
      (series) => patch(series.id, { title: 'Abîmé' }, '?ml_language=fr'),
    )
    const shown = await read(date.id, '?ml_language=fr')
    assert.deepEqual([shown.title, shown.featured, shown.venue.venue], ['Abîmé', false, 'Hall'])
  })

  test('a translation that nobody has made goes', async () => {
    const { date } = await requireRepair(/differs in title@fr$/, async (trx, { id }) => {
      const french = {
        id,
        language: 'fr',
        title: 'Autre',
        live: 1,
        modified: 0,
        search: 'autre',
        sort: 'autre',
      }
      await trx.insertInto('event_texts').values(french).execute()
    })
    assert.deepEqual(Object.keys((await read(date.id)).translations), ['en'])
  })

  test('an override that is no field goes, and the others stay', async () => {
    const { date } = await requireRepair(
      /overrides colour, which is no field$/,
      (trx, { id }) => setEvent(trx, id, { overrides: ' colour cost ' }),
      async (series) => {
        const [, { id }] = await datesOf(series)
        await patch(id, { cost: '12' })
      },
    )
    const { overrides, cost } = await read(date.id)
    assert.deepEqual([overrides, cost], [['cost'], '$12'])
  })

  test('a series without its rule and its dates are single events', async () => {
    const { series, date } = await requireRepair(/^the rule is missing$/, (trx, _, { id }) =>
      trx.deleteFrom('series').where('id', '=', id).execute(),
    )
    assert.deepEqual([(await read(series.id)).recurrence, (await read(date.id)).post_parent], [undefined, 0])
  })

  test('a date whose parent is no series is a single event, and its parent stays as it is', async () => {
    const { body: parent } = await service.post('/events', {
      ...{ title: 'A parent', start_date: '2026-12-01', end_date: '2026-12-01' },
    })
    const { date } = await requireRepair(/is left without its series$/, async (trx, { id }) => {
      await setEvent(trx, id, { post_parent: parent.id })
    })
    assert.deepEqual([(await read(date.id)).post_parent, (await list('search="a parent"')).length], [0, 1])
  })

  test('a series whose event has lost its mark, or its texts, is as it was', async () => {
    const marked = await requireRepair(/^the event is not marked as a series$/, (trx, _, { id }) =>
      setEvent(trx, id, { hide_from_listings: 0 }),
    )
    assert.deepEqual(await list(`include=${marked.series.id}`), [])
    const { series } = await requireRepair(
      /^the texts are missing$/,
      (trx, _, { id }) => trx.deleteFrom('event_texts').where('id', '=', id).execute(),
      ({ id }) => patch(id, { title: 'Abîmé' }, '?ml_language=fr'),
    )
    const { title, slug, translations } = await read(series.id)
    assert.deepEqual([title, slug, Object.keys(translations)], ['Damaged', series.slug, ['en', 'fr']])
  })

  test('the dates of a series whose event is gone are events of their own', async () => {
    const { date } = await requireRepair(/^the event is missing$/, async (trx, _, { id }) => {
      await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
      await trx.deleteFrom('event_texts').where('id', '=', id).execute()
      await trx.deleteFrom('events').where('id', '=', id).execute()
    })
    assert.deepEqual([(await read(date.id)).post_parent, (await read(date.id)).recurrence_id], [0, undefined])
  })

  test('a horizon that does not move on any more moves on', async () => {
    const { series } = await requireRepair(
      /^the horizon does not move on$/,
      (trx, _, { id }) => trx.updateTable('series').set({ due: null }).where('id', '=', id).execute(),
      ({ id }) => patch(id, { recurrence: 'RRULE:FREQ=MONTHLY' }),
    )
    assert.equal((await read(series.id)).series.until, null)
  })

  test('a time or a zone that cannot be read is told, and left to somebody who knows it', async () => {
    const series = await make()
    const damages = [
      { table: 'events', columns: { timezone: 'Nowhere/Land' } },
      { table: 'series', columns: { starts: 'never' } },
      { table: 'series', columns: { ends: '2026-11-01 00:00:00' } },
    ] as const
    for (const { table, columns } of damages) {
      const { db } = service.database
      const own = await db.selectFrom(table).selectAll().where('id', '=', series.id).executeTakeFirstOrThrow()
      const set = (values: object) =>
        inTransaction(service.database.db, (trx) =>
          trx.updateTable(table).set(values).where('id', '=', series.id).execute(),
        )
      await set(columns)
      await repairSeries(db, [series.id], clockOf(service))
      const sentences = (await faultsOf(service)).map(({ sentence }) => sentence)
      await set(own)
      const expected = 'the time cannot be read; send start_date, end_date and timezone to the series'
      assert.deepEqual(sentences, [expected])
    }
    assert.deepEqual(await faultsOf(service), [])
  })

  test('series in the trash are left alone', async () => {
    const series = await make({ title: 'Binned' })
    const [first] = await datesOf(series)
    await remove(series.id)
    await inTransaction(service.database.db, (trx) =>
      setEvent(trx, first.id, { start_date: '2026-12-24 10:00:00' }),
    )
    assert.deepEqual(await faultsOf(service), [])
  })
})
