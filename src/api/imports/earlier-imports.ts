import type { Written } from '../../importing/write.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { editedUpTo, latestVersions } from '../../store/imports/edits.ts'
import type { Import, ImportRow } from '../../store/imports/imports.ts'
import { earlierRows, settleRows } from '../../store/imports/rows.ts'
import type { Db } from '../../store/sql/db.ts'
import { inTransaction } from '../../store/sql/write-queue.ts'
import { isNew, ownOf, writtenBy } from './written.ts'

/**
 * Restoring what an earlier import wrote creates new versions, which are recorded as that import's own; otherwise
 * undoing that import would treat the resources as edited.
 */

/** More than one new version means that somebody did edit it. */
function handed(one: Written, undone: Written | undefined, version = 0): Written {
  const isRestored = undone?.before === one.after && version <= undone.after + 1
  return isRestored ? { ...one, after: version } : one
}

/**
 * Occurrences that nobody had edited before they were overridden are as their series created them, so they belong to the
 * import that created the series.
 */
async function occurrencesAsCreated(
  db: Db,
  restored: readonly ImportRow[],
): Promise<ReadonlyMap<number, readonly Written[]>> {
  const ofSeries = restored.map(
    (row) => [row.target!, ownOf(row).filter(({ id }) => id !== row.target)] as const,
  )
  const versions = new Map(ofSeries.flatMap(([, some]) => some.map(({ id, before }) => [id, before ?? 0])))
  const edited = await editedUpTo(db, versions)
  return new Map(ofSeries.map(([series, some]) => [series, some.filter(({ id }) => !edited.has(id))]))
}

export async function assignToEarlierImports(
  db: Db,
  imported: Import,
  kind: ResourceName,
  restored: readonly ImportRow[],
): Promise<void> {
  const undone = new Map(restored.flatMap(ownOf).map((one) => [one.id, one]))
  const latest = await latestVersions(db, kind, [...undone.keys()])
  const asCreated =
    kind === 'events' ? await occurrencesAsCreated(db, restored) : new Map<number, Written[]>()
  const writtenNow = (row: ImportRow): Written[] => {
    const written = writtenBy(row)
    const known = new Set(ownOf(row).map(({ id }) => id))
    const added = isNew(row) ? (asCreated.get(row.target!) ?? []).filter(({ id }) => !known.has(id)) : []
    return [
      ...written.map((one) =>
        one.kind === kind ? handed(one, undone.get(one.id), latest.get(one.id)) : one,
      ),
      ...added.map(({ id, before }) => ({ kind, id, before, after: latest.get(id) ?? 0 })),
    ]
  }
  const rows = await earlierRows(db, imported, kind, [...undone.keys()])
  await inTransaction(db, (trx) =>
    settleRows(
      trx,
      rows.map((row) => ({ ...row, written: JSON.stringify(writtenNow(row)) })),
    ),
  )
}
