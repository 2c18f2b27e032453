import type { RandomBytes } from '../identity/secrets.ts'
import type { Store } from '../store/index.ts'
import { periodically, type Periodic } from '../store/periodic.ts'
import { createDeliveries, type DeliverOptions } from './deliver.ts'
import { queueDeliveries } from './queue.ts'

/**
 * Sends changes to subscribed URLs (interface: Webhooks). Every process follows the feed. Positions in it and
 * deliveries are stored in one transaction, so that a crash loses nothing, and each delivery is claimed by one process
 * at a time.
 */

interface WebhookOptions extends DeliverOptions {
  readonly store: Store
  readonly random: RandomBytes
  readonly languages: readonly string[]
}

/** How often the version of the data is looked at, which costs no query as a rule. */
const pauseMs = 100

/** Without a new version webhooks are looked at that rarely, because one may have been switched on. */
const pausesBetweenRuns = 10

/** Queues what is new at once, if anybody subscribes. */
function following(options: WebhookOptions, onQueued: () => void): (signal: AbortSignal) => Promise<void> {
  const { store, now } = options
  let hasSubscribers = false
  let version: number | undefined
  let pauses = pausesBetweenRuns
  return async (signal) => {
    pauses += 1
    const isDue = pauses >= pausesBetweenRuns
    if (!hasSubscribers && !isDue) return
    // Publishes what is due, because no request may arrive to do so.
    await store.snapshot(now())
    const latest = store.version()
    if (latest === version && !isDue) return
    const queued = await queueDeliveries(options, signal)
    ;[version, pauses, hasSubscribers] = [latest, 0, queued.subscribers > 0]
    if (queued.deliveries > 0) onQueued()
  }
}

/** Following the feed, and sending, neither of which waits for the other. */
export function createWebhooks(options: WebhookOptions): readonly Periodic[] {
  const deliveries = createDeliveries(options)
  const work = following(options, () => deliveries.wake())
  return [periodically({ pauseMs, onError: options.onError, work }), deliveries]
}
