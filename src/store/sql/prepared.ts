import { CompiledQuery, type Compilable, type DialectAdapter, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Queries of the hot paths are put into words once and then only given other values: building one costs more than
 * running it, and so does planning it, which a server does once for the same words.
 */

type Value = string | number | null

type Db = Kysely<Database>

/** SQL of one shape in the words of each database. */
type Wordings = WeakMap<DialectAdapter, Map<string, string>>

const mark = '/* prepared */ '

/** Whether a query is repeated with the same text, so that planning it once per connection pays. The text says so itself. */
export const isPrepared = (text: string): boolean => text.startsWith(mark)

export const markPrepared = (text: string): string => `${mark}${text}`

function wordsOf(wordings: Wordings, db: Db, shape: string, build: () => Compilable): string {
  const { adapter } = db.getExecutor()
  const known = wordings.get(adapter) ?? new Map<string, string>()
  wordings.set(adapter, known)
  const words = known.get(shape) ?? markPrepared(build().compile().sql)
  known.set(shape, words)
  return words
}

const run = async <Row>(db: Db, words: string, parameters: readonly Value[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(words, [...parameters]))).rows

/** A query whose values are, one by one and in this order, its parameters. As many values, the same words. */
export function prepare<Row>(
  build: (db: Db, values: readonly never[]) => Compilable<Row>,
): (db: Db, values: readonly Value[]) => Promise<Row[]> {
  const wordings: Wordings = new WeakMap()
  return async (db, values) => {
    const words = wordsOf(wordings, db, String(values.length), () => build(db, values as readonly never[]))
    return run(db, words, values)
  }
}

/** As many as that, the last one several times, so that lists of about the same length are asked for in the same words. */
export const filledUp = <V>(values: readonly V[], length: number): V[] =>
  Array.from({ length }, (_, index) => values[index] ?? values.at(-1)!)

/** So many are asked for as they are: databases take some ten thousand parameters, and it seldom happens. */
const many = 10_000

/** Up to a page of the usual size nearly as many as there are, of more the next power of two. */
function roundedUp(count: number): number {
  if (count > many) return count
  return count <= 16 ? Math.ceil(count / 4) * 4 : 2 ** Math.ceil(Math.log2(count))
}

/**
 * A query for what belongs to some ids, of which there may be any number, after its other parameters.
 */
export function prepareByIds<Row>(
  build: (db: Db, ids: readonly never[], values: readonly never[]) => Compilable<Row>,
): (db: Db, ids: readonly Value[], values?: readonly Value[]) => Promise<Row[]> {
  const wordings: Wordings = new WeakMap()
  return async (db, ids, values = []) => {
    if (ids.length === 0) return []
    const asked = filledUp(ids, roundedUp(ids.length))
    const words = wordsOf(wordings, db, `${values.length} ${asked.length}`, () =>
      build(db, asked as readonly unknown[] as readonly never[], values as readonly never[]),
    )
    return run(db, words, [...values, ...asked])
  }
}

/** One prepared query for each of the things that it is made for. */
export function preparedFor<Thing extends object, Query>(
  make: (thing: Thing) => Query,
): (thing: Thing) => Query {
  const made = new WeakMap<Thing, Query>()
  return (thing) => {
    const query = made.get(thing) ?? make(thing)
    made.set(thing, query)
    return query
  }
}
