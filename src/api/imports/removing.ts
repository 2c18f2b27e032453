import { idsOf } from '../../ids-of.ts'
import { loadOptionsOf } from '../../importing/context.ts'
import type { Written } from '../../importing/write.ts'
import { groupBy } from '../../group-by.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import { latestVersions } from '../../store/imports/edits.ts'
import type { Import } from '../../store/imports/imports.ts'
import { rowsThatWrote } from '../../store/imports/rows.ts'
import type { WritingView } from '../../store/sql/create.ts'
import { load } from '../../store/sql/read.ts'
import { remove, trash } from '../../store/sql/update.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import type { OperationRequest } from '../operation.ts'
import type { UndoAccess } from './operations.ts'
import { writtenBy } from './written.ts'

/** Removes what an import created. */

const batchSize = 100

export const viewOf = ({ caller, site }: OperationRequest, { language }: Import) => ({
  caller,
  site,
  language,
  resources,
})

/** Terms have no trash. */
export async function removeItem(trx: Trx, resource: Resource, item: Item, view: WritingView): Promise<void> {
  if (resource.family === 'terms') await remove(trx, resource, item, view)
  else if (item.row.status !== 'trash') await trash(trx, resource, item, view)
}

/** The resources that events link to. */
export async function linkedAmong(
  trx: Trx,
  kind: ResourceName,
  ids: readonly number[],
): Promise<Set<number>> {
  const { linkedAs } = resources[kind]
  if (linkedAs === undefined || ids.length === 0) return new Set()
  const found = await trx
    .selectFrom('event_links')
    .innerJoin('events', 'events.id', 'event_links.event_id')
    .select('event_links.target')
    .distinct()
    .where('event_links.kind', '=', linkedAs)
    .where('event_links.target', 'in', ids)
    .where('events.status', '<>', 'trash')
    .execute()
  return new Set(found.map(({ target }) => target))
}

/**
 * Removes venues, organizers and terms that were created for events and are no longer used by any. They are found in all
 * rows, because an undo that was interrupted has settled some of them already.
 */
export async function removeMade(access: UndoAccess, imported: Import, request: OperationRequest) {
  let before = 2 ** 31 - 1
  for (;;) {
    const rows = await rowsThatWrote(access.db, imported.id, before, batchSize)
    if (rows.length === 0) return
    before = rows.at(-1)!.position
    const made = rows.flatMap((row) => writtenBy(row).filter(({ kind }) => kind !== row.kind))
    for (const [kind, some] of groupBy(made, (one) => one.kind))
      await inTransaction(access.db, (trx) => removeUnused(trx, imported, kind, some, request))
  }
}

async function removeUnused(
  trx: Trx,
  imported: Import,
  kind: ResourceName,
  made: readonly Written[],
  request: OperationRequest,
) {
  const resource = resources[kind]
  const ids = idsOf(made)
  const items = await load(trx, resource, ids, loadOptionsOf({ ...request, imported, resources }))
  const versions = await latestVersions(trx, kind, ids)
  const linked = await linkedAmong(trx, kind, ids)
  const after = new Map(made.map((one) => [one.id, one.after]))
  for (const item of items)
    if (versions.get(item.id) === after.get(item.id) && !linked.has(item.id))
      await removeItem(trx, resource, item, viewOf(request, imported))
}
