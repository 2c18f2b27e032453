import { sql, type Kysely, type RawBuilder } from 'kysely'
import { readTouched, versionOf } from '../changes/change-log.ts'
import { noVersion, unnumbered } from '../changes/tracking.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { indexedUrl } from './images.ts'
import { finishVersion, type Derive } from './write-group.ts'
import type { Trx } from './write-queue.ts'

/**
 * A write of many rows takes the version last, because other writers wait for whoever holds it. Until then its rows are
 * recorded under a placeholder. Other writers were not blocked meanwhile, so it is committed only if nothing changed
 * that it may have read; otherwise it is run again as an ordinary write.
 */

/** Takes the version before something that other writers need too, such as counts; from then on they wait. */
export type TakeVersion = () => Promise<unknown>

class Disturbed extends Error {
  constructor() {
    super('Another writer has changed what a long write has read.')
  }
}

/** Returns a version that all subsequent reads are at least as new as. */
async function beginWithoutVersion(trx: Trx): Promise<number> {
  await trx.insertInto('state').values({ name: unnumbered, value: noVersion }).execute()
  return versionOf(trx)
}

/** Assigns the version of the commit to the recorded rows. */
async function numberTouched(trx: Trx, version: number): Promise<void> {
  await trx.deleteFrom('state').where('name', '=', unnumbered).execute()
  await trx.updateTable('changes').set({ version }).where('version', '=', noVersion).execute()
}

/**
 * Changes of other events do not matter, unless these belong to the same series or have taken a slug that is assigned
 * here too, because nothing else connects events.
 */
async function requireUndisturbed(trx: Trx, before: number, version: number): Promise<void> {
  const own = sql`(select id from changes where version = ${version} and resource = 'events')`
  const family = sql`(select id from changes where version = ${version} and resource = 'events'
    union select post_parent from events where recurrence_id is not null and id in ${own})`
  const { rows } = await sql<{ versions: number; disturbing: number }>`
    select count(distinct version) as versions,
      count(case when resource not in ('', 'events') or resource = 'events' and (id in ${family}
        or exists (select 1 from events where events.id = changes.id and post_parent in ${family})
        or exists (select 1 from event_texts as other join event_texts as mine on mine.slug = other.slug
          where other.id = changes.id and mine.id <> other.id and mine.live = 1 and other.live = 1 and mine.id in ${own})
      ) then 1 end) as disturbing
    from changes where version > ${before} and version < ${version}`.execute(trx)
  const { versions, disturbing } = rows[0]!
  // A version with very many changes leaves no rows.
  if (disturbing > 0 || versions !== version - before - 1) throw new Disturbed()
  await requireReferred(trx, own)
}

/**
 * Images and users can be deleted without a change of any event, but whoever deletes one waits for the version. There
 * must be only one image per linked URL, so the later of two writes that create one is rolled back.
 */
async function requireReferred(trx: Trx, own: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    select 1 from events left join images on images.id = events.image
    where events.id in ${own} and (events.image is not null and images.id is null
      or events.author <> 0 and not exists (select 1 from users where users.id = events.author)
      or exists (select 1 from images as earlier where images.url <> ''
        and ${indexedUrl('earlier')} = ${indexedUrl('images')} and earlier.url = images.url and earlier.id < images.id)
    ) limit 1`.execute(trx)
  if (rows.length > 0) throw new Disturbed()
}

async function takeVersionOf(trx: Trx, dialect: Dialect): Promise<number> {
  const version = await dialect.incrementVersion(trx)
  await numberTouched(trx, version)
  return version
}

export async function runLongWrite<T>(
  db: Kysely<Database>,
  dialect: Dialect,
  derive: Derive,
  run: (trx: Trx, takeVersion: TakeVersion) => Promise<T>,
): Promise<T> {
  const { version, result } = await db.transaction().execute(async (trx) => {
    const before = await beginWithoutVersion(trx)
    // The writer that holds the version may be waiting for one of the rows that are written here.
    await dialect.waitBriefly?.(trx)
    let taken: Promise<number> | undefined
    const takeVersion = () => (taken ??= takeVersionOf(trx, dialect))
    const result = await run(trx, takeVersion)
    const version = await takeVersion()
    await requireUndisturbed(trx, before, version)
    await finishVersion(trx, derive, version, await readTouched(trx))
    return { version, result }
  })
  dialect.onCommit(version)
  return result
}

/** Whether a long write may succeed as an ordinary one, for which others wait from its beginning. */
export const mayBeRunAgain = (dialect: Dialect, error: unknown): boolean =>
  error instanceof Disturbed ||
  dialect.isRetryable(error) ||
  dialect.isUnavailable(error) ||
  dialect.isUniqueViolation(error)
