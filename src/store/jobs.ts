import type { Db } from './sql/db.ts'
import type { JobTable } from './sql/schema.ts'
import type { Trx } from './sql/write-queue.ts'
import type { Instant } from '../time/index.ts'

/**
 * Work that follows from a write and takes too long for it. It is stored in the transaction of the write and done
 * afterwards, at least once: whoever takes a job moves its time ahead, so that another process takes it over if the
 * first one dies.
 */

/** Brings the target up to date; doing it again changes nothing. */
export type JobHandler = (target: number, signal: AbortSignal) => Promise<void>

/** Asks for work, or for doing it once more if it is being done already. */
export const enqueueJob = (trx: Trx, kind: string, target: number, due: Instant): Promise<unknown> =>
  trx
    .insertInto('jobs')
    .values({ kind, target, due, attempts: 0 })
    .onConflict((conflict) => conflict.columns(['kind', 'target']).doUpdateSet({ due, attempts: 0 }))
    .execute()

interface JobRunnerOptions {
  readonly db: Db
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly now: () => Instant
  /** How often a job is tried: five times, within an hour and a half, if absent. */
  readonly maxAttempts?: number
  readonly onError: (error: unknown, job: JobTable, isGivenUp: boolean) => void
}

export interface JobRunner {
  start(): void
  /** Looks for work now. */
  wake(): void
  /** Resolves when nothing is being done any more. */
  stop(): Promise<void>
}

/** Other processes enqueue work too, and this one may have died over it. */
const pollMs = 5_000
/** How long a job belongs to the process that does it and says so again and again. */
const leaseSeconds = 15
const renewalMs = 5_000
const usualAttempts = 5

const attemptsOf = ({ maxAttempts = usualAttempts }: JobRunnerOptions) => maxAttempts

/** A minute, then longer and longer. */
const pauseAfter = (attempts: number) => 60 * 4 ** (attempts - 1)

async function takeJob(options: JobRunnerOptions): Promise<JobTable | undefined> {
  const { db, now, handlers } = options
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('due', '<=', now())
    .where('kind', 'in', Object.keys(handlers))
    // A job that ends its process again and again is given up too.
    .where('attempts', '<', attemptsOf(options))
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

/** Nothing happens to a job that was asked for again meanwhile. */
const isStill = ({ kind, target, attempts }: JobTable) => ({ kind, target, attempts })

const postponeJob = ({ db, now }: JobRunnerOptions, job: JobTable, seconds: number): Promise<unknown> =>
  db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('jobs')
      .set({ due: now() + seconds })
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
    await handlers[job.kind]!(job.target, signal)
    return true
  } catch (error) {
    if (!signal.aborted) onError(error, job, job.attempts >= attemptsOf(options))
    return false
  }
}

/** What was interrupted by the end of this process is done by the next one at once. */
async function runJob(options: JobRunnerOptions, job: JobTable, signal: AbortSignal): Promise<void> {
  const renew = () => void postponeJob(options, job, leaseSeconds).catch(() => undefined)
  const renewal = setInterval(renew, renewalMs)
  const isFinished = await finishes(options, job, signal).finally(() => clearInterval(renewal))
  if (isFinished || job.attempts >= attemptsOf(options)) await removeJob(options, job)
  else await postponeJob(options, job, signal.aborted ? 0 : pauseAfter(job.attempts))
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWanted = false

  /** Until nothing is due; a database that is out of reach is asked again later. */
  async function work() {
    while (!stopping.signal.aborted) {
      isWanted = false
      const job = await takeJob(options).catch(() => undefined)
      if (job !== undefined)
        await runJob(options, job, stopping.signal).catch((error: unknown) =>
          options.onError(error, job, false),
        )
      else if (!isWanted) return
    }
  }

  function wake() {
    isWanted = true
    clearTimeout(timer)
    if (stopping.signal.aborted || working !== undefined) return
    working = work().finally(() => {
      working = undefined
      if (!stopping.signal.aborted) timer = setTimeout(wake, pollMs).unref()
    })
  }

  return {
    start: wake,
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
