import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listInstants } from '../../time/index.ts'
import { changeEverything } from '../changes/change-log.ts'
import type { Db } from './db.ts'
import { updateLinkColumns } from './event-counts.ts'
import { inTransaction, type Trx } from './write-queue.ts'

/**
 * Lists compare all-day events by their days in the time zone of the site (interface: Date filters), so their instants
 * are derived again when that setting has changed.
 */

const stateName = 'all_day_zone'

const numberOf = (zone: string) => createHash('sha256').update(zone).digest().readUInt32BE()

const batchSize = 1_000

async function* allDayEvents(trx: Trx) {
  for (let last = 0; ;) {
    const rows = await trx
      .selectFrom('events')
      .select(['id', 'all_day', 'timezone', 'start_date', 'end_date', 'start_utc', 'end_utc'])
      .where('all_day', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.id
  }
}

async function deriveAll(trx: Trx, zone: string): Promise<void> {
  for await (const rows of allDayEvents(trx)) {
    const moved = rows
      .map((row) => ({ ...row, derived: listInstants(row, zone) }))
      .filter(
        ({ start_utc, end_utc, derived }) => start_utc !== derived.start_utc || end_utc !== derived.end_utc,
      )
    if (moved.length === 0) continue
    const values = moved.map(
      ({ id, derived }) => sql`(${sql.lit(id)}, ${sql.lit(derived.start_utc)}, ${sql.lit(derived.end_utc)})`,
    )
    await sql`with derived (id, start_utc, end_utc) as (values ${sql.join(values)})
      update events set start_utc = derived.start_utc, end_utc = derived.end_utc from derived where events.id = derived.id`.execute(
      trx,
    )
    await updateLinkColumns(trx, sql`where event_id in (${sql.join(moved.map(({ id }) => sql.lit(id)))})`)
  }
}

/** Runs at startup; does nothing if the time zone is the one that the instants were derived with. */
export async function deriveAllDayEvents(db: Db, zone: string): Promise<void> {
  const stored = await db.selectFrom('state').select('value').where('name', '=', stateName).executeTakeFirst()
  if (Number(stored?.value) === numberOf(zone)) return
  await inTransaction(db, async (trx) => {
    // The representations of the events do not change, so the rows need not be recorded one by one.
    await db.dialect.untrackChanges(trx)
    await deriveAll(trx, zone)
    await db.dialect.trackChanges(trx)
    await changeEverything(trx)
    await trx.deleteFrom('state').where('name', '=', stateName).execute()
    await trx
      .insertInto('state')
      .values({ name: stateName, value: numberOf(zone) })
      .execute()
  })
}
