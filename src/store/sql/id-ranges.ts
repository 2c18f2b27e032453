import { sql, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** IDs after one, up to and including another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/**
 * Divides a column of IDs into ranges of about `rows` rows, so that work on whole tables takes many short statements: a
 * server limits how long one may take.
 */
export async function* idRanges(
  db: Kysely<Database>,
  table: keyof Database,
  column: string,
  rows: number,
): AsyncGenerator<IdRange> {
  const id = sql.ref(column)
  for (let after = 0; ;) {
    const found = await sql<{ last: number | null }>`
      select max(id) as last from (
        select ${id} as id from ${sql.table(table)} where ${id} > ${after} order by ${id} limit ${rows}
      ) as ahead`.execute(db)
    const { last } = found.rows[0]!
    if (last === null) return
    yield { after, upTo: last }
    after = last
  }
}

export const isWithin = (column: string, { after, upTo }: IdRange) =>
  sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo}`
