import type { Kysely } from 'kysely'
import type { Instant } from '../time/index.ts'
import { noted } from './changes.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { added } from './tallies.ts'
import { inTransaction } from './transaction.ts'

/** Publication in the future comes by itself: whoever reads first settles it, no job has to run (contract §4). */

const tables = ['events', 'venues', 'organizers'] as const

/** When the next of what waits is due; Infinity where nothing waits. */
async function nextDue(db: Kysely<Database>): Promise<Instant> {
  const dates = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select('date')
        .where('status', '=', 'future')
        .orderBy('date')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return Math.min(...dates.map((row) => row?.date ?? Infinity))
}

const publishDue = (db: Kysely<Database>, now: Instant) =>
  inTransaction(db, async (trx) => {
    for (const table of tables) {
      const published = await trx
        .updateTable(table)
        .set({ status: 'publish' })
        .where('status', '=', 'future')
        .where('date', '<=', now)
        .returning('id')
        .execute()
      const ids = published.map(({ id }) => id)
      noted(trx, table, ids)
      if (table === 'events') await added(trx, ids)
    }
  })

export interface Publication {
  /** Publishes what is due; until when nothing else is, while nobody writes. */
  settle(now: Instant): Promise<Instant>
}

/** Nothing is asked of the database while its version stands still and nothing is due. */
export function createPublication(db: Kysely<Database>, dialect: Dialect): Publication {
  let known: { version: number | undefined; due: Instant } | undefined
  return {
    async settle(now) {
      const version = dialect.version()
      if (known !== undefined && version !== undefined && known.version === version && now < known.due)
        return known.due
      const due = await nextDue(db)
      if (due <= now) {
        await publishDue(db, now)
        return this.settle(now)
      }
      known = { version, due }
      return due
    },
  }
}
