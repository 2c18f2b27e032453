import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'
import { prepare } from '../sql/prepared-queries.ts'
import type { ChangeTable, Database } from '../sql/schema.ts'
import { writtenVersion } from './tracking.ts'

/**
 * Which resources each version of the data has changed, so that caches and indexes read only those again. Triggers
 * write the log (see tracking.ts), so no write can forget it. It has no gaps: it is complete since a version if it
 * still has the one after it. A version that changes too much empties the log instead, and everything is read again.
 */

type Trx = Transaction<Database>

/** A resource whose rows triggers track. */
export type TrackedResource = Exclude<ChangeTable['resource'], '' | '*'>

export interface Change {
  readonly resource: TrackedResource
  readonly id: number
}

/** A row of the log as the transaction that wrote it reads it. */
export type TouchedRow = Readonly<Omit<ChangeTable, 'former_state'>>

const keptVersions = 10_000
const versionsBetweenTrims = 1_000

/** With more changes than this in one version, reading everything again is faster. */
const maxChangesPerVersion = 20_000

/** The version of the committed data: everything that is read afterwards is at least as new. */
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

/** Tells every reader to read everything again, because more has changed than triggers have seen. */
export async function changeEverything(trx: Trx): Promise<void> {
  await sql`insert into changes (version, resource, id) values (${sql.raw(writtenVersion)}, '*', 0) on conflict do nothing`.execute(
    trx,
  )
}

/** Ends a version: one that changed nothing leaves a row too, so that the log has no gaps. */
export async function closeVersion(trx: Trx, version: number, touched: readonly TouchedRow[]): Promise<void> {
  if (touched.length > maxChangesPerVersion || touched.some(({ resource }) => resource === '*'))
    await trx.deleteFrom('changes').execute()
  else if (touched.length === 0)
    await trx.insertInto('changes').values({ version, resource: '', id: 0 }).execute()
  if (version % versionsBetweenTrims === 0)
    await trx
      .deleteFrom('changes')
      .where('version', '<=', version - keptVersions)
      .execute()
}

export interface Changes {
  /** Whether nothing is missing; otherwise everything has to be read again. */
  readonly isComplete: boolean
  /** The version that these changes lead to. */
  readonly version: number
  readonly changes: readonly Change[]
}

interface Row {
  readonly current: number
  readonly oldest: number | null
  readonly resource: ChangeTable['resource'] | null
  readonly id: number | null
}

/** What has changed since a version, read in one query so that it is consistent. */
export async function changesSince(db: Kysely<Database>, version: number): Promise<Changes> {
  const { rows } = await sql<Row>`
    select state.value as current, (select min(version) from changes) as oldest, later.resource, later.id
    from state left join (select distinct resource, id from changes where version > ${version}) as later on 1 = 1
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
