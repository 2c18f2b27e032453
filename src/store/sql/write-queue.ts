import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Db } from './db.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { mayBeRunAgain, runLongWrite, type TakeVersion } from './long-write.ts'
import { acquireInTime, type AcquireWriteLock } from './write-lock.ts'
import { runWriteGroup, type Derive, type Outcome } from './write-group.ts'

/**
 * Writes of one process share transactions (group commit): those that arrive during a commit share the next
 * transaction, so that one slow disk flush serves many. Each succeeds or fails on its own, and is acknowledged once it
 * is durable.
 */

export type Trx = Transaction<Database>

/** Work that is cheaper when it is done for many writes at once. */
export interface WriteBatch<Prepared, Result> {
  /** The results, in the order of `prepared`. */
  finish(trx: Trx, prepared: readonly Prepared[]): Promise<readonly Result[]>
}

export interface Write {
  readonly run: (trx: Trx) => Promise<unknown>
  readonly batch?: WriteBatch<unknown, unknown>
  /** Of two writes with the same name, the second sees the first finished. */
  readonly name?: string | undefined
  /** Whether it writes nothing before `finish`, so that a failure leaves nothing to undo. */
  readonly isReadOnlyUntilFinish?: boolean
}

interface QueuedWrite extends Write {
  readonly random: () => number
  readonly settle: (outcome: Outcome) => void
}

export interface WriteQueueOptions {
  /** Updates the data derived from the rows that a transaction has changed, before it commits. */
  readonly derive: Derive
  /**
   * Serializes writers to one SQLite file outside the database, because waiting inside SQLite would block the whole
   * process.
   */
  readonly acquireWriteLock?: AcquireWriteLock | undefined
}

const maxGroupSize = 32
const maxAttempts = 4
const maxRetryDelayMs = 50

/** How long to wait after a failure, because a small test write may succeed where larger ones still fail. */
const recoveryMs = 5_000

export class WriteQueue {
  private readonly queued: QueuedWrite[] = []
  private isRunning = false
  /** The last long write; they run one at a time, so that they do not occupy every connection. */
  private lastLong: Promise<unknown> = Promise.resolve()
  /** When the last transaction failed because of the database itself (`performance.now`). */
  private failedAt: number | undefined

  constructor(
    private readonly db: Kysely<Database>,
    private readonly dialect: Dialect,
    private readonly options: WriteQueueOptions,
  ) {}

  enqueue<T>(write: Write, random: () => number): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error as Error) : resolve(outcome.result as T)
      this.queued.push({ ...write, random, settle })
      if (!this.isRunning) void this.drain()
    })
  }

  /** Queues a write of many rows that blocks other writers as little as possible. */
  enqueueLong<T>(run: (trx: Trx, takeVersion: TakeVersion) => Promise<T>, random: () => number): Promise<T> {
    const ordinaryWrite = { run: (trx: Trx) => run(trx, () => Promise.resolve()) }
    if (this.dialect.waitBriefly === undefined) return this.enqueue(ordinaryWrite, random)
    const written = this.lastLong.then(() =>
      runLongWrite(this.db, this.dialect, this.options.derive, run).catch((error: unknown) => {
        if (!mayBeRunAgain(this.dialect, error)) throw error
        return this.enqueue<T>(ordinaryWrite, random)
      }),
    )
    this.lastLong = written.catch(() => undefined)
    return written
  }

  /** Whether writes succeed; some time after a failure, a test transaction checks whether the cause is gone. */
  async isWritable(): Promise<boolean> {
    try {
      this.dialect.requireIntact()
      if (this.failedAt === undefined) return true
      if (performance.now() - this.failedAt < recoveryMs) return false
      await this.withoutVersionChange((trx) =>
        trx
          .updateTable('state')
          .set(({ ref }) => ({ value: ref('value') }))
          .where('name', '=', 'version')
          .execute(),
      )
      this.failedAt = undefined
    } catch (error) {
      if (!this.dialect.isUnavailable(error)) throw error
      return false
    }
    return true
  }

  async withoutVersionChange<T>(run: (trx: Trx) => Promise<T>): Promise<T> {
    const release = await this.acquireWriteLock()
    try {
      return await this.db.transaction().execute(async (trx) => {
        await this.dialect.lockWriters(trx)
        return run(trx)
      })
    } finally {
      release()
    }
  }

  private acquireWriteLock(): Promise<() => void> {
    const { acquireWriteLock } = this.options
    return acquireWriteLock === undefined ? Promise.resolve(() => undefined) : acquireInTime(acquireWriteLock)
  }

  /** Groups writes that arrive in the same turn of the event loop, and lets requests run between groups. */
  private async drain(): Promise<void> {
    this.isRunning = true
    while (this.queued.length > 0) {
      await nextTurn()
      const release = await this.acquireWriteLock().catch((error: unknown) => this.failAll(error))
      if (release === undefined) continue
      const group = this.queued.splice(0, maxGroupSize)
      const outcomes = await this.runGroupOrEach(group).finally(release)
      group.forEach(({ settle }, index) => settle(outcomes[index]!))
    }
    this.isRunning = false
  }

  /** Fails all that is queued, because each group would wait for the lock as long as the first. */
  private failAll(error: unknown): undefined {
    if (this.dialect.isUnavailable(error)) this.failedAt = performance.now()
    for (const { settle } of this.queued.splice(0)) settle({ error })
  }

  /** If a group fails, its writes are run one by one, so that none fails because of another. */
  private async runGroupOrEach(group: readonly QueuedWrite[]): Promise<readonly Outcome[]> {
    try {
      const outcomes = await this.retryGroup(group)
      this.failedAt = undefined
      return outcomes
    } catch (error) {
      if (this.dialect.isUnavailable(error)) this.failedAt = performance.now()
      if (group.length === 1 || this.dialect.isUnavailable(error)) return group.map(() => ({ error }))
      const outcomes: Outcome[] = []
      for (const one of group) outcomes.push(...(await this.runGroupOrEach([one])))
      return outcomes
    }
  }

  private async retryGroup(group: readonly QueuedWrite[]): Promise<readonly Outcome[]> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await runWriteGroup(this.db, this.dialect, this.options.derive, group)
      } catch (error) {
        if (attempt >= maxAttempts || !this.dialect.isRetryable(error)) throw error
        await pause(group[0]!.random() * maxRetryDelayMs)
      }
  }
}

/** One write; it may be run again from the start after a conflict with another writer. */
export const inTransaction = <T>(
  { writes }: Pick<Db, 'writes'>,
  run: (trx: Trx) => Promise<T>,
  random: () => number = Math.random,
): Promise<T> => writes.enqueue({ run }, random)

/** The same for many rows that no other writer needs: others wait only at its end, if the database allows that. */
export const inLongTransaction = <T>(
  { writes }: Pick<Db, 'writes'>,
  run: (trx: Trx, takeVersion: TakeVersion) => Promise<T>,
): Promise<T> => writes.enqueueLong(run, Math.random)

/** A write that is prepared on its own and finished together with others of its batch. */
export const inBatch = <Prepared, Result>(
  { writes }: Pick<Db, 'writes'>,
  batch: WriteBatch<Prepared, Result>,
  run: (trx: Trx) => Promise<Prepared>,
  more: Pick<Write, 'name' | 'isReadOnlyUntilFinish'> = {},
): Promise<Result> =>
  writes.enqueue({ ...more, run, batch: batch as WriteBatch<unknown, unknown> }, Math.random)
