import type { Written } from '../../importing/write.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { editedUpTo, latestVersions } from '../../store/imports/edits.ts'
import type { Import, ImportRow } from '../../store/imports/imports.ts'
import { earlierRows, settleRows } from '../../store/imports/rows.ts'
import type { Db } from '../../store/sql/db.ts'
import { inTransaction } from '../../store/sql/write-queue.ts'
import { isNew, ownOf, restoredAmong, writtenBy } from './written.ts'

/**
 * Restoring what an earlier import wrote creates new versions, which are recorded as that import's own; otherwise
 * undoing that import would treat the resources as edited.
 */

/** Several new versions mean that somebody did edit it, unless all restore it: there is one for each language. */
function handed(one: Written, undone: Written | undefined, version: number, isRestored: boolean): Written {
  const isBack = undone?.before === one.after && (isRestored || version <= undone.after + 1)
  return isBack ? { ...one, after: version } : one
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
  const isBack = await restoredAmong(db, kind, [...undone.values()])
  const asCreated =
    kind === 'events' ? await occurrencesAsCreated(db, restored) : new Map<number, Written[]>()
  const versionOf = (id: number) => latest.get(id) ?? 0
  const writtenNow = (row: ImportRow): Written[] => {
    const known = new Set(ownOf(row).map(({ id }) => id))
    const added = isNew(row) ? (asCreated.get(row.target!) ?? []).filter(({ id }) => !known.has(id)) : []
    return [
      ...writtenBy(row).map((one) =>
        one.kind === kind ? handed(one, undone.get(one.id), versionOf(one.id), isBack.has(one.id)) : one,
      ),
      ...added.map(({ id, before }) => ({ kind, id, before, after: versionOf(id) })),
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
