import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { derivedInstants, findZone, type Instant } from '../../time/index.ts'
import { changeEverything } from '../changes/change-log.ts'
import type { Db } from './db.ts'
import { updateLinkColumns } from './event-counts.ts'
import type { Database } from './schema.ts'
import { findState, storeState } from './state.ts'
import { inTransaction, type Trx } from './write-queue.ts'

/**
 * Instants are derived from local times with the rules that this process knows of time zones, which come with Node.
 * They are derived again when these rules have changed, because events never move by that. Lists compare all-day events
 * by their days in the time zone of the site (interface: Date filters), so theirs follow that setting as well.
 */

/** Names in `state` of what the instants were derived with. */
const [rulesState, zoneState] = ['zone_rules', 'all_day_zone']

const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

/** The version of the tables of time zones in this process. */
const zoneRules = process.versions.tz ?? ''

/** The time zone of the site by these rules. */
const zoneNumber = (zone: string) => numberOf(`${zone} ${zoneRules}`)

const batchSize = 500

const [timed, allDay] = [0, 1]

const datesOf = (db: Kysely<Database>) =>
  db
    .selectFrom('events')
    .select(['id', 'all_day', 'timezone', 'start_date', 'end_date', 'start_utc', 'end_utc'])

async function* batchesOfEvents(db: Kysely<Database>, kinds: readonly number[]) {
  for (let last = 0; ;) {
    const rows = await datesOf(db)
      .where('all_day', 'in', kinds)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.id
  }
}

type Dated = Awaited<ReturnType<ReturnType<typeof datesOf>['execute']>>[number]

interface Moved {
  readonly id: number
  readonly derived: { readonly start_utc: Instant; readonly end_utc: Instant }
}

/** Events whose stored instants are others. A zone that newer rules have named may be unknown here. */
const movedAmong = (rows: readonly Dated[], zone: string): Moved[] =>
  rows
    .filter(({ timezone }) => findZone(timezone) !== undefined)
    .map((row) => ({ ...row, derived: derivedInstants(row, zone) }))
    .filter(
      ({ start_utc, end_utc, derived }) => start_utc !== derived.start_utc || end_utc !== derived.end_utc,
    )

async function* movedEvents(db: Kysely<Database>, kinds: readonly number[], zone: string) {
  for await (const rows of batchesOfEvents(db, kinds)) {
    const moved = movedAmong(rows, zone)
    if (moved.length > 0) yield moved
  }
}

async function storeInstants(trx: Trx, moved: readonly Moved[]): Promise<void> {
  const values = moved.map(
    ({ id, derived }) => sql`(${sql.lit(id)}, ${sql.lit(derived.start_utc)}, ${sql.lit(derived.end_utc)})`,
  )
  await sql`with derived (id, start_utc, end_utc) as (values ${sql.join(values)})
    update events set start_utc = derived.start_utc, end_utc = derived.end_utc from derived where events.id = derived.id`.execute(
    trx,
  )
}

async function deriveAllDay(trx: Trx, zone: string): Promise<void> {
  for await (const moved of movedEvents(trx, [allDay], zone)) {
    await storeInstants(trx, moved)
    await updateLinkColumns(trx, sql`where event_id in (${sql.join(idsOf(moved).map((id) => sql.lit(id)))})`)
  }
}

async function deriveAllDayEvents(db: Db, zone: string): Promise<void> {
  const derivedWith = zoneNumber(zone)
  if ((await findState(db, zoneState)) === derivedWith) return
  await inTransaction(db, async (trx) => {
    // The representations of the events do not change, so the rows need not be recorded one by one.
    await db.dialect.untrackChanges(trx)
    await deriveAllDay(trx, zone)
    await db.dialect.trackChanges(trx)
    await changeEverything(trx)
    await storeState(trx, zoneState, derivedWith)
  })
}

/** Reads the events again, because others may have changed them since. What is derived from them follows. */
export const correctInstants = (db: Db, ids: readonly number[], zone: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const moved = movedAmong(await datesOf(trx).where('id', 'in', ids).execute(), zone)
    if (moved.length > 0) await storeInstants(trx, moved)
  })

async function deriveTimedEvents(db: Db, zone: string): Promise<void> {
  const derivedWith = numberOf(zoneRules)
  if ((await findState(db, rulesState)) === derivedWith) return
  for await (const moved of movedEvents(db, [timed], zone)) await correctInstants(db, idsOf(moved), zone)
  await inTransaction(db, (trx) => storeState(trx, rulesState, derivedWith))
}

/** Runs at startup; does nothing if the rules and the time zone are those that the instants were derived with. */
export async function deriveInstants(db: Db, zone: string): Promise<void> {
  await deriveAllDayEvents(db, zone)
  await deriveTimedEvents(db, zone)
}

/** IDs of events whose stored instants are wrong; all-day ones only if this is the time zone that they follow. */
export async function* findWrongInstants(db: Db, zone: string): AsyncGenerator<readonly number[]> {
  const hasSameZone = (await findState(db, zoneState)) === zoneNumber(zone)
  for await (const moved of movedEvents(db, hasSameZone ? [timed, allDay] : [timed], zone)) yield idsOf(moved)
}
