import { CompiledQuery, type Compilable, type DialectAdapter, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Queries of the hot paths are put into words once and then only given other values: building one costs more than
 * running it.
 */

type Value = string | number | null

/** SQL of one shape in the words of each database. */
type Wordings = WeakMap<DialectAdapter, Map<number, string>>

/**
 * A query whose values are, one by one and in this order, its parameters. As many values, the same words: a list of
 * ids may be of any length.
 */
export function prepare<Row>(
  build: (db: Kysely<Database>, values: readonly never[]) => Compilable<Row>,
): (db: Kysely<Database>, values: readonly Value[]) => Promise<Row[]> {
  const wordings: Wordings = new WeakMap()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    const known = wordings.get(adapter) ?? new Map<number, string>()
    wordings.set(adapter, known)
    let text = known.get(values.length)
    if (text === undefined) {
      text = build(db, values as readonly never[]).compile().sql
      known.set(values.length, text)
    }
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
