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

const pauseMs = 1_000

/** Following the feed, and sending, neither of which waits for the other. */
export const createWebhooks = (options: WebhookOptions): readonly Periodic[] => [
  periodically({
    pauseMs,
    onError: options.onError,
    work: (signal) => queueDeliveries(options, signal),
  }),
  createDeliveries(options),
]
