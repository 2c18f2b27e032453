import { updateImport, type ImportRow } from '../store/imports/imports.ts'
import { rowsToWrite, settleRows } from '../store/imports/rows.ts'
import type { Db } from '../store/sql/db.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import type { ImportContext } from './context.ts'
import { reserveIds } from './source-ids.ts'
import { reasonsOf } from './reasons.ts'
import { writeRows } from './write.ts'

/**
 * Writes the rows of a preview. Each transaction also marks its rows, so that an interrupted run resumes where it
 * stopped.
 */

const batchSize = 200

const failed = (row: ImportRow, error: unknown): ImportRow => ({
  ...row,
  action: 'fail',
  reasons: JSON.stringify(reasonsOf(error)),
  outcome: 'failed',
})

/** If a batch fails, its rows are written one by one, so that an invalid record does not affect the others. */
async function writeOrDivide(db: Db, context: ImportContext, rows: readonly ImportRow[]): Promise<void> {
  const write = (run: (trx: Trx) => Promise<unknown>) => inTransaction(db, run)
  try {
    await write(async (trx) => {
      const open = await rowsToWrite(trx, context.imported.id, rows.length)
      const isOpen = new Set(open.map(({ position }) => position))
      await writeRows(
        trx,
        context,
        rows.filter(({ position }) => isOpen.has(position)),
      )
    })
  } catch (error) {
    if (reasonsOf(error) === undefined) throw error
    if (rows.length === 1) await write((trx) => settleRows(trx, [failed(rows[0]!, error)]))
    else for (const row of rows) await writeOrDivide(db, context, [row])
  }
}

export async function writeImport(
  db: Db,
  context: ImportContext,
  signal: AbortSignal,
  progress: (rows: number) => void = () => undefined,
): Promise<void> {
  let done = 0
  await reserveIds(db, context.imported)
  while (!signal.aborted) {
    const rows = await rowsToWrite(db, context.imported.id, batchSize)
    if (rows.length === 0) break
    await writeOrDivide(db, context, rows)
    progress((done += rows.length))
  }
  signal.throwIfAborted()
  const { id } = context.imported
  await updateImport(db, id, ['running'], { state: 'done', finished: context.site.now })
}
