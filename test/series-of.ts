import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { findSeriesFaults, type SeriesFault } from '../src/store/series/check.ts'
import type { Clock } from '../src/store/series/placement.ts'
import { administrator, anEvent, testTime, type Json, type Service } from './service.ts'

/** Helpers for tests of recurring events. */

type Fields = Readonly<Record<string, unknown>>

/** Five Tuesdays from 2026-12-01. */
export const weekly = (fields: Fields = {}) =>
  anEvent({
    title: 'Choir',
    timezone: 'Europe/Berlin',
    start_date: '2026-12-01 19:00:00',
    end_date: '2026-12-01 21:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
    ...fields,
  })

/** The same from 2026-11-03, so that three occurrences are past. */
export const begun = (fields: Fields = {}) =>
  weekly({ start_date: '2026-11-03 19:00:00', end_date: '2026-11-03 21:00:00', ...fields })

export const clockOf = ({ now }: Service): Clock => ({ now, timezone: 'UTC', horizon: 24 })

export const faultsOf = (service: Service): Promise<SeriesFault[]> =>
  findSeriesFaults(service.database.db, clockOf(service))

/** Asserts after each test that its series are consistent with their rules, and resets the clock. */
export function checkingSeries(service: Service): void {
  let checked = 0
  afterEach(async () => {
    const faults = (await faultsOf(service)).filter(({ series }) => series > checked)
    const { last } = await service.database.db
      .selectFrom('events')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    checked = Number(last)
    service.now = testTime
    assert.deepEqual(faults, [])
  })
}

/** Requests that are expected to succeed. */
export const seriesOn = (service: Service) => {
  const list = async (query: string, as: string | null = null): Promise<Json[]> => {
    const { status, body, text } = await service.get(
      `/events?start_date=2000-01-01&end_date=2100-01-01&per_page=100&${query}`,
      { as },
    )
    assert.equal(status, 200, text)
    assert.equal(body.total, body.events.length)
    return body.events
  }
  return {
    list,
    async make(fields: Fields = {}): Promise<Json> {
      const { status, body, text } = await service.post('/events', weekly(fields))
      assert.equal(status, 201, text)
      return body
    },
    async read(id: number, query = ''): Promise<Json> {
      const { status, body, text } = await service.request('GET', `/events/${id}${query}`)
      assert.equal(status, 200, text)
      return body
    },
    datesOf: ({ id }: Json): Promise<Json[]> => list(`post_parent=${id}`),
    /** As an editor: the occurrences with this status, including those that visitors cannot see. */
    statesOf: ({ id }: Json, status: string): Promise<Json[]> =>
      list(`post_parent=${id}&status=${status}`, administrator),
    async patch(id: number, fields: Fields, query = ''): Promise<Json> {
      const { status, body, text } = await service.patch(`/events/${id}${query}`, fields)
      assert.equal(status, 200, text)
      return body
    },
    async remove(id: number, query = ''): Promise<Json> {
      const { status, body, text } = await service.delete(`/events/${id}${query}`)
      assert.equal(status, 200, text)
      return body
    },
  }
}
