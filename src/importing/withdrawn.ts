import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { editedOccurrences, latestVersions } from '../store/imports/edits.ts'
import { partsFrom } from '../store/imports/imported.ts'
import type { Imported } from '../store/imports/imports.ts'
import type { Database } from '../store/sql/schema.ts'
import { contentOf } from './context.ts'
import { knownOccurrences } from './known-occurrences.ts'
import type { FindParts } from './record.ts'

/** Records that a source has withdrawn, because it has what they say in another record by now. */

export const isWithdrawn = ({ record }: Imported): boolean => contentOf(record).withdrawn === true

export const partsFinder =
  (db: Kysely<Database>, source: string): FindParts =>
  async (uids) => {
    const wanted = new Set(uids)
    if (wanted.size === 0) return new Map()
    const uidOf = (externalId: string) => externalId.slice(0, externalId.lastIndexOf('#'))
    const parts = (await partsFrom(db, source))
      .filter((one) => wanted.has(uidOf(one.external_id)) && !isWithdrawn(one))
      .map((one) => ({ externalId: one.external_id, content: contentOf(one.record) }))
    return groupBy(parts, ({ externalId }) => uidOf(externalId))
  }

/** Those of these series of which an occurrence was edited since its import. */
export async function editedInOccurrence(
  db: Kysely<Database>,
  series: readonly Imported[],
): Promise<ReadonlySet<number>> {
  const known = new Map(
    series.map(({ target, occurrences }) => [target, knownOccurrences(occurrences) ?? {}]),
  )
  const written = await editedOccurrences(db, [...known.keys()])
  const latest = await latestVersions(
    db,
    'events',
    written.map(({ id }) => id),
  )
  const isEdited = ({ id, series: target }: (typeof written)[number]) => {
    const { version = 1, edited = [] } = known.get(target)?.[id] ?? {}
    return edited.length > 0 || latest.get(id)! > version
  }
  return new Set(written.filter(isEdited).map((one) => one.series))
}
