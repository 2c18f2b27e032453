import { sql, type Kysely } from 'kysely'
import { entryTables } from '../../resources/kinds.ts'
import type { Instant } from '../../time/index.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import type { Db } from './db.ts'
import { inTransaction } from './write-queue.ts'

/**
 * Scheduled publication needs no background job: the first request after the due time publishes the entry (interface: Dates and times).
 */

/** When the next of what waits is due; Infinity where nothing waits. */
async function nextDue(db: Kysely<Database>): Promise<Instant> {
  const each = entryTables.map(
    (table) => sql`select min(date) as date from ${sql.table(table)} where status = 'future'`,
  )
  const { rows } = await sql<{ due: Instant | null }>`
    select min(date) as due from (${sql.join(each, sql` union all `)}) as waiting`.execute(db)
  return rows[0]!.due ?? Infinity
}

const publishDue = (db: Db, now: Instant) =>
  inTransaction(db, async (trx) => {
    for (const table of entryTables)
      await trx
        .updateTable(table)
        .set({ status: 'publish' })
        .where('status', '=', 'future')
        .where('date', '<=', now)
        .execute()
  })

interface PublicationScheduler {
  /** Publishes what is due; returns the time of the next publication. */
  publishDueEntries(now: Instant): Promise<Instant>
  /** The same, if nothing is due and that is known for the version. */
  known(version: number, now: Instant): Instant | undefined
}

interface CachedDue {
  readonly version: number | undefined
  readonly nextDueAt: Promise<Instant>
  /** Once it is read. */
  value?: Instant
}

/** Nothing is asked of the database while its version stands still and nothing is due, and only once after it has changed. */
export function createPublication(db: Db, dialect: Dialect): PublicationScheduler {
  let known: CachedDue | undefined
  function readNextDue(version: number | undefined): Promise<Instant> {
    const asked: CachedDue = { version, nextDueAt: nextDue(db) }
    known = asked
    asked.nextDueAt.then(
      (due) => (asked.value = due),
      // Those who wait get the error; the next one asks again.
      () => known === asked && (known = undefined),
    )
    return asked.nextDueAt
  }
  return {
    known(version, now) {
      const value = known?.version === version ? known.value : undefined
      return value !== undefined && value > now ? value : undefined
    },
    async publishDueEntries(now) {
      const version = dialect.version()
      const isKnown = known !== undefined && version !== undefined && known.version === version
      const due = await (isKnown ? known!.nextDueAt : readNextDue(version))
      if (due > now) return due
      try {
        await publishDue(db, now)
      } catch (error) {
        if (!dialect.isUnavailable(error)) throw error
        // Readers see what there is; the next request tries again.
        return now
      }
      known = undefined
      return this.publishDueEntries(now)
    },
  }
}
