import { CompiledQuery, type Transaction } from 'kysely'
import { dialectOf } from './dialects/of.ts'
import { keepPrepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** Rows as one parameter: however many there are, the database is asked once, and always in the same words. */

/** Inserts rows that need not all have the same columns; what one lacks is null there. */
export async function insertRows<Returned = never>(
  trx: Transaction<Database>,
  table: keyof Database,
  rows: readonly object[],
  rest = '',
): Promise<Returned[]> {
  if (rows.length === 0) return []
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
  const text = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) ${dialectOf(trx).rowsOf(table, columns)} ${rest}`
  const result = await trx.executeQuery<Returned>(
    CompiledQuery.raw(keepPrepared(text), [JSON.stringify(rows)]),
  )
  return result.rows
}
