import type { Instant } from '../time/index.ts'

/** Complete answers to anonymous readers, kept while nothing is written (see docs/architecture.md). */

export interface Prepared {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly tag: string
}

interface Remembered {
  readonly answer: Prepared
  readonly version: number
  /** From then on the clock alone may change the answer. */
  readonly until: Instant
}

export interface Memory {
  get(key: string, version: number, now: Instant): Prepared | undefined
  keep(key: string, version: number, until: Instant, answer: Prepared): void
}

/** What an entry costs beside its body, roughly. */
const overhead = 1_024

const sizeOf = (key: string, { body }: Prepared) => body.length + 2 * key.length + overhead

/** Bounded in bytes; what was not asked for longest goes first. */
export function createMemory(maximumBytes: number): Memory {
  const entries = new Map<string, Remembered>()
  let size = 0
  const forget = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined || !entries.delete(key)) return
    size -= sizeOf(key, entry.answer)
  }
  return {
    get(key, version, now) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.version !== version || now >= entry.until) return void forget(key)
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    keep(key, version, until, answer) {
      forget(key)
      if (sizeOf(key, answer) > maximumBytes / 16) return
      entries.set(key, { answer, version, until })
      size += sizeOf(key, answer)
      for (const oldest of entries.keys()) {
        if (size <= maximumBytes) break
        forget(oldest)
      }
    },
  }
}
