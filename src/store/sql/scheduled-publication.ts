import { sql, type Kysely } from 'kysely'
import { entryTables } from '../../resources/kinds.ts'
import type { Instant } from '../../time/index.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import type { Db } from './db.ts'
import { WriteForReads } from './write-for-reads.ts'
import { inTransaction, type Trx } from './write-queue.ts'

/**
 * Scheduled publication needs no background job: an entry is published by the first request after the due time, or by
 * what follows the changes without requests, such as webhooks (interface: Dates and times).
 */

/** When the next scheduled entry is due; Infinity if there is none. */
async function nextDue(db: Kysely<Database>): Promise<Instant> {
  const each = entryTables.map(
    (table) => sql`select min(date) as date from ${sql.table(table)} where status = 'future'`,
  )
  const { rows } = await sql<{ due: Instant | null }>`
    select min(date) as due from (${sql.join(each, sql` union all `)}) as waiting`.execute(db)
  return rows[0]!.due ?? Infinity
}

/** Increments SEQUENCE of series whose occurrences are published, because calendars must learn about their dates. */
const countDates = (trx: Trx, now: Instant) =>
  trx
    .updateTable('events')
    .set((eb) => ({ sequence: eb('sequence', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('events as occurrences')
        .select('post_parent')
        .where('recurrence_id', 'is not', null)
        .where('status', '=', 'future')
        .where('date', '<=', now),
    )
    .execute()

const publishDue = (db: Db, now: Instant): Promise<true> =>
  inTransaction<true>(db, async (trx) => {
    await countDates(trx, now)
    for (const table of entryTables)
      await trx
        .updateTable(table)
        .set({ status: 'publish' })
        .where('status', '=', 'future')
        .where('date', '<=', now)
        .execute()
    return true
  })

interface PublicationScheduler {
  /** Publishes entries that are due; returns the time of the next publication, which is `now` if that did not succeed. */
  publishDueEntries(now: Instant): Promise<Instant>
  /** The time of the next publication, if it is cached for this version and nothing is due. */
  known(version: number, now: Instant): Instant | undefined
}

interface CachedDue {
  readonly version: number | undefined
  readonly nextDueAt: Promise<Instant>
  /** Set once it has been read. */
  value?: Instant
}

/** Queries the database once per version, and then only when something is due. */
export function createPublication(db: Db, dialect: Dialect): PublicationScheduler {
  let known: CachedDue | undefined
  const publication = new WriteForReads<true>(dialect)
  function readNextDue(version: number | undefined): Promise<Instant> {
    const pending: CachedDue = { version, nextDueAt: nextDue(db) }
    known = pending
    pending.nextDueAt.then(
      (due) => (pending.value = due),
      // Callers that are waiting get the error; the next call queries again.
      () => known === pending && (known = undefined),
    )
    return pending.nextDueAt
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
      // Until it succeeds, readers see the present state.
      if ((await publication.run(() => publishDue(db, now))) === undefined) return now
      known = undefined
      return this.publishDueEntries(now)
    },
  }
}
