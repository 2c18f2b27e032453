import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Questions of one turn of the event loop are put to the database together: requests that arrive at the same time wait
 * for it once. Nobody is answered by what was asked before they came. The answers come in the order of the questions.
 */
export function askTogether<Question, Answer>(
  ask: (db: Db, questions: readonly Question[]) => Promise<readonly Answer[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const gathered = new WeakMap<Db, Waiting<Question, Answer>[]>()

  function askAll(db: Db) {
    const all = gathered.get(db)!
    gathered.delete(db)
    ask(
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
