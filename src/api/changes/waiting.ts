import { unavailable } from '../../errors.ts'
import type { Store } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'

/** Requests that are held until the data changes. One timer looks for all of them. */
export interface Waiting {
  /** Throws if as many are held as may be. */
  requireRoom(): void
  /** Does the work of a request that is held meanwhile. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** The same for pieces that are made as they are taken. */
  holdStream<T>(pieces: AsyncIterable<T>): AsyncIterable<T>
  /** Resolves when the data has another version than this, or when the waiting is over. */
  untilNewer(version: number | undefined, isOver: () => boolean): Promise<void>
}

const mostHeld = 100
const pollMs = 100

interface Waiter {
  readonly version: number | undefined
  readonly isOver: () => boolean
  readonly wake: () => void
}

export function createWaiting(store: Pick<Store, 'snapshot' | 'version'>, now: () => Instant): Waiting {
  const waiters = new Set<Waiter>()
  let held = 0
  let timer: NodeJS.Timeout | undefined

  /** The version after publishing what is due, because while all readers wait nobody else does that. */
  async function currentVersion(): Promise<number | undefined> {
    await store.snapshot(now())
    return store.version()
  }

  async function look() {
    // Where the database cannot be read, or was closed meanwhile, nothing is known to be newer.
    const version = await currentVersion().catch(() => undefined)
    for (const waiter of waiters) {
      const isNewer = version !== undefined && version !== waiter.version
      if (!isNewer && !waiter.isOver()) continue
      waiters.delete(waiter)
      waiter.wake()
    }
    timer = waiters.size > 0 ? setTimeout(() => void look(), pollMs) : undefined
  }

  function requireRoom() {
    if (held >= mostHeld) throw unavailable()
  }

  return {
    requireRoom,
    async hold(work) {
      requireRoom()
      held += 1
      return work().finally(() => (held -= 1))
    },
    async *holdStream(pieces) {
      held += 1
      try {
        yield* pieces
      } finally {
        held -= 1
      }
    },
    untilNewer: (version, isOver) =>
      new Promise((wake) => {
        waiters.add({ version, isOver, wake })
        timer ??= setTimeout(() => void look(), pollMs)
      }),
  }
}
