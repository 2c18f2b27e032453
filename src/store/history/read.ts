import { displayName } from '../../identity/user-store.ts'
import type { Reading } from '../sql/db.ts'
import { countOf } from '../sql/count.ts'
import type { Paging } from '../../resources/listing.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import type { HistoryTable } from '../sql/schema/changes.ts'
import { readState, stateBefore, type State } from './state.ts'

/** Reads versions, newest first. */

export interface Version {
  readonly version: number
  readonly at: Instant
  readonly author: number
  readonly authorName: string
  readonly language: string
  readonly action: HistoryTable['action']
  readonly restored: number | null
  readonly note: string | null
  readonly before: State
  /** The same fields as in `before`. */
  readonly after: State
}

const versionsOf = (db: Reading, { name }: Resource, id: number) =>
  db.selectFrom('history').where('kind', '=', name).where('history.id', '=', id)

const stateOf = (former: string) => JSON.parse(former) as State

/** What the fields of a version were changed to: the former values in newer versions, or else the current values. */
const afterwards = (before: State, later: State): State =>
  Object.fromEntries(Object.keys(before).map((name) => [name, later[name] ?? null]))

export async function listVersions(
  db: Reading,
  resource: Resource,
  id: number,
  { page, perPage }: Paging,
): Promise<{ versions: Version[]; total: number }> {
  const total = await countOf(versionsOf(db, resource, id))
  const rows = await versionsOf(db, resource, id)
    .leftJoin('users', 'users.id', 'history.author')
    .selectAll('history')
    .select(['users.name', 'users.username'])
    .orderBy('version', 'desc')
    .limit(page * perPage)
    .execute()
  let later = await readState(db, resource, id)
  const versions: Version[] = []
  for (const { at, author, language, action, restored, note, version, former, ...user } of rows) {
    const before = stateOf(former)
    const authorName = displayName({ name: user.name ?? '', username: user.username ?? '' })
    const after = afterwards(before, later)
    versions.push({ version, at, author, authorName, language, action, restored, note, before, after })
    later = stateBefore(later, before)
  }
  return { versions: versions.slice((page - 1) * perPage), total }
}

/** The state after a version, and now; undefined if the version no longer exists. */
export async function stateAfter(
  db: Reading,
  resource: Resource,
  id: number,
  version: number,
): Promise<{ then: State; now: State } | undefined> {
  const rows = await versionsOf(db, resource, id)
    .select(['version', 'former'])
    .where('version', '>=', version)
    .orderBy('version', 'desc')
    .execute()
  if (rows.at(-1)?.version !== version) return undefined
  const now = await readState(db, resource, id)
  const later = rows.slice(0, -1).map(({ former }) => stateOf(former))
  return { then: later.reduce(stateBefore, now), now }
}
