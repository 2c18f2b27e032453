import { CompiledQuery, type Compilable, type DialectAdapter } from 'kysely'
import type { Reading } from './db.ts'

/**
 * Frequent queries are compiled once and reused with other parameters, because building a query costs more than
 * running it and identical SQL lets the server reuse its plan.
 */

type Value = string | number | null

/** The SQL of each shape, per database. */
type CompiledQueries = WeakMap<DialectAdapter, Map<string, string>>

const mark = '/* prepared */ '

/**
 * Whether a query is repeated with the same text, so that planning it once per connection pays off; the text is marked.
 */
export const isPrepared = (text: string): boolean => text.startsWith(mark)

export const markPrepared = (text: string): string => `${mark}${text}`

function sqlFor(
  compiledQueries: CompiledQueries,
  db: Reading,
  shape: string,
  build: () => Compilable,
): string {
  const { adapter } = db.getExecutor()
  const known = compiledQueries.get(adapter) ?? new Map<string, string>()
  compiledQueries.set(adapter, known)
  const sqlText = known.get(shape) ?? markPrepared(build().compile().sql)
  known.set(shape, sqlText)
  return sqlText
}

const run = async <Row>(db: Reading, sqlText: string, parameters: readonly Value[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(sqlText, [...parameters]))).rows

/** A query whose values become its parameters, one by one and in this order. The SQL depends only on their number. */
export function prepare<Row>(
  build: (db: Reading, values: readonly never[]) => Compilable<Row>,
): (db: Reading, values: readonly Value[]) => Promise<Row[]> {
  const compiledQueries: CompiledQueries = new WeakMap()
  return async (db, values) => {
    const sqlText = sqlFor(compiledQueries, db, String(values.length), () =>
      build(db, values as readonly never[]),
    )
    return run(db, sqlText, values)
  }
}

/** Pads a list by repeating its last value, so that lists of similar length share one SQL text. */
export const padToLength = <V>(values: readonly V[], length: number): V[] =>
  Array.from({ length }, (_, index) => values[index] ?? values.at(-1)!)

/**
 * Above this length lists are not padded, because databases limit the number of parameters (some tens of thousands)
 * and such lists are rare.
 */
const maxPaddedLength = 10_000

/** Up to 16 the next multiple of four, above that the next power of two. */
function paddedLength(count: number): number {
  if (count > maxPaddedLength) return count
  return count <= 16 ? Math.ceil(count / 4) * 4 : 2 ** Math.ceil(Math.log2(count))
}

/** A query by any number of IDs, which follow its other parameters. */
export function prepareByIds<Row>(
  build: (db: Reading, ids: readonly never[], values: readonly never[]) => Compilable<Row>,
): (db: Reading, ids: readonly Value[], values?: readonly Value[]) => Promise<Row[]> {
  const compiledQueries: CompiledQueries = new WeakMap()
  return async (db, ids, values = []) => {
    if (ids.length === 0) return []
    const padded = padToLength(ids, paddedLength(ids.length))
    const sqlText = sqlFor(compiledQueries, db, `${values.length} ${padded.length}`, () =>
      build(db, padded as readonly unknown[] as readonly never[], values as readonly never[]),
    )
    return run(db, sqlText, [...values, ...padded])
  }
}

export function preparedPerKey<Key extends object, Query>(
  make: (thing: Key) => Query,
): (thing: Key) => Query {
  const made = new WeakMap<Key, Query>()
  return (thing) => {
    const query = made.get(thing) ?? make(thing)
    made.set(thing, query)
    return query
  }
}
