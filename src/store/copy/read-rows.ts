import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { asUntyped } from '../sql/untyped.ts'
import { countOf } from '../sql/count.ts'
import type { Database } from '../sql/schema.ts'
import type { CopiedTable } from './tables.ts'

export type Row = Readonly<Record<string, unknown>>

/** The values of a row's key, in the order of its columns. */
export type Key = readonly unknown[]

export const keyOf = ({ key }: CopiedTable, row: Row): Key => key.map((column) => row[column])

const rowBatchSize = 200

/** The next rows of a table, in the order of its key. */
function rowsAfter(db: Kysely<Database>, { name, key }: CopiedTable, last?: Key): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return asUntyped(db)
    .selectFrom(name)
    .selectAll()
    .$if(last !== undefined, (query) => query.where(sql<boolean>`(${columns}) > (${sql.join([...last!])})`))
    .orderBy(columns)
    .limit(rowBatchSize)
    .execute()
}

/** All rows of a table, in batches. */
export async function* readBatches(
  db: Kysely<Database>,
  table: CopiedTable,
  last?: Key,
): AsyncGenerator<Row[]> {
  for (let from = last; ;) {
    const rows = await rowsAfter(db, table, from)
    if (rows.length > 0) yield rows
    if (rows.length < rowBatchSize) return
    from = keyOf(table, rows.at(-1)!)
  }
}

export const countRows = (db: Kysely<Database>, { name }: CopiedTable): Promise<number> =>
  countOf(asUntyped(db).selectFrom(name))

function digest(row: Row): bigint {
  const columns = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(columns)).digest().readBigUInt64BE()
}

interface Checksum {
  readonly count: number
  readonly sum: bigint
}

/** Equal for equal rows, regardless of their order. */
export async function checksum(
  db: Kysely<Database>,
  table: CopiedTable,
  onProgress: (count: number) => void = () => undefined,
): Promise<Checksum> {
  let [count, sum] = [0, 0n]
  for await (const rows of readBatches(db, table)) {
    for (const row of rows) sum = BigInt.asUintN(64, sum + digest(row))
    count += rows.length
    onProgress(rows.length)
  }
  return { count, sum }
}
