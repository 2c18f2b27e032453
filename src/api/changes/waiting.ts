import { unavailable } from '../../errors.ts'
import type { Store } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'

/** Requests held open until the data changes; a single timer polls for all of them. */
export interface Waiting {
  /** Throws if the maximum number of requests is already held. */
  requireRoom(): void
  /** Runs the work of a request, which counts as held until the work is done. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Like `hold`, for a streamed response, whose pieces are produced as they are consumed. */
  holdStream<T>(pieces: AsyncIterable<T>): AsyncIterable<T>
  /** Resolves when the version of the data differs from this one, or when `isOver` returns true. */
  untilNewer(version: number | undefined, isOver: () => boolean): Promise<void>
}

const maxHeld = 100
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

  /** Publishes due entries before reading the version, because no other request may arrive to do so. */
  async function currentVersion(): Promise<number | undefined> {
    await store.snapshot(now())
    return store.version()
  }

  async function poll() {
    // If the database is unavailable or already closed, the version counts as unchanged.
    const version = await currentVersion().catch(() => undefined)
    for (const waiter of waiters) {
      const isNewer = version !== undefined && version !== waiter.version
      if (!isNewer && !waiter.isOver()) continue
      waiters.delete(waiter)
      waiter.wake()
    }
    timer = waiters.size > 0 ? setTimeout(() => void poll(), pollMs) : undefined
  }

  function requireRoom() {
    if (held >= maxHeld) throw unavailable()
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
        timer ??= setTimeout(() => void poll(), pollMs)
      }),
  }
}
