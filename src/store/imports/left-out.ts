import type { Import } from './imports.ts'
import { skippingRows } from './rows.ts'
import type { Trx } from '../sql/write-queue.ts'

/** Records that were left out of an import with a schedule are left out of its runs too. */

/** Called when the import is started: until then, only rows that are left out have an outcome. */
export const keepLeftOut = (trx: Trx, id: number): Promise<unknown> =>
  trx
    .insertInto('import_left_out')
    .columns(['import', 'external_id'])
    .expression((eb) =>
      eb
        .selectFrom('import_rows')
        .select(['import', 'external_id'])
        .where('import', '=', id)
        .where('outcome', '=', 'skipped'),
    )
    .execute()

/** Skips these records in a run. */
export const skipLeftOut = (
  trx: Trx,
  { id, scheduled_by }: Pick<Import, 'id' | 'scheduled_by'>,
  reasons: string,
): Promise<unknown> =>
  skippingRows(trx, id, reasons)
    .where('external_id', 'in', (eb) =>
      eb.selectFrom('import_left_out').select('external_id').where('import', '=', scheduled_by),
    )
    .execute()
