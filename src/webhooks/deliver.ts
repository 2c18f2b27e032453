import type { Outgoing } from '../outgoing/index.ts'
import type { Db } from '../store/sql/db.ts'
import {
  disableWebhook,
  findWebhook,
  settleDelivery,
  takeDeliveries,
  type Delivery,
  type Webhook,
} from '../store/webhooks.ts'
import type { Instant } from '../time/index.ts'
import { signed } from './signature.ts'

/** Sends what is to be sent, again and again until it has arrived or a day has passed. */

export interface DeliverOptions {
  readonly db: Db
  readonly outgoing: Outgoing
  readonly now: () => Instant
  readonly onDisabled: (webhook: Webhook) => void
}

const [minute, hour, day] = [60, 3_600, 86_400]

/** Seconds after each failed attempt; together a day. */
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]

/** How long a webhook may fail before it is switched off. */
const patience = 3 * day

const atOnce = 20
/** Longer than a request may take. */
const leaseSeconds = 30
const maxResponseBytes = 1024 * 1024
const maxReason = 500

/** Undefined if it has arrived, else why not. */
async function attempt(
  { outgoing, now }: DeliverOptions,
  { url, secret }: Webhook,
  { id, body }: Delivery,
  signal: AbortSignal,
): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/json',
    ...signed(secret, { id: `msg_${id}`, at: now(), body }),
  }
  const request = { method: 'POST', headers, body: Buffer.from(body), accept: '*/*' } as const
  try {
    await outgoing(url, { ...request, types: /^/, maxBytes: maxResponseBytes, signal })
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, maxReason)
  }
}

async function deliver(options: DeliverOptions, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { db, now, onDisabled } = options
  const webhook = await findWebhook(db, delivery.webhook)
  if (webhook === undefined) return
  const reason = await attempt(options, webhook, delivery, signal)
  if (reason === undefined) {
    const settled = { status: 'delivered', due: null, response: 'delivered' } as const
    await settleDelivery(db, delivery, settled, { failing: null })
    return
  }
  // What was interrupted by the end of this process is sent by the next one.
  if (signal.aborted) return
  const pause = pauses[delivery.attempts - 1]
  const failing = webhook.failing ?? now()
  const settled =
    pause === undefined
      ? ({ status: 'failed', due: null } as const)
      : ({ status: 'pending', due: now() + pause } as const)
  await settleDelivery(db, delivery, { ...settled, response: reason }, { failing })
  if (webhook.active === 0 || now() - failing < patience) return
  await disableWebhook(db, webhook.id, now())
  onDisabled(webhook)
}

/** Sends all that is due, several at a time, because some receivers are slow. */
export async function deliverDue(options: DeliverOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = options.now()
    const taken = await takeDeliveries(options.db, { now, until: now + leaseSeconds, limit: atOnce })
    if (taken.length === 0) return
    await Promise.all(taken.map((delivery) => deliver(options, delivery, signal)))
  }
}
