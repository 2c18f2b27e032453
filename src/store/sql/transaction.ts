import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { runTogether, type Outcome } from './group.ts'
import { dialectOf } from './dialects/of.ts'
import type { Database } from './schema.ts'
import { turnToWrite } from './turns.ts'

/**
 * Writes of one process share transactions: those that come while one is being committed are in the next, so that a
 * disk which takes its time is waited for once. Each is done or undone by itself, and answered when it is durable.
 */

type Trx = Transaction<Database>
type Db = Kysely<Database>

/** What many writes have in common and is cheaper for all of them at once. */
export interface Batch<Prepared, Result> {
  /** The results, in the order of what was prepared. */
  finish(trx: Trx, prepared: readonly Prepared[]): Promise<readonly Result[]>
}

export interface Write {
  readonly run: (trx: Trx) => Promise<unknown>
  readonly batch?: Batch<unknown, unknown>
  /** Of two with the same name the second sees the first finished. */
  readonly name?: string | undefined
  /** Until it is finished it leaves nothing that would have to be undone. */
  readonly onlyReads?: boolean
}

interface Waiting extends Write {
  readonly random: () => number
  readonly settle: (outcome: Outcome) => void
}

const together = 32
const tries = 4
const longestPause = 50

/** One write; it may be run again from its beginning, where another writer has spoilt it. */
export const inTransaction = <T>(
  db: Db,
  run: (trx: Trx) => Promise<T>,
  random: () => number = Math.random,
): Promise<T> => wait(db, { run }, random)

/** A write that is prepared by itself, and finished along with others of its batch. */
export const inBatch = <Prepared, Result>(
  db: Db,
  batch: Batch<Prepared, Result>,
  run: (trx: Trx) => Promise<Prepared>,
  more: Pick<Write, 'name' | 'onlyReads'> = {},
): Promise<Result> => wait(db, { ...more, run, batch: batch as Batch<unknown, unknown> }, Math.random)

/** For what readers cannot tell from what was there before: the version stays. */
export async function unseen<T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> {
  const letNext = await turnToWrite(db)
  try {
    return await db.transaction().execute(async (trx) => {
      await dialectOf(db).keepWritersOut(trx)
      return run(trx)
    })
  } finally {
    letNext()
  }
}

interface Queue {
  readonly waiting: Waiting[]
  isRunning: boolean
}

const queues = new WeakMap<Db, Queue>()

function queueOf(db: Db): Queue {
  const known = queues.get(db)
  if (known !== undefined) return known
  const queue = { waiting: [], isRunning: false }
  queues.set(db, queue)
  return queue
}

const wait = <T>(db: Db, write: Write, random: () => number): Promise<T> =>
  new Promise((resolve, reject) => {
    const queue = queueOf(db)
    const settle = (outcome: Outcome) =>
      'error' in outcome ? reject(outcome.error as Error) : resolve(outcome.result as T)
    queue.waiting.push({ ...write, random, settle })
    if (!queue.isRunning) void drain(db, queue)
  })

/** Those that arrive in the same turn of the event loop are taken together; then requests have theirs. */
async function drain(db: Db, queue: Queue): Promise<void> {
  queue.isRunning = true
  while (queue.waiting.length > 0) {
    await turn()
    const letNext = await turnToWrite(db).catch((error: unknown) => ({ error }))
    const group = queue.waiting.splice(0, together)
    const outcomes =
      'error' in letNext ? group.map(() => letNext) : await outcomesOf(db, group).finally(letNext)
    group.forEach(({ settle }, index) => settle(outcomes[index]!))
  }
  queue.isRunning = false
}

/** What cannot be finished together is done one by one, so that nobody has to pay for another's fault. */
async function outcomesOf(db: Db, group: readonly Waiting[]): Promise<readonly Outcome[]> {
  try {
    return await again(db, group)
  } catch (error) {
    if (group.length === 1 || dialectOf(db).isUnavailable(error)) return group.map(() => ({ error }))
    const outcomes: Outcome[] = []
    for (const one of group) outcomes.push(...(await outcomesOf(db, [one])))
    return outcomes
  }
}

async function again(db: Db, group: readonly Waiting[]): Promise<readonly Outcome[]> {
  const dialect = dialectOf(db)
  for (let left = tries; ; left -= 1)
    try {
      return await runTogether(db, dialect, group)
    } catch (error) {
      if (left <= 1 || !dialect.isRetryable(error)) throw error
      await pause(group[0]!.random() * longestPause)
    }
}
