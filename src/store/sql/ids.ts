import { idsOf } from '../../ids-of.ts'
import { insertRows } from './insert-rows.ts'
import type { Trx } from './write-queue.ts'

/** Reserves IDs that come from elsewhere and are unused here. */
export const takeIds = (
  trx: Trx,
  sequence: 'term_ids' | 'entry_ids',
  kind: string,
  ids: readonly number[],
): Promise<unknown> =>
  insertRows(
    trx,
    sequence,
    ids.map((id) => ({ id, kind })),
  )

/** Allocates new IDs, in ascending order. */
export async function allocateIds(
  trx: Trx,
  sequence: 'term_ids' | 'entry_ids',
  kind: string,
  count: number,
): Promise<number[]> {
  const rows = Array.from({ length: count }, () => ({ kind }))
  const given = await insertRows<{ id: number }>(trx, sequence, rows, 'returning id')
  return idsOf(given).toSorted((one, other) => one - other)
}
