import { performance } from 'node:perf_hooks'

/** Leave to do a part of the work that is limited. */
export interface Permit {
  /** Lets the next one begin. */
  release(): void
}

/** A permit that is held longer no longer counts, because its holder waits for something. */
const longestHeldMs = 100

/** How often it is looked whether those who hold permits wait for something, while others wait for a permit. */
const idleCheckMs = 5

/** Below this share of the time, the thread has had nothing to do. */
const idleBelow = 0.5

/** Limits how many of those who ask for a permit work at a time; the others wait in order. */
export class ConcurrencyLimit {
  private active = 0
  private readonly waiting: (() => void)[] = []
  /** Releases permits that count, the longest held one first. */
  private readonly held = new Set<() => void>()
  private idleCheck: NodeJS.Timeout | undefined

  constructor(private readonly maximum: number) {}

  async acquire(): Promise<Permit> {
    if (this.active < this.maximum) this.active += 1
    else
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve)
        this.idleCheck ??= this.checkWhetherIdle()
      })
    return this.permit()
  }

  private permit(): Permit {
    const release = () => {
      if (!this.held.delete(release)) return
      clearTimeout(timer)
      this.passOn()
    }
    const timer = setTimeout(release, longestHeldMs)
    this.held.add(release)
    return { release }
  }

  /** In another turn of the event loop, so that those who need no permit are not held up by all who wait for one. */
  private passOn(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.active -= 1
    else setImmediate(next)
  }

  /** While hundreds wait, each of those who wait for a long query would hold up the rest for as long as a permit counts. */
  private checkWhetherIdle(): NodeJS.Timeout {
    let last = performance.eventLoopUtilization()
    const check = setInterval(() => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      if (this.waiting.length === 0) {
        clearInterval(check)
        this.idleCheck = undefined
      } else if (utilization < idleBelow) for (const release of this.held) release()
    }, idleCheckMs)
    return check
  }
}
