import type { Transaction } from 'kysely'
import { insertRows } from './insert-rows.ts'
import type { Database } from './schema.ts'

/** Ids that come from elsewhere, and that nothing has here. */
export const takeIds = (
  trx: Transaction<Database>,
  sequence: 'term_ids' | 'entry_ids',
  kind: string,
  ids: readonly number[],
): Promise<unknown> =>
  insertRows(
    trx,
    sequence,
    ids.map((id) => ({ id, kind })),
  )

/** In the order in which they were given. */
export async function allocateIds(
  trx: Transaction<Database>,
  sequence: 'term_ids' | 'entry_ids',
  kind: string,
  count: number,
): Promise<number[]> {
  const rows = Array.from({ length: count }, () => ({ kind }))
  const given = await insertRows<{ id: number }>(trx, sequence, rows, 'returning id')
  return given.map(({ id }) => id).toSorted((one, other) => one - other)
}
