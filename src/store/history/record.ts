import { sql, type Transaction } from 'kysely'
import { groupBy } from '../../group-by.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepare } from '../sql/prepared-queries.ts'
import type { Database, HistoryTable } from '../sql/schema.ts'
import { followDecision } from './decisions.ts'
import { differences, readState, type State } from './state.ts'

/**
 * Every write of a resource leaves a version, in its own transaction: who, when, in which language, and the former
 * values of the fields that changed. What they were changed to follows from the next version, so that each text is
 * stored once; and old versions can go without the others having to change.
 */

type Trx = Transaction<Database>

const versionsPerResource = 100

/** How long the versions of what was deleted for good remain. */
const deletedSeconds = 90 * 86_400

/** Who makes a version, and why. */
export interface VersionContext {
  readonly caller: OptionalCaller
  readonly site: { readonly now: Instant; readonly sendsMail: boolean }
  readonly language: string
  /** The version whose state this one brings back. */
  readonly restores?: number | undefined
  /** What somebody says about it. */
  readonly note?: string | undefined
}

export interface Created {
  readonly id: number
  readonly author: number
  readonly language: string
  readonly now: Instant
  readonly note?: string | undefined
}

/** The first version of what was made just now. */
export const recordCreated = (
  trx: Trx,
  { name }: Pick<Resource, 'name'>,
  created: readonly Created[],
): Promise<unknown> =>
  insertRows(
    trx,
    'history',
    created.map(({ id, author, language, now, note }): HistoryTable => ({
      kind: name,
      id,
      version: 1,
      at: now,
      author,
      language,
      action: 'created',
      restored: null,
      note: note ?? null,
      former: '{}',
    })),
  )

const latestVersion = prepare<{ version: number | null }>((db, [kind, id]) =>
  db
    .selectFrom('history')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('kind', '=', kind!)
    .where('id', '=', id!),
)

function actionOf(before: State, after: State): HistoryTable['action'] {
  if (Object.keys(after).length === 0) return 'deleted'
  if (before.status === after.status) return 'updated'
  if (after.status === 'trash') return 'trashed'
  return before.status === 'trash' ? 'restored' : 'updated'
}

async function insertVersion(
  trx: Trx,
  { name }: Resource,
  id: number,
  { caller, site, language, restores, note }: VersionContext,
  { action, former }: { readonly action: HistoryTable['action']; readonly former: State },
) {
  const [latest] = await latestVersion(trx, [name, id])
  const version = (latest?.version ?? 0) + 1
  const row: HistoryTable = {
    kind: name,
    id,
    version,
    at: site.now,
    author: caller?.id ?? 0,
    language,
    action,
    restored: restores ?? null,
    note: note ?? null,
    former: JSON.stringify(former),
  }
  await insertRows(trx, 'history', [row])
  if (version > versionsPerResource)
    await trx
      .deleteFrom('history')
      .where('kind', '=', name)
      .where('id', '=', id)
      .where('version', '<=', version - versionsPerResource)
      .execute()
  if (action === 'deleted') await forgetDeleted(trx, site.now)
}

/** Enough for each deletion to make room for more than itself. */
const forgottenAtOnce = 100

/** Ids are never given twice, so nothing else has the versions of what was deleted. */
async function forgetDeleted(trx: Trx, now: Instant): Promise<void> {
  const gone = await trx
    .selectFrom('history')
    .select(['kind', 'id'])
    // Written as literals, because the partial index is used only if the condition matches its definition.
    .where('action', '=', sql.lit('deleted'))
    .where('at', '<=', now - deletedSeconds)
    .limit(forgottenAtOnce)
    .execute()
  for (const [kind, some] of groupBy(gone, (one) => one.kind))
    await trx
      .deleteFrom('history')
      .where('kind', '=', kind)
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
}

const isUndecided = ({ status }: State) => status === 'pending' || status === 'draft'

/** Whoever suggested an event is personal data, which is kept only until the event is decided (interface: Suggestions). */
const forgetContact = (trx: Trx, { name }: Resource, id: number): Promise<unknown> =>
  trx
    .updateTable('history')
    .set({ note: null })
    .where('kind', '=', name)
    .where('id', '=', id)
    .where('version', '=', 1)
    .where('author', '=', 0)
    .execute()

/** Runs a write and records what it has changed of the resource; a write that changes nothing is no version. */
export async function recordChange<Result>(
  trx: Trx,
  resource: Resource,
  id: number,
  context: VersionContext,
  write: () => Promise<Result>,
): Promise<Result> {
  const before = await readState(trx, resource, id)
  const result = await write()
  const after = await readState(trx, resource, id)
  const former = differences(before, after)
  if (Object.keys(former).length > 0)
    await insertVersion(trx, resource, id, context, { action: actionOf(before, after), former })
  if (resource.name === 'events') await followDecision(trx, { id, before, after }, context)
  if (isUndecided(before) && !isUndecided(after)) await forgetContact(trx, resource, id)
  return result
}
