import { OutgoingRefused, type Outgoing } from '../outgoing/index.ts'
import { secondsAsked } from '../outgoing/retry-after.ts'
import { periodically, type Wakeable } from '../store/periodic.ts'
import type { Db } from '../store/sql/db.ts'
import {
  findWebhook,
  settleDelivered,
  settleFailed,
  takeDeliveries,
  webhooksDue,
  type Delivery,
  type Webhook,
} from '../store/webhooks.ts'
import type { Instant } from '../time/index.ts'
import { signed } from './signature.ts'

/** Sends queued deliveries and retries failed ones for a day. */

export interface DeliverOptions {
  readonly db: Db
  readonly outgoing: Outgoing
  readonly now: () => Instant
  readonly onDisabled: (webhook: Webhook) => void
  readonly onError: (error: unknown) => void
}

const [minute, hour, day] = [60, 3_600, 86_400]

/** Seconds to wait after each failed attempt; a day in total. */
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]

const longestPause = Math.max(...pauses)

/** Seconds after which a webhook that keeps failing is disabled. */
const maxFailingSeconds = 3 * day

/**
 * Seconds for which a delivery has to fail before it disables its webhook, because nothing may have been sent to a
 * receiver for weeks since it was last out of order, and now it may be just starting again.
 */
const minTryingSeconds = hour

const pauseMs = 1_000

/** Deliveries to one webhook at a time. */
const batchSize = 10
/** Longer than the timeout of a request. */
const leaseSeconds = 30
const maxReason = 500

/** Sends a delivery once; returns the error if it fails. */
async function attempt(
  { outgoing, now }: DeliverOptions,
  { url, secret }: Webhook,
  { message, body }: Delivery,
  signal: AbortSignal,
): Promise<Error | undefined> {
  const headers = {
    'content-type': 'application/json',
    ...signed(secret, { id: message, at: now(), body }),
  }
  const request = { method: 'POST', headers, body: Buffer.from(body), accept: '*/*' } as const
  try {
    await outgoing(url, { ...request, types: /^/, signal })
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Whether a receiver says that it is gone for good, as Standard Webhooks has it. */
const isGone = (error: Error) => error instanceof OutgoingRefused && error.status === 410

/** When a delivery is tried again: not before its receiver has asked for it, because it counts requests, for example. */
function dueAfter(error: Error, { attempts }: Delivery, now: Instant): Instant | null {
  const pause = pauses[attempts - 1]
  if (pause === undefined || isGone(error)) return null
  return now + Math.max(pause, Math.min(Math.ceil(secondsAsked(error, now) ?? 0), longestPause))
}

async function deliver(options: DeliverOptions, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { db, now, onDisabled } = options
  const webhook = await findWebhook(db, delivery.webhook)
  if (webhook === undefined) return
  const error = await attempt(options, webhook, delivery, signal)
  if (error === undefined) return void (await settleDelivered(db, delivery))
  // A delivery interrupted by a shutdown is sent by the next process.
  if (signal.aborted) return
  const at = now()
  const failure = {
    response: error.message.slice(0, maxReason),
    now: at,
    due: dueAfter(error, delivery, at),
    tooLong: at - maxFailingSeconds,
    triedEnough: at - minTryingSeconds,
    isGone: isGone(error),
  }
  const disabled = await settleFailed(db, delivery, failure)
  if (disabled !== undefined) onDisabled(disabled)
}

async function deliverTo(options: DeliverOptions, webhook: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = options.now()
    const until = now + leaseSeconds
    const taken = await takeDeliveries(options.db, { webhook, now, longestPause, until, limit: batchSize })
    if (taken.length === 0) return
    await Promise.all(taken.map((delivery) => deliver(options, delivery, signal)))
  }
}

/** Sends due deliveries to each webhook by itself, so that a slow receiver delays no other. */
export function createDeliveries(options: DeliverOptions): Wakeable {
  const { db, now, onError } = options
  const sending = new Map<number, Promise<void>>()
  const start = (webhook: number, signal: AbortSignal) =>
    deliverTo(options, webhook, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      .finally(() => sending.delete(webhook))
  const starting = periodically({
    pauseMs,
    onError,
    async work(signal) {
      for (const webhook of await webhooksDue(db, { now: now(), longestPause }))
        if (!sending.has(webhook) && !signal.aborted) sending.set(webhook, start(webhook, signal))
    },
  })
  return {
    start: starting.start,
    wake: starting.wake,
    async stop() {
      await starting.stop()
      await Promise.all(sending.values())
    },
  }
}
