import { idsOf } from '../../ids-of.ts'
import type { Written } from '../../importing/write.ts'
import { resources } from '../../resources/index.ts'
import type { Item } from '../../resources/resource.ts'
import type { OperationRequest } from '../operation.ts'
import { restoreOwnFields } from '../history/restore-own.ts'
import { restoreVersion } from '../history/restore.ts'
import type { UndoAccess } from './operations.ts'

/** Restores what an import changed, resource by resource. */

const loadEvents = ({ services }: UndoAccess, ids: readonly number[], { caller, site }: OperationRequest) =>
  ids.length === 0
    ? Promise.resolve<Item[]>([])
    : services.store.latest.load(resources.events, ids, { caller, language: site.languages[0]! })

const isOver = ({ row }: Item, { site }: OperationRequest) => Number(row.end_utc) <= site.now

/**
 * Occurrences are restored before their series, because it trashes those that its former dates do not have; these must
 * have nothing of the import if their dates return. Those that are over do not follow the series, and those that the import
 * put in the trash come back with it, so they are restored after it.
 */
export async function inOrder(
  access: UndoAccess,
  written: readonly Written[],
  request: OperationRequest,
): Promise<Written[]> {
  const occurrences = written.filter(({ own }) => own !== undefined)
  const ids = idsOf(occurrences)
  const items = await loadEvents(access, ids, request)
  const isLate = (item: Item) => item.row.status === 'trash' || isOver(item, request)
  const late = new Set(items.filter(isLate).map(({ id }) => id))
  return [
    ...occurrences.filter(({ id }) => !late.has(id)),
    ...written.filter(({ own }) => own === undefined),
    ...occurrences.filter(({ id }) => late.has(id)),
  ]
}

/**
 * An occurrence whose versions do not go back to before the import had nothing of its own. One that was over may have had
 * values that its series no longer had.
 */
export async function restoreOne(
  access: UndoAccess,
  { kind, id, before, own }: Written,
  request: OperationRequest,
): Promise<void> {
  const path = { id: String(id), version: String(before) }
  const unconditional = { ...request, path, sent: {}, matchesIfMatch: undefined, idempotencyKey: undefined }
  const resource = resources[kind]
  const restore = () => restoreVersion(access.services, resource, unconditional)
  if (before && own === undefined) await restore()
  else if (resource.repeats)
    for (const item of await loadEvents(access, [id], request)) {
      await restoreOwnFields(access, unconditional, item, { own: own ?? {}, version: before || undefined })
      if (before && item.row.status !== 'trash' && isOver(item, request)) await restore()
    }
}
