import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

interface Waiting<Query, Result> {
  readonly question: Query
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches queries issued in the same event-loop turn, so that concurrent requests share one round trip. A query never
 * receives results that were read before it was issued. Results come in the order of the queries.
 */
export function batchQueries<Query, Result>(
  runBatch: (db: Db, questions: readonly Query[]) => Promise<readonly Result[]>,
): (db: Db, question: Query) => Promise<Result> {
  const gathered = new WeakMap<Db, Waiting<Query, Result>[]>()

  function askAll(db: Db) {
    const all = gathered.get(db)!
    gathered.delete(db)
    runBatch(
      db,
      all.map(({ question }) => question),
    ).then(
      (answers) => all.forEach(({ resolve }, index) => resolve(answers[index]!)),
      (error: unknown) => all.forEach(({ reject }) => reject(error)),
    )
  }

  return (db, question) =>
    new Promise((resolve, reject) => {
      const others = gathered.get(db)
      if (others !== undefined) return void others.push({ question, resolve, reject })
      gathered.set(db, [{ question, resolve, reject }])
      setImmediate(askAll, db)
    })
}
