import type { Store } from '../store/index.ts'
import { periodically, type Periodic } from '../store/periodic.ts'
import { deliverDue, type DeliverOptions } from './deliver.ts'
import { queueDeliveries } from './queue.ts'

/**
 * Sends changes to subscribed URLs (interface: Webhooks). Every process follows the feed. Positions in it and
 * deliveries are stored in one transaction, so that a crash loses nothing, and each delivery is claimed by one process
 * at a time.
 */

interface WebhookOptions extends DeliverOptions {
  readonly store: Store
  readonly languages: readonly string[]
  readonly onError: (error: unknown) => void
}

const pauseMs = 1_000

export const createWebhooks = (options: WebhookOptions): Periodic =>
  periodically({
    pauseMs,
    onError: options.onError,
    async work(signal) {
      await queueDeliveries(options, signal)
      await deliverDue(options, signal)
    },
  })
