import { sql, type Kysely, type SqlBool } from 'kysely'
import { prepare } from '../sql/prepared-queries.ts'
import type { Database } from '../sql/schema.ts'
import type { ChangeTable } from '../sql/schema/changes.ts'
import { writtenVersion } from './tracking.ts'
import type { Trx } from '../sql/write-queue.ts'

/**
 * Which resources each version of the data has changed, so that caches and indexes reload only those. Triggers write
 * the log (see tracking.ts), so no write can omit an entry. It has no gaps: it is complete since a version if it still
 * contains the next one. A version with too many changes empties the log instead, and everything is reloaded.
 */

/** A resource whose rows are tracked by triggers. */
export type TrackedResource = Exclude<ChangeTable['resource'], '' | '*'>

export interface Change {
  readonly resource: TrackedResource
  readonly id: number
}

/** A row of the log, as read by the transaction that wrote it. */
export type TouchedRow = Readonly<Omit<ChangeTable, 'former_state'>>

/** The IDs of the events among changes. */
export const eventsAmong = (changes: readonly Pick<TouchedRow, 'resource' | 'id'>[]): number[] =>
  changes.flatMap(({ resource, id }) => (resource === 'events' ? [id] : []))

const retainedVersions = 10_000
const versionsBetweenTrims = 1_000

/** Above this number of changes in one version, reloading everything is faster. */
const maxChangesPerVersion = 20_000

/** The version of the committed data; data read afterwards is at least as new. */
export const versionOf = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('state').select('value').where('name', '=', 'version').executeTakeFirstOrThrow()).value

const touched = prepare<TouchedRow>((db) =>
  db
    .selectFrom('changes')
    .select(['version', 'resource', 'id', 'former'])
    .where(sql<SqlBool>`version = ${sql.raw(writtenVersion)}`),
)

/** What the transaction has changed so far. */
export const readTouched = (trx: Trx): Promise<readonly TouchedRow[]> => touched(trx, [])

/** Makes all readers reload everything, for changes that triggers did not record. */
export async function changeEverything(trx: Trx): Promise<void> {
  await sql`insert into changes (version, resource, id) values (${sql.raw(writtenVersion)}, '*', 0) on conflict do nothing`.execute(
    trx,
  )
}

/** Completes a version. A version without changes gets a row too, so that the log has no gaps. */
export async function closeVersion(trx: Trx, version: number, touched: readonly TouchedRow[]): Promise<void> {
  if (touched.length > maxChangesPerVersion || touched.some(({ resource }) => resource === '*'))
    await trx.deleteFrom('changes').execute()
  else if (touched.length === 0)
    await trx.insertInto('changes').values({ version, resource: '', id: 0 }).execute()
  if (version % versionsBetweenTrims === 0)
    await trx
      .deleteFrom('changes')
      .where('version', '<=', version - retainedVersions)
      .execute()
}

export interface Changes {
  /** If false, changes are missing and everything must be reloaded. */
  readonly isComplete: boolean
  /** The version of the data at that time. */
  readonly version: number
  readonly changes: readonly Change[]
}

interface Row {
  readonly current: number
  readonly oldest: number | null
  readonly resource: ChangeTable['resource'] | null
  readonly id: number | null
}

/** What has changed since a version, up to another one; a single query, so that the result is consistent. */
export async function changesSince(
  db: Kysely<Database>,
  version: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<Changes> {
  const { rows } = await sql<Row>`
    select state.value as current, (select min(version) from changes) as oldest, later.resource, later.id
    from state left join (select distinct resource, id from changes where version > ${version} and version <= ${upTo}) as later on 1 = 1
    where state.name = 'version'`.execute(db)
  const { current, oldest } = rows[0]!
  return {
    isComplete: current === version || (current > version && oldest !== null && oldest <= version + 1),
    version: current,
    changes: rows.flatMap(({ resource, id }) =>
      resource && resource !== '*' && id !== null ? [{ resource, id }] : [],
    ),
  }
}
