import { idsOf } from '../../ids-of.ts'
import type { Resource } from '../../resources/resource.ts'
import { insertRows } from './insert-rows.ts'
import type { Trx } from './write-queue.ts'

/** The largest value of an ID column; larger IDs do not exist. */
export const maxId = 2 ** 31 - 1

/** The sequence of IDs that a kind shares with others. */
export const idSequenceOf = ({ family }: Resource) => (family === 'terms' ? 'term_ids' : 'entry_ids')

type IdSequence = ReturnType<typeof idSequenceOf>

/** Reserves IDs that come from elsewhere and are unused here. */
export const takeIds = (
  trx: Trx,
  sequence: IdSequence,
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
  sequence: IdSequence,
  kind: string,
  count: number,
): Promise<number[]> {
  const rows = Array.from({ length: count }, () => ({ kind }))
  const given = await insertRows<{ id: number }>(trx, sequence, rows, 'returning id')
  return idsOf(given).toSorted((one, other) => one - other)
}
