import { sql } from 'kysely'
import { groupBy } from '../../group-by.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { isByOccurrence, type State } from '../history/state.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Reading } from '../sql/db.ts'

/** Finds what editors have changed since an import. */

/** The latest version of each of these resources. */
export async function latestVersions(
  db: Reading,
  kind: ResourceName,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select('id')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, Number(version)]))
}

/** The versions after the oldest of the given ones; what else is read of them, such as the long `former`, is added. */
const versionsAfterOldest = (db: Reading, kind: ResourceName, versions: ReadonlyMap<number, number>) =>
  db
    .selectFrom('history')
    .select(['id', 'version'])
    .where('kind', '=', kind)
    .where('id', 'in', [...versions.keys()])
    .where('version', '>', Math.min(...versions.values()))

/** What the versions after the given ones restored, by ID; null for a version that is no restoration. */
export async function restoredSince(
  db: Reading,
  kind: ResourceName,
  versions: ReadonlyMap<number, number>,
): Promise<Map<number, readonly (number | null)[]>> {
  if (versions.size === 0) return new Map()
  const rows = await versionsAfterOldest(db, kind, versions).select('restored').execute()
  const later = rows.filter(({ id, version }) => version > versions.get(id)!)
  return new Map(
    [...groupBy(later, ({ id }) => id)].map(([id, some]) => [id, some.map(({ restored }) => restored)]),
  )
}

/**
 * Names of the fields changed by versions after the given ones, by ID. A date that was deleted or came back changes no
 * rule, so that the series goes on following that of its source.
 */
export async function editedSince(
  db: Reading,
  kind: ResourceName,
  versions: ReadonlyMap<number, number>,
): Promise<Map<number, readonly string[]>> {
  if (versions.size === 0) return new Map()
  const rows = await versionsAfterOldest(db, kind, versions).select('former').execute()
  const edited = new Map<number, readonly string[]>()
  for (const { id, version, former } of rows) {
    const state = JSON.parse(former) as State
    if (version > versions.get(id)! && !isByOccurrence(state))
      edited.set(id, [...(edited.get(id) ?? []), ...Object.keys(state)])
  }
  return edited
}

/** Those of these events that had been edited when they had the given versions. */
export async function editedUpTo(
  db: Reading,
  versions: ReadonlyMap<number, number>,
): Promise<ReadonlySet<number>> {
  if (versions.size === 0) return new Set()
  const rows = await db
    .selectFrom('history')
    .select('id')
    .select((eb) => eb.fn.min('version').as('first'))
    .where('kind', '=', 'events')
    .where('id', 'in', [...versions.keys()])
    .where('action', '<>', 'created')
    .groupBy('id')
    .execute()
  return new Set(rows.filter(({ id, first }) => Number(first) <= versions.get(id)!).map(({ id }) => id))
}

/**
 * The edited occurrences of these series, with their series. Begins with the occurrences, because the history has no
 * index on what was changed.
 */
export const editedOccurrences = prepareByIds<{ id: number; series: number }>((db, series) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent as series'])
    .where('recurrence_id', 'is not', null)
    .where('post_parent', 'in', series)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('history')
          .select('history.id')
          .where('history.kind', '=', sql.lit('events'))
          .whereRef('history.id', '=', 'events.id')
          .where('history.action', '<>', sql.lit('created')),
      ),
    ),
)
