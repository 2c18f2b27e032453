import { unavailable } from './errors.ts'

/** Runs one task at a time, such as decoding a picture, which takes hundreds of megabytes of memory. */
export class Gate {
  private isBusy = false
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maxWaiting: number) {}

  /** Waits for a turn; throws `unavailable` if too many tasks are already waiting. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= this.maxWaiting) throw unavailable(retrySeconds)
    return this.passPatiently(work)
  }

  /** Waits for a turn regardless of the number of waiting tasks, for background work. */
  async passPatiently<T>(work: () => Promise<T>): Promise<T> {
    if (this.isBusy) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.isBusy = true
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.isBusy = false
      else next()
    }
  }
}

const retrySeconds = 5
