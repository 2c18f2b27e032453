import { sql } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { updateFirst } from './contacts.ts'
import { groupBy } from '../../group-by.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import { insertRows } from '../sql/insert-rows.ts'
import { prepare } from '../sql/prepared-queries.ts'
import type { HistoryTable } from '../sql/schema/changes.ts'
import { followDecision } from './decisions.ts'
import { formerState, isChange, readState, type State } from './state.ts'
import type { Trx } from '../sql/write-queue.ts'

/**
 * Every write of a resource records a version in the same transaction: who, when, in which language, and the former
 * values of the changed fields. The new values follow from the next version, so each text is stored once and old
 * versions can be deleted without changing others.
 */

const versionsPerResource = 100

/** How long versions of permanently deleted resources are stored. */
const deletedSeconds = 90 * 86_400

/** Who creates a version, and why. */
export interface VersionContext {
  readonly caller: OptionalCaller
  readonly site: { readonly now: Instant; readonly sendsMail: boolean }
  readonly language: string
  /** The version whose state is restored. */
  readonly restores?: number | undefined
  /** A note about the change. */
  readonly note?: string | undefined
}

export interface Created {
  readonly id: number
  readonly author: number
  readonly language: string
  readonly now: Instant
  readonly note?: string | undefined
}

/** Records the first version of new resources. */
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

/** High enough for each deletion to remove more than it adds. */
const purgeBatchSize = 100

/** IDs are never reused, so all versions with the ID of a deleted resource belong to it. */
async function forgetDeleted(trx: Trx, now: Instant): Promise<void> {
  const gone = await trx
    .selectFrom('history')
    .select(['kind', 'id'])
    // Written as a literal, because the partial index is used only if the condition matches its definition.
    .where('action', '=', sql.lit('deleted'))
    .where('at', '<=', now - deletedSeconds)
    .limit(purgeBatchSize)
    .execute()
  for (const [kind, some] of groupBy(gone, (one) => one.kind))
    await trx.deleteFrom('history').where('kind', '=', kind).where('id', 'in', idsOf(some)).execute()
}

/** Whether whoever suggested or submitted an event still waits for a decision. */
export const isUndecided = ({ status }: { readonly status?: unknown }) =>
  status === 'pending' || status === 'draft'

/** A contact is personal data, which is stored only until the suggestion is decided (interface: Suggestions). */
const forgetContact = (trx: Trx, { name }: Resource, id: number): Promise<unknown> =>
  updateFirst(trx, name, id).set({ note: null }).where('author', '=', 0).execute()

/** Records a write of which only these former values differ. */
export const recordVersion = (
  trx: Trx,
  resource: Resource,
  id: number,
  context: VersionContext,
  former: State,
): Promise<void> => insertVersion(trx, resource, id, context, { action: 'updated', former })

/** Runs a write and records what it changed in the resource; a write without changes creates no version. */
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
  const former = formerState(before, after)
  if (isChange(former))
    await insertVersion(trx, resource, id, context, { action: actionOf(before, after), former })
  if (resource.name === 'events') await followDecision(trx, { id, before, after }, context)
  if (isUndecided(before) && !isUndecided(after)) await forgetContact(trx, resource, id)
  return result
}
