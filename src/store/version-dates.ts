import type { Instant } from '../time/index.ts'
import { databaseVersionOf } from './changes/version-tracker.ts'
import { lineageOf } from './lineage.ts'
import type { Db } from './sql/db.ts'
import { WriteForReads } from './sql/write-for-reads.ts'

/**
 * The date at which any process first served a version of the data. It is stored in the database, so that all processes
 * give a version the same date and none goes back after a restart. The date is never earlier than the changes of the
 * version, deletions included. No two versions are sent with the same second, because a client that has the date of the
 * first would never receive the second; if need be, the date runs ahead of the clock. A second is left for versions that
 * were passed over, because another process may still be about to serve them. Undefined while it cannot be stored.
 */
export type DateOfVersion = (version: number, now: Instant) => Promise<Instant | undefined>

const names = ['dated_lineage', 'dated_version', 'date_of_version']

interface Dated {
  readonly lineage: number
  readonly version: number
  readonly date: Instant
}

async function lastDated(db: Pick<Db, 'selectFrom'>): Promise<Dated> {
  const rows = await db.selectFrom('state').selectAll().where('name', 'in', names).execute()
  const [lineage, version = -1, date = 0] = names.map((one) => rows.find(({ name }) => name === one)?.value)
  const current = await lineageOf(db)
  // A version that another history has dated is not this one.
  return { lineage: current, version: lineage === current ? version : -1, date }
}

/**
 * Nobody is sent a date that is ahead of the clock, so a version may have that of the one before if it replaces that
 * before the date has come. Otherwise dates would be minutes ahead after some busy seconds, and no client would be told
 * that nothing has changed. Two seconds are more than the clocks of nodes differ.
 */
const mostAhead = 2

function dateAfter(last: Dated, version: number, now: Instant): Instant {
  const next = last.date + (version === last.version + 1 ? 1 : 2)
  // A clock that was put right has already sent later dates to clients.
  if (last.date > now + mostAhead) return next
  return Math.max(now, Math.min(next, now + mostAhead))
}

export function createDateOfVersion(db: Db): DateOfVersion {
  let cached: Pick<Dated, 'version' | 'date'> | undefined
  const settling = new WriteForReads<Dated>(db.dialect)

  const settle = (version: number, now: Instant) =>
    db.writes.withoutVersionChange(async (trx) => {
      const last = await lastDated(trx)
      if (last.version >= version) return last
      const date = dateAfter(last, version, now)
      await trx.deleteFrom('state').where('name', 'in', names).execute()
      const values = [last.lineage, version, date].map((value, index) => ({ name: names[index]!, value }))
      await trx.insertInto('state').values(values).execute()
      return { ...last, version, date }
    })

  async function dateOf(version: number, now: Instant): Promise<Instant | undefined> {
    let dated: Dated | undefined = await lastDated(db)
    // The attempt in progress may settle an older version.
    while (dated !== undefined && dated.version < version)
      dated = await settling.run(() => settle(version, now))
    if (dated === undefined) return undefined
    // Another process has already served a newer version. The second before its date is that of no version before, so a
    // client that has one of those receives this one; a later request sees the newer one at least.
    return dated.version === version ? dated.date : dated.date - 1
  }

  return async (version, now) => {
    if (cached?.version === version) return cached.date
    try {
      const date = await dateOf(databaseVersionOf(version), now)
      // Until then, a newer version may get the same date.
      if (date !== undefined && date <= now) cached = { version, date }
      return date
    } catch (error) {
      // A replica may still answer reads.
      if (!db.dialect.isUnavailable(error)) throw error
      return undefined
    }
  }
}
