import { sql, type Transaction } from 'kysely'
import type { Row } from '../copy/read-rows.ts'
import type { TableName } from '../copy/tables.ts'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import { asUntyped } from '../sql/untyped.ts'
import { misfit } from './format.ts'

/** Inserts rows of an export, and names the line that the database refuses. */

type Trx = Transaction<Database>

export interface NumberedRow {
  /** Of the line in the export. */
  readonly number: number
  readonly row: Row
}

const insert = (trx: Trx, table: TableName, rows: readonly NumberedRow[]) =>
  asUntyped(trx)
    .insertInto(table)
    .values(rows.map(({ row }) => row))
    .execute()

/** If a batch is refused, its rows are inserted one by one, because the error does not tell which one it is. */
export async function insertBatch(
  dialect: Dialect,
  trx: Trx,
  table: TableName,
  rows: readonly NumberedRow[],
): Promise<void> {
  await sql`savepoint a_batch`.execute(trx)
  try {
    await insert(trx, table, rows)
  } catch (error) {
    if (dialect.isUnavailable(error)) throw error
    await sql`rollback to savepoint a_batch`.execute(trx)
    for (const one of rows) await insertOne(dialect, trx, table, one)
  }
}

async function insertOne(dialect: Dialect, trx: Trx, table: TableName, one: NumberedRow): Promise<void> {
  try {
    await insert(trx, table, [one])
  } catch (error) {
    if (dialect.isUnavailable(error)) throw error
    throw misfit(one.number, table, 'the database refuses it', error)
  }
}
