import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { changeEverything } from '../changes/change-log.ts'
import type { Db } from '../sql/db.ts'
import { isStaleLink, updateLinkColumns } from '../sql/event-counts.ts'
import { idRanges, isWithin } from '../sql/id-ranges.ts'
import type { Database } from '../sql/schema.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Checks the columns that links duplicate from their events, by which lists of a venue, organizer or term are read. */

const linksAtOnce = 10_000

/** IDs of events whose links have other times than they, or another visibility. */
export async function* findStaleLinks(db: Kysely<Database>): AsyncGenerator<readonly number[]> {
  for await (const range of idRanges(db, 'event_links', 'event_id', linksAtOnce)) {
    const { rows } = await sql<{ id: number }>`
      select distinct events.id from event_links join events on events.id = event_links.event_id
      where ${isWithin('event_links.event_id', range)} and ${isStaleLink} order by events.id`.execute(db)
    if (rows.length > 0) yield idsOf(rows)
  }
}

export const correctLinks = (db: Db, ids: readonly number[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    await updateLinkColumns(trx, sql`where event_id in (${sql.join(ids.map((id) => sql.lit(id)))})`)
    await changeEverything(trx)
  })
