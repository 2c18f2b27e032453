import type { Kysely } from 'kysely'
import { isDue } from './due.ts'
import { periodically, type Wakeable } from './periodic.ts'
import type { Db } from './sql/db.ts'
import type { Database } from './sql/schema.ts'
import type { JobTable } from './sql/schema/work.ts'
import type { Trx } from './sql/write-queue.ts'
import type { Instant } from '../time/index.ts'

/**
 * Background work that results from a write but takes too long for its transaction. A job is stored in the transaction
 * of the write and run afterwards, at least once: a process that takes a job moves its due time ahead, so that another
 * process takes over if the first one dies.
 */

/** Brings the target up to date. Must be idempotent. */
export type JobHandler = (target: number, signal: AbortSignal) => Promise<void>

const insertJob = (trx: Trx, kind: string, target: number, due: Instant) =>
  trx.insertInto('jobs').values({ kind, target, due, attempts: 0 })

/** Enqueues a job; one that is already running will run once more. */
export const enqueueJob = (trx: Trx, kind: string, target: number, due: Instant): Promise<unknown> =>
  insertJob(trx, kind, target, due)
    .onConflict((conflict) => conflict.columns(['kind', 'target']).doUpdateSet({ due, attempts: 0 }))
    .execute()

/** How long a process owns a job without renewing its lease. */
const leaseSeconds = 15

/**
 * Enqueues a job. One that waits for another attempt has it now, but no more attempts than before, so that work which
 * is due more often than it is tried again is given up like all other; one that is running is enough.
 */
export const ensureJob = (trx: Trx, kind: string, target: number, due: Instant): Promise<unknown> =>
  insertJob(trx, kind, target, due)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'target'])
        .doUpdateSet({ due })
        .where('jobs.due', '>', due + leaseSeconds),
    )
    .execute()

export const hasJob = async (db: Kysely<Database>, kind: string, target: number): Promise<boolean> =>
  (await db
    .selectFrom('jobs')
    .select('target')
    .where((eb) => eb.and({ kind, target }))
    .executeTakeFirst()) !== undefined

interface JobRunnerOptions {
  readonly db: Db
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly now: () => Instant
  /** How often a job is attempted; by default five times, within an hour and a half. */
  readonly maxAttempts?: number
  readonly onError: (error: unknown, job: JobTable, isGivenUp: boolean) => void
}

/** Polls, because other processes enqueue jobs too, and a process may have died while running one. */
const pollMs = 5_000
const renewalMs = 5_000
const defaultMaxAttempts = 5

const attemptsOf = ({ maxAttempts = defaultMaxAttempts }: JobRunnerOptions) => maxAttempts

const isLast = (options: JobRunnerOptions, { attempts }: JobTable) => attempts >= attemptsOf(options)

/** One minute, then four times as long after each attempt. */
const pauseAfter = (attempts: number) => 60 * 4 ** (attempts - 1)

async function takeJob(options: JobRunnerOptions): Promise<JobTable | undefined> {
  const { db, now, handlers } = options
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where(isDue(now(), pauseAfter(attemptsOf(options))))
    .where('kind', 'in', Object.keys(handlers))
    .orderBy('due')
    .executeTakeFirst()
  if (job === undefined) return undefined
  return db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('jobs')
      .set({ due: now() + leaseSeconds, attempts: job.attempts + 1 })
      .where('kind', '=', job.kind)
      .where('target', '=', job.target)
      .where('due', '=', job.due)
      .where('attempts', '=', job.attempts)
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Enqueueing resets `attempts`, so a job that was enqueued again while it ran no longer matches. */
const isStill = ({ kind, target, attempts }: JobTable) => ({ kind, target, attempts })

const postponeJob = (
  { db, now }: JobRunnerOptions,
  job: JobTable,
  seconds: number,
  attempts = job.attempts,
): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('jobs')
      .set({ due: now() + seconds, attempts })
      .where((eb) => eb.and(isStill(job)))
      .execute(),
  )

const removeJob = ({ db }: JobRunnerOptions, job: JobTable): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) =>
    trx
      .deleteFrom('jobs')
      .where((eb) => eb.and(isStill(job)))
      .execute(),
  )

async function finishes(options: JobRunnerOptions, job: JobTable, signal: AbortSignal): Promise<boolean> {
  const { handlers, onError } = options
  try {
    // Only a job whose last attempt has ended the process is taken once more.
    if (job.attempts > attemptsOf(options)) throw new Error('every attempt has ended the process')
    await handlers[job.kind]!(job.target, signal)
    return true
  } catch (error) {
    if (!signal.aborted) onError(error, job, isLast(options, job))
    return false
  }
}

/** A job interrupted by shutdown is due at once and loses no attempt, so that the next process resumes it. */
async function runJob(options: JobRunnerOptions, job: JobTable, signal: AbortSignal): Promise<void> {
  const renew = () => void postponeJob(options, job, leaseSeconds).catch(() => undefined)
  const renewal = setInterval(renew, renewalMs)
  const isFinished = await finishes(options, job, signal).finally(() => clearInterval(renewal))
  if (isFinished || (isLast(options, job) && !signal.aborted)) await removeJob(options, job)
  else if (signal.aborted) await postponeJob(options, job, 0, job.attempts - 1)
  else await postponeJob(options, job, pauseAfter(job.attempts))
}

export function createJobRunner(options: JobRunnerOptions): Wakeable {
  /** Runs jobs until none is due. */
  async function work(signal: AbortSignal) {
    while (!signal.aborted) {
      const job = await takeJob(options)
      if (job === undefined) return
      await runJob(options, job, signal).catch((error: unknown) => options.onError(error, job, false))
    }
  }
  // If the database is unreachable, the next poll tries again.
  return periodically({ work, pauseMs: pollMs, onError: () => undefined })
}
