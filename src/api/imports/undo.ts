import { idsOf } from '../../ids-of.ts'
import { batchesOf } from '../../batches-of.ts'
import { importInOtherState } from '../../errors.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { loadOptionsOf } from '../../importing/context.ts'
import { withVersions } from '../../importing/known-occurrences.ts'
import {
  importSeconds,
  lockImport,
  updateImport,
  type Import,
  type ImportRow,
} from '../../store/imports/imports.ts'
import { latestVersions } from '../../store/imports/edits.ts'
import { forgetImported, importedFrom, revertImported } from '../../store/imports/imported.ts'
import { settleRows, writtenAmong, writtenRows } from '../../store/imports/rows.ts'
import { groupBy } from '../../group-by.ts'
import { load } from '../../store/sql/read.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import type { OperationRequest } from '../operation.ts'
import type { UndoAccess } from './operations.ts'
import { assignToEarlierImports } from './earlier-imports.ts'
import { inOrder, restoreOne } from './restoring.ts'
import { linkedAmong, removeItem, removeMade, viewOf } from './removing.ts'
import { beginningOf, editedAmong, isCreated, ownOf, recordBefore } from './written.ts'

/**
 * Undoes an import, starting with the last row: resources that it created go to the trash, and those that it changed
 * are restored to their former version. Resources that were edited since are left unchanged.
 */

const batchSize = 100

/** How many rows are restored at the same time, because their writes then share transactions. */
const togetherSize = 16

/**
 * Those of these rows that are still to be undone: another request may be undoing the same import, and what it has put in
 * the trash must not be taken for an edit.
 */
async function remainingOf(trx: Trx, { id }: Import, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  await lockImport(trx, id)
  const positions = new Set(
    await writtenAmong(
      trx,
      id,
      rows.map(({ position }) => position),
    ),
  )
  return rows.filter(({ position }) => positions.has(position))
}

const leave = (trx: Trx, rows: readonly ImportRow[]): Promise<unknown> =>
  settleRows(
    trx,
    rows.map((row) => ({ ...row, outcome: 'left' as const })),
  )

/** Removes created resources, and forgets where they came from, unless they were edited or other events link to them. */
async function undoCreated(
  trx: Trx,
  imported: Import,
  kind: ResourceName,
  batch: readonly ImportRow[],
  request: OperationRequest,
) {
  const resource = resources[kind]
  const all = await remainingOf(trx, imported, batch)
  const edited = await editedAmong(trx, kind, all)
  await leave(trx, [...edited])
  const rows = all.filter((row) => !edited.has(row))
  const ids = rows.map(({ target }) => target!)
  const linked = await linkedAmong(trx, kind, ids)
  const items = await load(trx, resource, ids, loadOptionsOf({ ...request, imported, resources }))
  for (const item of items)
    if (!linked.has(item.id)) await removeItem(trx, resource, item, viewOf(request, imported))
  const undone = rows.filter(({ target }) => !linked.has(target!))
  await forgetImported(
    trx,
    imported.source,
    undone.map(({ external_id }) => external_id),
  )
  await settleRows(
    trx,
    rows.map((row) => ({
      ...row,
      outcome: linked.has(row.target!) ? ('left' as const) : ('undone' as const),
    })),
  )
}

/** What the row is about again: the event that began a series is a single one, and the series goes. */
async function returnToEvent(trx: Trx, imported: Import, row: ImportRow, request: OperationRequest) {
  const beginning = beginningOf(row)
  if (beginning === undefined) return row.target!
  const { events } = resources
  const [series] = await load(trx, events, [row.target!], loadOptionsOf({ ...request, imported, resources }))
  if (series !== undefined) await removeItem(trx, events, series, viewOf(request, imported))
  return beginning.id
}

/** Restores what existed before. An event that began a series leaves it before the series goes to the trash. */
async function restore(access: UndoAccess, imported: Import, row: ImportRow, request: OperationRequest) {
  const beginning = beginningOf(row)
  const written = beginning === undefined ? await inOrder(access, ownOf(row), request) : [beginning]
  for (const one of written) await restoreOne(access, one, request)
  await inTransaction(access.db, async (trx) => {
    if ((await remainingOf(trx, imported, [row])).length === 0) return
    const target = await returnToEvent(trx, imported, row, request)
    await revertRecord(trx, imported, { ...row, target })
    await settleRows(trx, [{ ...row, outcome: 'undone' }])
  })
}

/** The versions that restoring created are no edits. */
async function revertRecord(
  trx: Trx,
  { source }: Import,
  row: ImportRow & { readonly target: number },
): Promise<void> {
  const { external_id, kind, target } = row
  const known = (await importedFrom(trx, source, [external_id])).get(external_id)
  const versions = await latestVersions(trx, kind, idsOf(ownOf(row)))
  await revertImported(trx, {
    source,
    external_id,
    target,
    record: recordBefore(row),
    version: versions.get(target) ?? 0,
    occurrences: withVersions(known?.occurrences ?? null, versions),
  })
}

async function undoRows(
  access: UndoAccess,
  imported: Import,
  rows: readonly ImportRow[],
  request: OperationRequest,
): Promise<void> {
  for (const [kind, some] of groupBy(
    rows.filter((row) => !isCreated(row)),
    (row) => row.kind,
  ))
    await restoreAll(access, imported, kind, some, request)
  for (const [kind, some] of groupBy(rows.filter(isCreated), (row) => row.kind))
    await inTransaction(access.db, (trx) => undoCreated(trx, imported, kind, some, request))
}

/** Waits for all of them before it fails, so that none goes on afterwards. */
async function allFinished(running: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected')
  if (failed !== undefined) await (failed as PromiseRejectedResult).reason
}

/** Restores the rows of one kind that were not edited since. */
async function restoreAll(
  access: UndoAccess,
  imported: Import,
  kind: ResourceName,
  rows: readonly ImportRow[],
  request: OperationRequest,
) {
  const edited = await editedAmong(access.db, kind, rows)
  await inTransaction(access.db, async (trx) => leave(trx, await remainingOf(trx, imported, [...edited])))
  const restored = rows.filter((row) => !edited.has(row))
  if (restored.length === 0) return
  // No two rows wrote the same resource, because a second row with an identifier fails.
  for (const some of batchesOf(restored, togetherSize))
    await allFinished(some.map((row) => restore(access, imported, row, request)))
  await assignToEarlierImports(access.db, imported, kind, restored)
}

const isTooOld = ({ finished }: Import, { now }: OperationRequest) =>
  finished !== null && finished + importSeconds < now

export async function undoImport(
  access: UndoAccess,
  imported: Import,
  request: OperationRequest,
): Promise<Import> {
  const { db } = access
  if (imported.state === 'running' || isTooOld(imported, request)) throw importInOtherState(imported.state)
  for (;;) {
    const rows = await writtenRows(db, imported.id, batchSize)
    if (rows.length === 0) break
    await undoRows(access, imported, rows, request)
  }
  await removeMade(access, imported, request)
  const changes = { state: 'undone', schedule: null, due: null } as const
  return (await updateImport(db, imported.id, ['preview', 'done', 'failed', 'undone'], changes)) ?? imported
}
