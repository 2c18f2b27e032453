import type { Generated } from 'kysely'
import type { Flag } from '../schema.ts'

/** Tables of work that follows from writes. */

/** Work that follows from a write and is done at least once: see store/jobs.ts. */
export interface JobTable {
  kind: string
  target: number
  /** When it is due; while it is running, when its lease expires. */
  due: number
  attempts: number
}

/** Receivers of changes: see webhooks/. Lists are separated by spaces; an empty one stands for everything. */
export interface WebhookTable {
  id: Generated<number>
  url: string
  kinds: string
  actions: string
  languages: string
  /** `whsec_…` in plain text, because deliveries are signed with it. */
  secret: string
  /** JSON of the links in representations, as in the request that wrote the webhook. */
  links: string
  /** The last change of the feed that was processed. */
  position: number
  created: number
  /** Since when every attempt has failed. */
  failing: number | null
  /** When it was switched off because of failures. */
  disabled: number | null
  active: Flag
}

/** A change to be sent to a webhook. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  /** The `webhook-id`, by which receivers recognize repetitions. */
  message: string
  webhook: number
  body: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  created: number
  /** When the next attempt is due; null once it is settled. */
  due: number | null
  /** The result of the last attempt. */
  response: string | null
}

/** E-mail to be sent by the job of the same number. */
export interface MailTable {
  id: Generated<number>
  /** JSON: see store/mails.ts. */
  message: string
  /** The event that it is about. */
  event: number | null
  created: number
}
