import { message } from '../locales/sentence.ts'
import { updateImport, type Import, type ImportRow } from '../store/imports/imports.ts'
import { rowsToWrite, settleRows } from '../store/imports/rows.ts'
import type { Db } from '../store/sql/db.ts'
import { dialectFor } from '../store/sql/dialects/dialect.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import type { ImportContext } from './context.ts'
import { reserveIds } from './source-ids.ts'
import { reasonsOf, type Reason } from './reasons.ts'
import { writeRows } from './write.ts'

/**
 * Writes the rows of a preview. Each transaction also marks its rows, so that an interrupted run resumes where it
 * stopped.
 */

const batchSize = 200

const failed = (row: ImportRow, reasons: readonly Reason[]): ImportRow => ({
  ...row,
  action: 'fail',
  reasons: JSON.stringify(reasons),
  outcome: 'failed',
})

type OnError = (error: unknown) => void

/** Why a record cannot be written; rethrows what another attempt may overcome. */
function refusalOf(db: Db, error: unknown): readonly Reason[] {
  const reasons = reasonsOf(error)
  if (reasons !== undefined) return reasons
  if (dialectFor(db).isRefusal(error)) return [message('The database cannot store this.')]
  throw error
}

/** If a batch fails, its rows are written one by one, so that an invalid record does not affect the others. */
async function writeOrDivide(
  db: Db,
  context: ImportContext,
  rows: readonly ImportRow[],
  onError: OnError,
): Promise<void> {
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
    const reasons = refusalOf(db, error)
    if (rows.length > 1) for (const row of rows) await writeOrDivide(db, context, [row], onError)
    else {
      if (reasonsOf(error) === undefined) onError(error)
      await write((trx) => settleRows(trx, [failed(rows[0]!, reasons)]))
    }
  }
}

interface Run {
  /**
   * Asked before each batch, because permissions are checked at the time of the write and an import may take minutes;
   * undefined if the author may no longer import.
   */
  readonly contextNow: () => Promise<ImportContext | undefined>
  readonly signal: AbortSignal
  readonly progress?: ((rows: number) => void) | undefined
  /** Called with an error of the database that fails only one record. */
  readonly onError: OnError
}

/** Returns false if the author may no longer import; what was written before stays. */
export async function writeImport(
  db: Db,
  imported: Import,
  { contextNow, signal, progress = () => undefined, onError }: Run,
): Promise<boolean> {
  let done = 0
  let context = await contextNow()
  if (context !== undefined) await reserveIds(db, imported)
  while (context !== undefined && !signal.aborted) {
    const rows = await rowsToWrite(db, imported.id, batchSize)
    if (rows.length === 0) break
    await writeOrDivide(db, context, rows, onError)
    progress((done += rows.length))
    context = await contextNow()
  }
  if (context === undefined) return false
  signal.throwIfAborted()
  await updateImport(db, imported.id, ['running'], { state: 'done', finished: context.site.now })
  return true
}
