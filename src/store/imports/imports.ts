import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import type { Instant } from '../../time/index.ts'
import { ensureJob } from '../jobs.ts'
import type { Db, Reading } from '../sql/db.ts'
import type { Database } from '../sql/schema.ts'
import type { ImportedTable, ImportRowTable, ImportTable } from '../sql/schema/imports.ts'
import type { Paging } from '../../resources/listing.ts'
import { selectRows } from '../sql/page.ts'
import type { Trx } from '../sql/write-queue.ts'

/** Imports: their states, their schedules and their retention. None of it appears in a resource. */

export type Import = Selectable<ImportTable>
export type NewImport = Omit<Import, 'id'>
export type ImportRow = ImportRowTable
export type Imported = ImportedTable
export type Action = Exclude<ImportRow['action'], 'note'>

/** How long an import can be undone, and a preview be run. */
export const importSeconds = 30 * 86_400

/** How long a run of a schedule is kept that wrote nothing, because a feed that is read often seldom changes. */
const idleRunSeconds = 86_400

/** Older responses of a source are not reused, because they may be outdated. */
export const pageSeconds = 86_400

export const createImport = ({ writes }: Db, row: NewImport): Promise<Import> =>
  writes.withoutVersionChange((trx) =>
    trx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow(),
  )

export const findImport = (db: Reading, id: number): Promise<Import | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Updates an import that is in one of these states; undefined if it is in another one. */
export const updateImport = (
  { writes }: Db,
  id: number,
  from: readonly Import['state'][],
  changes: Partial<NewImport>,
  alongside: (trx: Trx, changed: Import) => Promise<unknown> = () => Promise.resolve(),
): Promise<Import | undefined> =>
  writes.withoutVersionChange(async (trx) => {
    const changed = await trx
      .updateTable('imports')
      .set(changes)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returningAll()
      .executeTakeFirst()
    if (changed !== undefined) await alongside(trx, changed)
    return changed
  })

/** IDs of running imports for which no job of this kind is stored, so that nothing runs them. */
export async function runningWithoutJob(db: Reading, kind: string): Promise<readonly number[]> {
  const jobs = db.selectFrom('jobs').select('target').where('kind', '=', kind)
  const imports = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'running')
    .where('id', 'not in', jobs)
    .execute()
  return idsOf(imports)
}

/** Until the transaction ends, no other one that locks this import reads its rows. */
export const lockImport = (trx: Trx, id: number): Promise<unknown> =>
  trx
    .updateTable('imports')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .execute()

/** Lists omit imports that are being read, or whose reading was interrupted, because nothing of them can be used. */
const isRead = ({ eb, or }: ExpressionBuilder<Database, 'imports'>) =>
  or([eb('state', '<>', 'failed'), eb('finished', 'is not', null)])

/** Newest first. */
export async function listImports(
  db: Reading,
  paging: Paging,
): Promise<{ imports: Import[]; total: number }> {
  const read = db.selectFrom('imports').where(isRead)
  const { rows, total } = await selectRows(read, read.selectAll().orderBy('id', 'desc'), paging)
  return { imports: rows, total }
}

/** The most recent mapping of a source's columns to fields. */
export async function lastMapping(db: Reading, source: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('imports')
    .select('mapping')
    .where('source', '=', source)
    .where('mapping', '<>', '{}')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.mapping
}

/** A run of a schedule that has ended without writing anything, so that nothing of it can be undone. */
const isIdleRun = ({ eb, and, not, exists, selectFrom }: ExpressionBuilder<Database, 'imports'>) =>
  and([
    eb('scheduled_by', 'is not', null),
    eb('state', '=', 'done'),
    not(
      exists(
        selectFrom('import_rows')
          .select('position')
          .whereRef('import', '=', 'imports.id')
          .where('outcome', '=', 'written'),
      ),
    ),
  ])

async function deleteImports(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.deleteFrom('import_rows').where('import', 'in', ids).execute()
  await trx.deleteFrom('import_left_out').where('import', 'in', ids).execute()
  await trx.deleteFrom('imports').where('id', 'in', ids).execute()
}

/** Deletes an import that was not read to its end. */
export const discardImport = ({ writes }: Db, id: number): Promise<void> =>
  writes.withoutVersionChange((trx) => deleteImports(trx, [id]))

/** Deletes imports that can no longer be run or undone. */
export async function forgetImports(db: Db, now: Instant): Promise<void> {
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where((builder) =>
      builder.or([
        builder('created', '<', now - importSeconds),
        builder.and([builder('created', '<', now - idleRunSeconds), isIdleRun(builder)]),
      ]),
    )
    .where('state', '<>', 'running')
    .where('schedule', 'is', null)
    .execute()
  const ids = idsOf(old)
  await db.writes.withoutVersionChange(async (trx) => {
    await trx
      .deleteFrom('import_pages')
      .where('fetched', '<', now - pageSeconds)
      .execute()
    await deleteImports(trx, ids)
  })
}

/** Clocks of several processes may differ by this much. */
const clockToleranceSeconds = 300

/** Computes next runs again that are too late, because they were set while the clock was ahead. */
export async function bringForward(
  db: Db,
  now: Instant,
  next: (one: Pick<Import, 'schedule'>, after: Instant) => Instant | null,
): Promise<void> {
  const waiting = await db
    .selectFrom('imports')
    .select(['id', 'schedule', 'due'])
    .where('due', '>', now + clockToleranceSeconds)
    .execute()
  for (const one of waiting) {
    const due = next(one, now + clockToleranceSeconds)
    if (due === null || due >= one.due!) continue
    await db.writes.withoutVersionChange((trx) =>
      trx.updateTable('imports').set({ due }).where('id', '=', one.id).where('due', '=', one.due).execute(),
    )
  }
}

export const scheduledJob = 'scheduled-import'

/**
 * Takes a due scheduled import by moving its due time ahead; undefined if there is none. A job remains until the source
 * has been read, so a process that stops or dies meanwhile loses nothing.
 */
export async function takeScheduled(
  db: Db,
  now: Instant,
  next: (one: Import) => Instant | null,
): Promise<Import | undefined> {
  const due = await db
    .selectFrom('imports')
    .selectAll()
    .where('due', '<=', now)
    .orderBy('due')
    .executeTakeFirst()
  if (due === undefined) return undefined
  return db.writes.withoutVersionChange(async (trx) => {
    const taken = await trx
      .updateTable('imports')
      .set({ due: next(due) })
      .where('id', '=', due.id)
      .where(sql.ref('due'), '=', due.due)
      .returningAll()
      .executeTakeFirst()
    if (taken !== undefined) await ensureJob(trx, scheduledJob, taken.id, now)
    return taken
  })
}

/** The runs of a scheduled import, newest first. */
export const runsOf = (db: Reading, id: number, limit: number): Promise<Import[]> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('scheduled_by', '=', id)
    .where(isRead)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
