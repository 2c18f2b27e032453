import { unavailable } from './errors.ts'

/** Lets one thing be worked on at a time, such as a picture, because a decoded one takes hundreds of megabytes. */
export class Gate {
  private isBusy = false
  private readonly waiting: (() => void)[] = []

  constructor(private readonly mostWaiting: number) {}

  /** Waits for a place; if too many wait already, the service is unavailable. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= this.mostWaiting) throw unavailable(retrySeconds)
    return this.passPatiently(work)
  }

  /** The same for work that nobody waits for. */
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
