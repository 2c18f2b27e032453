import { setTimeout as pause } from 'node:timers/promises'
import type { Dialect } from './dialects/dialect.ts'

/** How long reads wait for an attempt, and how long after a failed one none is made. */
const [maxWaitMs, recoveryMs] = [500, 2_000]

/**
 * A write that reads cause, such as the publication of entries that are due. Reads must be answered while the database
 * accepts no writes, so they share one attempt at a time and wait for it only briefly.
 */
export class WriteForReads<T> {
  private attempt: Promise<T | undefined> | undefined
  private retryAt = 0

  constructor(private readonly dialect: Pick<Dialect, 'isUnavailable'>) {}

  /** The result of the attempt in progress, or of a new one; undefined if it failed or takes long. */
  async run(write: () => Promise<T>): Promise<T | undefined> {
    if (this.attempt === undefined && performance.now() < this.retryAt) return undefined
    return (this.attempt ??= this.begin(write))
  }

  private begin(write: () => Promise<T>): Promise<T | undefined> {
    const done = write()
      .catch((error: unknown) => {
        if (!this.dialect.isUnavailable(error)) throw error
        this.retryAt = performance.now() + recoveryMs
        return undefined
      })
      .finally(() => (this.attempt = undefined))
    return Promise.race([done, pause(maxWaitMs, undefined, { ref: false })])
  }
}
