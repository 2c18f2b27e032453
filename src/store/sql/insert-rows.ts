import { CompiledQuery, type Transaction } from 'kysely'
import { dialectOf, type Values } from './dialects/dialect.ts'
import { markPrepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** Many rows at once: the database is asked once, or a few times, and always in the same words. */

/** Inserts rows that need not all have the same columns; what one lacks is null there. */
export async function insertRows<Returned = never>(
  trx: Transaction<Database>,
  table: keyof Database,
  rows: readonly object[],
  rest = '',
): Promise<Returned[]> {
  if (rows.length === 0) return []
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
  const into = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})`
  const returned: Returned[] = []
  for (const { text, parameters } of dialectOf(trx).rowsOf(table, columns, rows as readonly Values[])) {
    const query = CompiledQuery.raw(markPrepared(`${into} ${text} ${rest}`), [...parameters])
    returned.push(...(await trx.executeQuery<Returned>(query)).rows)
  }
  return returned
}
