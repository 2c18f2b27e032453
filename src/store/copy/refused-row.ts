import type { Kysely } from 'kysely'
import { DatabaseError } from '../open.ts'
import { asUntyped } from '../sql/untyped.ts'
import type { Database } from '../sql/schema.ts'
import { keyOf, type Row } from './read-rows.ts'
import type { CopiedTable } from './tables.ts'

export const insertRows = (trx: Kysely<Database>, { name }: CopiedTable, rows: readonly Row[]) =>
  asUntyped(trx).insertInto(name).values(rows).execute()

class Undone extends Error {}

/** Inserts a row by itself and takes it back. Returns why the database refuses it; undefined if it does not. */
const refusalOf = (db: Kysely<Database>, table: CopiedTable, row: Row): Promise<Error | undefined> =>
  db
    .transaction()
    .execute(async (trx) => {
      await insertRows(trx, table, [row])
      throw new Undone()
    })
    .catch((error: Error) => (error instanceof Undone ? undefined : error))

/** Names the row because of which these rows were refused; the first one if none is refused by itself. */
export async function refusedRows(
  db: Kysely<Database>,
  table: CopiedTable,
  rows: readonly Row[],
  cause: unknown,
): Promise<DatabaseError> {
  for (const row of rows) {
    const refusal = await refusalOf(db, table, row)
    if (refusal !== undefined) return refused(`a row of ${table.name}`, table, row, refusal)
  }
  return refused(`rows of ${table.name}, starting with that`, table, rows[0]!, cause as Error)
}

const refused = (what: string, table: CopiedTable, row: Row, cause: Error) =>
  new DatabaseError(
    `The target rejected ${what} with the key ${keyOf(table, row).join(' ')}: ${cause.message}.`,
    { cause },
  )
