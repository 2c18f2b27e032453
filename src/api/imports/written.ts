import { idsOf } from '../../ids-of.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import type { Written } from '../../importing/write.ts'
import { editedOccurrences, latestVersions, restoredSince } from '../../store/imports/edits.ts'
import type { ImportRow } from '../../store/imports/imports.ts'
import type { Reading } from '../../store/sql/db.ts'

/** What the rows of an import have written, and whether it was edited since. */

export const writtenBy = ({ written }: ImportRow) => JSON.parse(written ?? '[]') as Written[]

/** The resource of the row and, for a series, its occurrences; not the resources created along with it. */
export const ownOf = (row: ImportRow) => writtenBy(row).filter(({ kind }) => kind === row.kind)

const nothing = '{}'

/** The record from which the target came before; without it, all that its source says counts as new. */
export const recordBefore = (row: ImportRow): string =>
  ownOf(row).find(({ record }) => record !== undefined)?.record ?? nothing

/** Whether the import created the target: an event, or the series that an earlier event began. */
export const isNew = (row: ImportRow) =>
  ownOf(row).some(({ id, before }) => id === row.target && before === null)

/** The single event that the import made the first occurrence of a series. */
export const beginningOf = (row: ImportRow) => ownOf(row).find(({ beganSeries }) => beganSeries === true)

export const isCreated = (row: ImportRow) => isNew(row) && beginningOf(row) === undefined

/** Those of these resources of which nothing was written since but their former version. */
export async function restoredAmong(
  db: Reading,
  kind: ResourceName,
  own: readonly Written[],
): Promise<ReadonlySet<number>> {
  const restored = await restoredSince(db, kind, new Map(own.map(({ id, after }) => [id, after])))
  // What the import created has no former version, and an edit restores none.
  const isBack = ({ id, before }: Written) =>
    before !== null && (restored.get(id)?.every((version) => version === before) ?? false)
  return new Set(own.filter(isBack).map(({ id }) => id))
}

/** Those of these rows of one kind that were edited since, also in an occurrence of a series that the import created. */
export async function editedAmong(
  db: Reading,
  kind: ResourceName,
  rows: readonly ImportRow[],
): Promise<ReadonlySet<ImportRow>> {
  const own = rows.flatMap(ownOf)
  const latest = await latestVersions(db, kind, idsOf(own))
  const series = kind === 'events' ? rows.filter(isNew).map(({ target }) => target!) : []
  const written = new Set(idsOf(own))
  const occurrences = (await editedOccurrences(db, series)).filter(({ id }) => !written.has(id))
  const edited = new Set(occurrences.map((one) => one.series))
  // An undo that was interrupted, or that runs at the same time, has brought the former version back already.
  const restored = await restoredAmong(db, kind, own)
  const isChanged = ({ id, after }: Written) => (latest.get(id) ?? 0) !== after && !restored.has(id)
  const isEdited = (row: ImportRow) => edited.has(row.target!) || ownOf(row).some(isChanged)
  return new Set(rows.filter(isEdited))
}
