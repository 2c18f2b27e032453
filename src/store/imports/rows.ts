import { sql } from 'kysely'
import type { ResourceName } from '../../resources/kinds.ts'
import type { Action, Import, ImportRow } from './imports.ts'
import type { Db, Reading } from '../sql/db.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { Paging } from '../../resources/listing.ts'
import { selectRows } from '../sql/page.ts'
import type { Trx } from '../sql/write-queue.ts'

/** The rows that an import has read: what to do with each, and the outcome. */

export const actionsThatWrite = ['create', 'change'] as const

export const addRows = ({ writes }: Db, rows: readonly ImportRow[]): Promise<unknown> =>
  writes.withoutVersionChange((trx) => insertRows(trx, 'import_rows', rows))

/** Removes rows of records that a newer revision replaces while the source is read. */
export const removeRows = ({ writes }: Db, id: number, externalIds: readonly string[]): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx.deleteFrom('import_rows').where('import', '=', id).where('external_id', 'in', externalIds).execute(),
  )

/** Adds a reason to each of these rows, by position; those that are not there any more have been replaced. */
export const addReasons = (
  { writes }: Db,
  id: number,
  reasons: ReadonlyMap<number, object>,
): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    const rows = await rowsOf(trx, id)
      .where('position', 'in', [...reasons.keys()])
      .execute()
    const all = ({ position, reasons: former }: ImportRow) => [
      ...(JSON.parse(former) as object[]),
      reasons.get(position),
    ]
    await settleRows(
      trx,
      rows.map((row) => ({ ...row, reasons: JSON.stringify(all(row)) })),
    )
  })

const rowsOf = (db: Reading, id: number) => db.selectFrom('import_rows').selectAll().where('import', '=', id)

export const rowsToWrite = (db: Reading, id: number, limit: number): Promise<ImportRow[]> =>
  rowsOf(db, id)
    .where('action', 'in', actionsThatWrite)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Rows that have been written, last first. */
export const writtenRows = (db: Reading, id: number, limit: number): Promise<ImportRow[]> =>
  rowsOf(db, id).where('outcome', '=', 'written').orderBy('position', 'desc').limit(limit).execute()

/** The positions of those of these rows that are still written. */
export async function writtenAmong(
  db: Reading,
  id: number,
  positions: readonly number[],
): Promise<readonly number[]> {
  if (positions.length === 0) return []
  const rows = await db
    .selectFrom('import_rows')
    .select('position')
    .where('import', '=', id)
    .where('position', 'in', positions)
    .where('outcome', '=', 'written')
    .execute()
  return rows.map(({ position }) => position)
}

/** Rows that have written something, whatever has become of it since; last first, before a position. */
export const rowsThatWrote = (db: Reading, id: number, before: number, limit: number): Promise<ImportRow[]> =>
  rowsOf(db, id)
    .where('written', 'is not', null)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** Rows with which earlier imports of the source have written these resources. */
export const earlierRows = (
  db: Reading,
  { id, source }: Pick<Import, 'id' | 'source'>,
  kind: ResourceName,
  targets: readonly number[],
): Promise<ImportRow[]> =>
  db
    .selectFrom('import_rows')
    .selectAll()
    .where('import', 'in', (eb) =>
      eb.selectFrom('imports').select('id').where('source', '=', source).where('id', '<', id),
    )
    .where('kind', '=', kind)
    .where('target', 'in', targets)
    .where('outcome', '=', 'written')
    .execute()

/** Stores the outcomes of rows, in bulk. */
export const settleRows = (trx: Trx, rows: readonly ImportRow[]): Promise<unknown> =>
  insertRows(
    trx,
    'import_rows',
    rows,
    `on conflict ("import", "position") do update set action = excluded.action, reasons = excluded.reasons,
     target = excluded.target, outcome = excluded.outcome, written = excluded.written`,
  )

interface RowQuery extends Paging {
  readonly action?: Action | undefined
  /** Only rows whose resources may already exist. */
  readonly isSuspected?: boolean | undefined
}

/** Quotation marks in JSON strings are escaped, so this pattern never matches inside a text. */
const isSuspected = sql<boolean>`reasons like '%"suspected":%'`

/** In the order of the source. */
export async function listRows(
  db: Reading,
  id: number,
  { action, isSuspected: isWanted = false, ...paging }: RowQuery,
): Promise<{ rows: ImportRow[]; total: number }> {
  const all = db
    .selectFrom('import_rows')
    .where('import', '=', id)
    .where('action', '<>', 'note')
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(isWanted, (query) => query.where(isSuspected))
  return selectRows(all, all.selectAll().orderBy('position'), paging)
}

/** Notes of an import about its source as a whole. */
export const listNotes = (db: Reading, id: number): Promise<ImportRow[]> =>
  rowsOf(db, id).where('action', '=', 'note').orderBy('position').execute()

export interface RowCount {
  readonly import: number
  readonly kind: ResourceName
  readonly action: Action
  readonly outcome: ImportRow['outcome']
  readonly n: number
  /** How many of them may already exist. */
  readonly suspected: number
}

export async function countRows(db: Reading, ids: readonly number[]): Promise<RowCount[]> {
  if (ids.length === 0) return []
  const counted = await db
    .selectFrom('import_rows')
    .select(['import', 'kind', 'action', 'outcome'])
    .select((eb) => eb.fn.countAll().as('n'))
    .select(sql<number>`sum(case when ${isSuspected} then 1 else 0 end)`.as('suspected'))
    .where('import', 'in', ids)
    .where('action', '<>', 'note')
    .$narrowType<{ action: Action }>()
    .groupBy(['import', 'kind', 'action', 'outcome'])
    .execute()
  return counted.map((row) => ({ ...row, n: Number(row.n), suspected: Number(row.suspected) }))
}

/** Skips those rows of an import for which a condition, still to be added, is true. */
export const skippingRows = (trx: Trx, id: number, reasons: string) =>
  trx
    .updateTable('import_rows')
    .set({ action: 'skip', outcome: 'skipped', reasons })
    .where('import', '=', id)
    .where('action', 'in', actionsThatWrite)

/** Marks rows of a preview to be skipped: by line, by action, and those that may already exist. */
export const skipRows = (
  trx: Trx,
  id: number,
  { lines, actions, suspected }: SkippedRows,
  reasons: string,
): Promise<unknown> =>
  skippingRows(trx, id, reasons)
    .where((eb) =>
      eb.or([
        eb('line', 'in', [0, ...lines]),
        eb('action', 'in', ['fail', ...actions]),
        ...(suspected ? [isSuspected] : []),
      ]),
    )
    .execute()

export interface SkippedRows {
  readonly lines: readonly number[]
  readonly actions: readonly Action[]
  readonly suspected: boolean
}

/** Rows that were left unchanged when their import was undone. */
export const rowsLeft = (db: Reading, id: number): Promise<ImportRow[]> =>
  rowsOf(db, id).where('outcome', '=', 'left').orderBy('position').execute()
