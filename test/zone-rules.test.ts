import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveInstants } from '../src/store/open.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** Events never move when the rules of a time zone change (interface: Time zones). */

onEachDatabase((service) => {
  const make = async (start_date: string, end_date: string, fields: object = {}) => {
    const timezone = 'America/Los_Angeles'
    const { body } = await service.post('/events', anEvent({ timezone, start_date, end_date, ...fields }))
    return body as Json
  }
  const read = async (id: number) => (await service.get(`/events/${id}`)).body as Json

  /** What another Node, which knows other rules, would have stored. */
  async function storeByOtherRules(ids: readonly number[]) {
    const { db, dialect } = service.database
    await dialect.untrackChanges(db)
    for (const [table, id] of [['events', 'id'] as const, ['event_links', 'event_id'] as const])
      await db
        .updateTable(table)
        .set((eb) => ({ start_utc: eb('start_utc', '-', 3600), end_utc: eb('end_utc', '-', 3600) }))
        .where(id as never, 'in', ids as never)
        .execute()
    await db.deleteFrom('state').where('name', '=', 'zone_rules').execute()
    await dialect.trackChanges(db)
  }

  test('a start with other rules derives the instants from the local times again', async () => {
    const evening = await make('2027-12-10 19:00', '2027-12-10 21:00', { tags: ['Jazz'] })
    const other = await make('2027-12-10 19:00', '2027-12-10 21:00', { tags: ['Jazz'] })
    await storeByOtherRules([evening.id])

    await deriveInstants(service.database.db, 'UTC')

    const { start_date, utc_start_date, utc_end_date, json_ld } = await read(evening.id)
    assert.deepEqual(
      [start_date, utc_start_date, utc_end_date, json_ld.startDate],
      ['2027-12-10 19:00:00', '2027-12-11 03:00:00', '2027-12-11 05:00:00', '2027-12-10T19:00:00-08:00'],
    )
    const links = await service.database.db.selectFrom('event_links').select('start_utc').execute()
    assert.equal(new Set(links.map((link) => Number(link.start_utc))).size, 1)
    const listed = await service.get('/events?starts_before=2027-12-11T03:00:00Z&tags=jazz&strict_dates=true')
    assert.deepEqual(listed.body.events, [])
    assert.equal((await read(other.id)).utc_start_date, '2027-12-11 03:00:00')
  })

  test('the change feed names the events that had other instants, and no others', async () => {
    const [wrong] = [
      await make('2027-12-11 19:00', '2027-12-11 21:00'),
      await make('2027-12-12 19:00', '2027-12-12 21:00'),
    ]
    await storeByOtherRules([wrong.id])
    const { body } = await service.get('/changes')
    await deriveInstants(service.database.db, 'UTC')
    await deriveInstants(service.database.db, 'UTC')

    const { changes } = (await service.get(`/changes?since=${body.next}`)).body
    assert.deepEqual(
      changes.map(({ id }: Json) => id),
      [wrong.id],
    )
  })

  test('of an hour that clocks show twice, the second one stays', async () => {
    const zurich = { timezone: 'Europe/Zurich' }
    const second = await make('2027-10-31T01:30:00Z', '2027-10-31T01:45:00Z', zurich)
    const first = await make('2027-10-31T00:30:00Z', '2027-10-31T00:45:00Z', zurich)
    assert.deepEqual([second.start_date, first.start_date], Array(2).fill('2027-10-31 02:30:00'))
    await service.database.db.deleteFrom('state').where('name', '=', 'zone_rules').execute()

    await deriveInstants(service.database.db, 'UTC')

    assert.equal((await read(second.id)).utc_start_date, '2027-10-31 01:30:00')
    assert.equal((await read(first.id)).utc_start_date, '2027-10-31 00:30:00')
  })
})
