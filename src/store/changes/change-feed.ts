import { sql, type Kysely } from 'kysely'
import { resourceNames, type ResourceName } from '../../resources/kinds.ts'
import type { Instant } from '../../time/index.ts'
import { prepare } from '../sql/prepared-queries.ts'
import type { Database } from '../sql/schema.ts'
import type { ChangeFeedTable } from '../sql/schema/changes.ts'
import type { Trx } from '../sql/write-queue.ts'
import type { Db } from '../sql/db.ts'
import { lineageOf } from '../lineage.ts'
import { stateOf } from './tracking.ts'

/**
 * What happened to which resource, for clients that follow the data. Each transaction appends one row for every
 * resource it touched. Transactions are serialized, so the row numbers have no gaps and follow the order of commits: a
 * client that has read up to a number has missed nothing before it.
 */

/**
 * What permissions depend on, and the languages of the texts. Terms have no author or status, because everybody may
 * read them.
 */
export interface ResourceState {
  readonly status: string
  readonly author: number
  readonly languages: readonly string[]
}

export interface RecordedChange {
  readonly seq: number
  /** The history that the number belongs to. */
  readonly lineage: number
  readonly kind: ResourceName
  readonly id: number
  /** Undefined if the resource did not exist. */
  readonly before: ResourceState | undefined
  /** Undefined if the resource no longer exists. */
  readonly after: ResourceState | undefined
  /** When the resource was last modified, or when it was deleted. */
  readonly modified: Instant
}

/** Linked resources come before the events that link to them. */
const kindsInOrder = Object.values(resourceNames).toSorted(
  (one, other) => Number(one === 'events') - Number(other === 'events'),
)

const touchedOf = (kind: ResourceName, place: number) => `
  select ${place} as place, '${kind}' as kind, changes.id, changes.former_state,
    ${stateOf(kind, 'changes.id')} as state, ${kind}.modified
  from changes left join ${kind} on ${kind}.id = changes.id
  where changes.version = (select value from state where name = 'version') and changes.resource = '${kind}'
    and (changes.former_state is not null or ${kind}.id is not null)`

const append = prepare<never>((db, [now]) => ({
  compile: () =>
    sql`
      insert into change_feed (seq, version, kind, id, former_state, state, modified, recorded, lineage)
      select (select coalesce(max(seq), 0) from change_feed) + row_number() over (order by place, touched.id),
        state.value, touched.kind, touched.id, touched.former_state, touched.state,
        coalesce(touched.modified, clock.now), clock.now, (select lineage.id from lineage)
      from (${sql.raw(kindsInOrder.map(touchedOf).join(' union all '))}) as touched
      cross join state cross join (select cast(${now} as bigint) as now) as clock
      where state.name = 'version'`.compile(db),
}))

/** Appends what the transaction has touched, except resources that it created and deleted again. */
export const appendToFeed = (trx: Trx, now: Instant): Promise<unknown> => append(trx, [now])

/** Parses `publish 7 en fr `, as written by `stateOf`. */
function readState(state: string | null): ResourceState | undefined {
  if (state === null) return undefined
  const [status = '', author, ...languages] = state.trim().split(' ')
  return { status, author: Number(author), languages }
}

const recordedChange = ({
  seq,
  lineage,
  kind,
  id,
  former_state,
  state,
  modified,
}: ChangeFeedTable): RecordedChange => ({
  seq,
  lineage,
  kind,
  id,
  before: readState(former_state),
  after: readState(state),
  modified,
})

export interface FeedBounds {
  /** The number of the oldest stored change. */
  readonly oldest: number
  /** The number of the newest change that this process answers from; 0 if none was ever recorded. */
  readonly newest: number
  /** The number of the last recorded change. */
  readonly last: number
}

/**
 * The bounds of the feed up to a version, because later changes do not yet show in the responses of this process. If
 * the version is not known, responses come from the database and include every change.
 */
export async function feedBounds(db: Kysely<Database>, version: number | undefined): Promise<FeedBounds> {
  const isAnswered = version === undefined ? sql`1 = 1` : sql`version <= ${version}`
  const { rows } = await sql<Record<keyof FeedBounds, number | null>>`
    select (select min(seq) from change_feed) as oldest, (select max(seq) from change_feed) as last,
      (select seq from change_feed where ${isAnswered} order by seq desc limit 1) as newest`.execute(db)
  const { oldest, newest, last } = rows[0]!
  return { oldest: oldest ?? 1, newest: newest ?? 0, last: last ?? 0 }
}

/** The history that a number belongs to: that of its change or, if that is not kept, of the next one. */
export async function lineageAt(db: Kysely<Database>, seq: number): Promise<number> {
  const change = await db
    .selectFrom('change_feed')
    .select('lineage')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return change?.lineage ?? lineageOf(db)
}

export interface FeedRange {
  readonly after: number
  readonly upTo: number
  readonly kinds: readonly ResourceName[]
}

/** The changes of these kinds in a range of numbers. */
export async function readFeed(db: Kysely<Database>, range: FeedRange): Promise<RecordedChange[]> {
  const rows = await db
    .selectFrom('change_feed')
    .selectAll()
    .where('seq', '>', range.after)
    .where('seq', '<=', range.upTo)
    .where('kind', 'in', range.kinds)
    .orderBy('seq')
    .execute()
  return rows.map(recordedChange)
}

const trimBatchSize = 1_000

/**
 * Deletes changes that were recorded before a time. The newest change is never deleted, because numbering continues
 * from it, and the oldest one shows how far back the feed reaches.
 */
export async function trimFeed(db: Db, before: Instant, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const oldest = await db
      .selectFrom('change_feed')
      .select(['seq', 'recorded'])
      .where('seq', '>', 0)
      .orderBy('seq')
      .limit(trimBatchSize + 1)
      .execute()
    const first = oldest.find(({ recorded }) => recorded >= before) ?? oldest.at(-1)
    if (first === undefined || first === oldest[0]) return
    await db.writes.withoutVersionChange((trx) =>
      trx.deleteFrom('change_feed').where('seq', '<', first.seq).execute(),
    )
  }
}
