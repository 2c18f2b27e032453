import { unavailable } from '../errors.ts'

/** Bounds how many things are worked on at once: each decoded picture takes some hundred megabytes. */
export class Gate {
  private working = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Waits for a place; if too many wait already, the service is unavailable. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= this.mostWaiting) throw unavailable(retrySeconds)
    return this.passPatiently(work)
  }

  /** The same for work that nobody waits for. */
  async passPatiently<T>(work: () => Promise<T>): Promise<T> {
    if (this.working >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.working += 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.working -= 1
      else next()
    }
  }
}

const retrySeconds = 5
