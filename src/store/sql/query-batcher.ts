import type { Reading } from './db.ts'

interface Waiting<Query, Result> {
  readonly query: Query
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches queries issued in the same event-loop turn, so that concurrent requests share one round trip. A query never
 * receives results that were read before it was issued. Results come in the order of the queries.
 */
export function batchQueries<Query, Result>(
  runBatch: (db: Reading, queries: readonly Query[]) => Promise<readonly Result[]>,
): (db: Reading, query: Query) => Promise<Result> {
  const gathered = new WeakMap<Reading, Waiting<Query, Result>[]>()

  function askAll(db: Reading) {
    const all = gathered.get(db)!
    gathered.delete(db)
    runBatch(
      db,
      all.map(({ query }) => query),
    ).then(
      (results) => all.forEach(({ resolve }, index) => resolve(results[index]!)),
      (error: unknown) => all.forEach(({ reject }) => reject(error)),
    )
  }

  return (db, query) =>
    new Promise((resolve, reject) => {
      const others = gathered.get(db)
      if (others !== undefined) return void others.push({ query, resolve, reject })
      gathered.set(db, [{ query, resolve, reject }])
      setImmediate(askAll, db)
    })
}
