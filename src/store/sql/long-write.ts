import { sql, type Kysely } from 'kysely'
import { versionOf, type TouchedRow } from '../changes/change-log.ts'
import { noVersion, unnumbered } from '../changes/tracking.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { finishVersion, type Derive } from './write-group.ts'
import type { Trx } from './write-queue.ts'

/**
 * A write of many rows takes the version last, because other writers wait for whoever has it. Until then its rows are
 * recorded under a number of its own. Nobody has kept others from writing meanwhile, so it counts only if nothing has
 * changed that it may have read; otherwise it has to be run again as every other write is.
 */

class Disturbed extends Error {
  constructor() {
    super('Another writer has changed what a long write has read.')
  }
}

/** Returns the version that everything is at least as new as which is read afterwards. */
async function beginWithoutVersion(trx: Trx): Promise<number> {
  await trx.insertInto('state').values({ name: unnumbered, value: noVersion }).execute()
  return versionOf(trx)
}

/** Gives what was recorded the version that it is committed under. */
async function numberTouched(trx: Trx, version: number): Promise<readonly TouchedRow[]> {
  await trx.deleteFrom('state').where('name', '=', unnumbered).execute()
  return trx
    .updateTable('changes')
    .set({ version })
    .where('version', '=', noVersion)
    .returning(['version', 'resource', 'id', 'former'])
    .execute()
}

/** Other events do not matter, because those that are written alone are linked to by none. */
async function requireUndisturbed(trx: Trx, before: number, version: number): Promise<void> {
  const own = sql`(select id from changes where version = ${version} and resource = 'events')`
  const { rows } = await sql<{ versions: number; disturbing: number }>`
    select count(distinct version) as versions,
      count(case when resource not in ('', 'events') or resource = 'events' and (id in ${own}
        or exists (select 1 from events where events.id = changes.id and post_parent in ${own})) then 1 end) as disturbing
    from changes where version > ${before} and version < ${version}`.execute(trx)
  const { versions, disturbing } = rows[0]!
  // A version that changes very much leaves no rows.
  if (disturbing > 0 || versions !== version - before - 1) throw new Disturbed()
}

export async function runLongWrite<T>(
  db: Kysely<Database>,
  dialect: Dialect,
  derive: Derive,
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { version, result } = await db.transaction().execute(async (trx) => {
    const before = await beginWithoutVersion(trx)
    const result = await run(trx)
    // Who has the version may be waiting for one of these rows.
    await dialect.waitBriefly?.(trx)
    const version = await dialect.incrementVersion(trx)
    const touched = await numberTouched(trx, version)
    await requireUndisturbed(trx, before, version)
    await finishVersion(trx, derive, version, touched)
    return { version, result }
  })
  dialect.onCommit(version)
  return result
}

/** Whether a long write may succeed if others wait for it from its beginning. */
export const mayBeRunAgain = (dialect: Dialect, error: unknown): boolean =>
  error instanceof Disturbed ||
  dialect.isRetryable(error) ||
  dialect.isUnavailable(error) ||
  dialect.isUniqueViolation(error)
