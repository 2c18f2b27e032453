import type { Kysely } from 'kysely'
import { dialectFor, type OpenDatabase } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import { engineOf } from './copy-engines.ts'
import { copiedTables } from './tables.ts'

/** The last number that a column has assigned, so that no ID is assigned twice. */
export interface SequenceState {
  readonly table: string
  readonly column: string
  readonly last: number
}

export async function sequencesOf(source: OpenDatabase, from: Kysely<Database>): Promise<SequenceState[]> {
  const numbers: SequenceState[] = []
  for (const { name: table, autoIncrementColumn: column } of copiedTables)
    if (column !== undefined)
      numbers.push({ table, column, last: await engineOf(source).sequenceValue(from, table, column) })
  return numbers
}

export async function continueSequences(
  target: OpenDatabase,
  trx: Kysely<Database>,
  numbers: readonly SequenceState[],
): Promise<void> {
  for (const { table, column, last } of numbers) await engineOf(target).setSequence(trx, table, column, last)
}

export const continueSequence = (
  trx: Kysely<Database>,
  table: keyof Database,
  column: string,
  last: number,
): Promise<void> => engineOf({ dialect: dialectFor(trx) }).setSequence(trx, table, column, last)
