import { CompiledQuery } from 'kysely'
import { dialectFor, type Values } from './dialects/dialect.ts'
import { markPrepared } from './prepared-queries.ts'
import type { Database } from './schema.ts'
import type { Trx } from './write-queue.ts'

/** Inserts many rows in one or a few statements, with few different texts so that they stay prepared. */

/** Inserts rows, which may have different columns; missing columns are null. */
export async function insertRows<Returned = never>(
  trx: Trx,
  table: keyof Database,
  rows: readonly object[],
  rest = '',
): Promise<Returned[]> {
  if (rows.length === 0) return []
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
  const into = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})`
  const insertedRows: Returned[] = []
  for (const { text, parameters } of dialectFor(trx).insertSourcesFor(
    table,
    columns,
    rows as readonly Values[],
  )) {
    const query = CompiledQuery.raw(markPrepared(`${into} ${text} ${rest}`), [...parameters])
    insertedRows.push(...(await trx.executeQuery<Returned>(query)).rows)
  }
  return insertedRows
}
