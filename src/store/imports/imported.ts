import { groupBy } from '../../group-by.ts'
import type { Imported } from './imports.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { Trx } from '../sql/write-queue.ts'
import type { Reading } from '../sql/db.ts'
import type { LinkKind } from '../sql/schema.ts'

/** The resources imported from a source, by their identifiers in that source. */

export async function importedFrom(
  db: Reading,
  source: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, Imported>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported')
    .selectAll()
    .where('source', '=', source)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** The records of a source that were made of parts of others, which are named `uid#date`. */
export const partsFrom = (db: Reading, source: string): Promise<Imported[]> =>
  db
    .selectFrom('imported')
    .selectAll()
    .where('source', '=', source)
    .where('kind', '=', 'events')
    .where('external_id', 'like', '%#%')
    .execute()

/** The identifiers that these events have in a source, by event. */
export async function identifiersIn(
  db: Reading,
  source: string,
  events: readonly number[],
): Promise<ReadonlyMap<number, readonly Pick<Imported, 'target' | 'external_id'>[]>> {
  if (events.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported')
    .select(['target', 'external_id'])
    .where('source', '=', source)
    .where('kind', '=', 'events')
    .where('target', 'in', [...new Set(events)])
    .execute()
  return groupBy(rows, ({ target }) => target)
}

/** How often events from a source have each of these resources of a kind. */
export async function usesIn(
  db: Reading,
  source: string,
  kind: LinkKind,
  targets: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (targets.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported')
    .innerJoin('event_links', 'event_links.event_id', 'imported.target')
    .select((eb) => ['event_links.target', eb.fn.countAll().as('uses')])
    .where('imported.source', '=', source)
    .where('imported.kind', '=', 'events')
    .where('event_links.kind', '=', kind)
    .where('event_links.target', 'in', targets)
    .groupBy('event_links.target')
    .execute()
  return new Map(rows.map(({ target, uses }) => [target, Number(uses)]))
}

export const keepImported = (trx: Trx, rows: readonly Imported[]): Promise<unknown> =>
  insertRows(
    trx,
    'imported',
    rows,
    `on conflict ("source", "external_id") do update set target = excluded.target, record = excluded.record,
     version = excluded.version, edited = excluded.edited, occurrences = excluded.occurrences`,
  )

/** Records whose import was undone count as new again. */
export const forgetImported = (trx: Trx, source: string, externalIds: readonly string[]): Promise<unknown> =>
  externalIds.length === 0
    ? Promise.resolve()
    : trx
        .deleteFrom('imported')
        .where('source', '=', source)
        .where('external_id', 'in', externalIds)
        .execute()

/**
 * A resource that was reverted to its former values came from the record of that time. That it was reverted is no edit,
 * so it counts from its present version.
 */
export const revertImported = (
  trx: Trx,
  { source, external_id, ...present }: Omit<Imported, 'kind' | 'edited'>,
): Promise<unknown> =>
  trx
    .updateTable('imported')
    .set(present)
    .where('source', '=', source)
    .where('external_id', '=', external_id)
    .execute()
