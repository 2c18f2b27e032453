import { sql } from 'kysely'
import type { Dialect } from '../sql/dialects/dialect.ts'
import { asUntyped } from '../sql/untyped.ts'
import type { Row } from './read-rows.ts'
import type { TableName } from './tables.ts'
import type { Trx } from '../sql/write-queue.ts'

interface RowInsertion {
  readonly dialect: Dialect
  readonly trx: Trx
  readonly table: TableName
  readonly rows: readonly Row[]
  /** The error that names the row, by its position, that the database refuses. */
  readonly refused: (position: number, cause: Error) => Error
}

/** Inserts a batch. If it is refused, its rows are inserted one by one, because the error does not tell which one it is. */
export async function insertOrRefuse({ dialect, trx, table, rows, refused }: RowInsertion): Promise<void> {
  const insert = (some: readonly Row[]) => asUntyped(trx).insertInto(table).values(some).execute()
  await sql`savepoint a_batch`.execute(trx)
  try {
    await insert(rows)
  } catch (error) {
    if (dialect.isUnavailable(error)) throw error
    await sql`rollback to savepoint a_batch`.execute(trx)
    for (const [position, row] of rows.entries())
      await insert([row]).catch((cause: unknown) => {
        throw dialect.isUnavailable(cause) ? cause : refused(position, cause as Error)
      })
  }
}
