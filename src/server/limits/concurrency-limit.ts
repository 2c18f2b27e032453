/** Leave to do a part of the work that is limited. */
export interface Permit {
  /** Lets the next one begin. */
  release(): void
}

/** A permit that is held longer no longer counts, because its holder waits for something. */
const longestHeldMs = 100

/** Limits how many of those who ask for a permit work at a time; the others wait in order. */
export class ConcurrencyLimit {
  private active = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maximum: number) {}

  async acquire(): Promise<Permit> {
    if (this.active < this.maximum) this.active += 1
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    return this.permit()
  }

  private permit(): Permit {
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      clearTimeout(timer)
      this.passOn()
    }
    const timer = setTimeout(release, longestHeldMs)
    return { release }
  }

  /** In another turn of the event loop, so that those who need no permit are not held up by all who wait for one. */
  private passOn(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.active -= 1
    else setImmediate(next)
  }
}
