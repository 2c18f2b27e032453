import { unavailable } from '../../errors.ts'
import { clientOf } from '../../identity/clients.ts'
import { SharedBudget } from '../../shared-budget.ts'
import type { OperationRequest } from '../operation.ts'
import type { Store } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'

type Holder = Pick<OperationRequest, 'caller' | 'address'>

/** Requests held open until the data changes; a single timer polls for all of them. */
export interface Waiting {
  /**
   * Runs the work of a request, which counts as held until the work is done. Throws if the maximum number is already
   * held.
   */
  hold<T>(holder: Holder, work: () => Promise<T>): Promise<T>
  /** Like `hold`, until the response is closed; a stream may never begin, because its client has left. */
  holdUntilClosed(holder: Holder & Pick<OperationRequest, 'whenClosed'>): void
  /** Resolves when the version of the data differs from this one, or when `isOver` returns true. */
  untilNewer(version: number | undefined, isOver: () => boolean): Promise<void>
}

const maxHeld = 100

/**
 * How many of them may be anonymous, and from one address, because otherwise anybody could take the places of those who
 * have credentials, and one of all others.
 */
const [maxAnonymous, maxOfAddress] = [75, 25]

const pollMs = 100

interface Waiter {
  readonly version: number | undefined
  readonly isOver: () => boolean
  readonly wake: () => void
}

export function createWaiting(store: Pick<Store, 'snapshot' | 'version'>, now: () => Instant): Waiting {
  const waiters = new Set<Waiter>()
  const anonymous = new SharedBudget(maxAnonymous, maxOfAddress)
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

  /** Checks and counts in one step, because requests that arrive together would all find the same room. */
  function take({ caller, address }: Holder): () => void {
    const client = clientOf(caller, address)
    if (held >= maxHeld) throw unavailable()
    if (caller === undefined && !anonymous.take(client, 1)) throw unavailable()
    held += 1
    return () => {
      held -= 1
      if (caller === undefined) anonymous.release(client, 1)
    }
  }

  return {
    async hold(holder, work) {
      const release = take(holder)
      return work().finally(release)
    },
    holdUntilClosed(holder) {
      holder.whenClosed(take(holder))
    },
    untilNewer: (version, isOver) =>
      new Promise((wake) => {
        waiters.add({ version, isOver, wake })
        timer ??= setTimeout(() => void poll(), pollMs)
      }),
  }
}
