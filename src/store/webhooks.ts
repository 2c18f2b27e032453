import type { Kysely, Selectable } from 'kysely'
import { idsOf } from '../ids-of.ts'
import type { Instant } from '../time/index.ts'
import { isDue } from './due.ts'
import type { Db } from './sql/db.ts'
import { insertRows } from './sql/insert-rows.ts'
import type { Database } from './sql/schema.ts'
import type { WebhookDeliveryTable, WebhookTable } from './sql/schema/work.ts'
import type { Paging } from '../resources/listing.ts'
import { selectRows } from './sql/page.ts'
import type { Trx } from './sql/write-queue.ts'

/**
 * Webhooks and their deliveries. They appear in no resource, so writing them does not change the version of the data.
 */

export type Webhook = Selectable<WebhookTable>
export type Delivery = Selectable<WebhookDeliveryTable>

export type NewWebhook = Omit<Webhook, 'id'>

/** Kinds, actions and languages are stored as words separated by spaces; no word stands for all. */
export const wordsIn = (list: string): string[] => (list === '' ? [] : list.split(' '))

export const listWebhooks = (db: Kysely<Database>): Promise<Webhook[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('id').execute()

export const findWebhook = (db: Kysely<Database>, id: number): Promise<Webhook | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const createWebhook = (trx: Trx, webhook: NewWebhook): Promise<Webhook> =>
  trx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()

/** Nothing more is sent to a webhook that is switched off; its pending deliveries can be sent again manually. */
export const updateWebhook = (
  { writes }: Db,
  id: number,
  changes: Partial<NewWebhook>,
): Promise<Webhook | undefined> =>
  writes.withoutVersionChange(async (trx) => {
    if (changes.active === 0) await failPending(trx, id)
    return trx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
  })

const failPending = (trx: Trx, webhook: number) =>
  trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', due: null })
    .where('webhook', '=', webhook)
    .where('due', 'is not', null)
    .execute()

export const removeWebhook = ({ writes }: Db, id: number): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    await trx.deleteFrom('webhook_deliveries').where('webhook', '=', id).execute()
    await trx.deleteFrom('webhooks').where('id', '=', id).execute()
  })

/**
 * Stores the deliveries of a webhook and its new position in the feed in one transaction. Stores nothing if another
 * process has already moved the position.
 */
export const moveWebhook = (
  { writes }: Db,
  { id, position }: Webhook,
  to: number,
  deliveries: readonly Omit<Delivery, 'id'>[],
): Promise<void> =>
  writes.withoutVersionChange(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhooks')
      .set({ position: to })
      .where('id', '=', id)
      .where('position', '=', position)
      .where('active', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await insertRows(trx, 'webhook_deliveries', deliveries)
  })

/** The webhooks that have due deliveries. */
export async function webhooksDue(
  db: Kysely<Database>,
  { now, longestPause }: Pick<Taking, 'now' | 'longestPause'>,
): Promise<number[]> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('webhook')
    .distinct()
    .where(isDue(now, longestPause))
    .execute()
  return due.map(({ webhook }) => webhook)
}

interface Taking {
  readonly webhook: number
  readonly now: Instant
  readonly longestPause: number
  readonly until: Instant
  readonly limit: number
}

/** Takes due deliveries of a webhook until a time, after which another process may take those that have not been made. */
export async function takeDeliveries(
  db: Db,
  { webhook, now, longestPause, until, limit }: Taking,
): Promise<Delivery[]> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook', '=', webhook)
    .where(isDue(now, longestPause))
    .orderBy('due')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  const ids = idsOf(due)
  return db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({ due: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .where(isDue(now, longestPause))
      .returningAll()
      .execute(),
  )
}

/** Stores how an attempt ended, unless the delivery was to be sent again meanwhile, which counts attempts anew. */
const settle = (
  trx: Trx,
  { id, attempts }: Delivery,
  outcome: Pick<Delivery, 'status' | 'due' | 'response'>,
): Promise<unknown> =>
  trx
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()

/** Stores that a delivery has arrived, so its webhook is no longer failing. */
export const settleDelivered = ({ writes }: Db, delivery: Delivery): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    await trx.updateTable('webhooks').set({ failing: null }).where('id', '=', delivery.webhook).execute()
    await settle(trx, delivery, { status: 'delivered', due: null, response: 'delivered' })
  })

interface Failure {
  readonly response: string
  readonly now: Instant
  /** When it is tried again; null if never. */
  readonly due: Instant | null
  /** A webhook that has been failing since then or longer is switched off. */
  readonly tooLong: Instant
  /** Only a delivery that was created then or before switches its webhook off. */
  readonly triedEnough: Instant
  /** Whether the receiver wants nothing more, which switches its webhook off at once. */
  readonly isGone: boolean
}

/**
 * Stores that a delivery has failed; it is not tried again if its webhook has been switched off meanwhile. Returns the
 * webhook if this switched it off. Since when it has been failing is read here, because another delivery may have arrived
 * while this one was being sent.
 */
export const settleFailed = (
  { writes }: Db,
  delivery: Delivery,
  { response, now, due, tooLong, triedEnough, isGone }: Failure,
): Promise<Webhook | undefined> =>
  writes.withoutVersionChange(async (trx) => {
    const { webhook, created } = delivery
    const row = await trx
      .updateTable('webhooks')
      .set((eb) => ({ failing: eb.fn.coalesce('failing', eb.val(now)) }))
      .where('id', '=', webhook)
      .returningAll()
      .executeTakeFirst()
    const isPending = due !== null && row?.active === 1
    await settle(
      trx,
      delivery,
      isPending ? { status: 'pending', due, response } : { status: 'failed', due: null, response },
    )
    const hasFailedForLong = row !== undefined && row.failing! <= tooLong && created <= triedEnough
    if (row?.active !== 1 || !(isGone || hasFailedForLong)) return undefined
    await disable(trx, webhook, now)
    return row
  })

/** Pending deliveries can be sent again manually. */
async function disable(trx: Trx, id: number, now: Instant): Promise<void> {
  await trx.updateTable('webhooks').set({ active: 0, disabled: now }).where('id', '=', id).execute()
  await failPending(trx, id)
}

/** Sends a delivery again at once, counting attempts from the beginning; undefined if it was removed meanwhile. */
export const redeliver = ({ writes }: Db, { id }: Delivery, now: Instant): Promise<Delivery | undefined> =>
  writes.withoutVersionChange((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', due: now, attempts: 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  )

export const findDelivery = (
  db: Kysely<Database>,
  webhook: number,
  id: number,
): Promise<Delivery | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook', '=', webhook)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  webhook: number,
  paging: Paging,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const all = db.selectFrom('webhook_deliveries').where('webhook', '=', webhook)
  const { rows, total } = await selectRows(all, all.selectAll().orderBy('id', 'desc'), paging)
  return { deliveries: rows, total }
}

/** Deletes settled deliveries that were created before a time. */
export const forgetDeliveries = ({ writes }: Db, before: Instant): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx.deleteFrom('webhook_deliveries').where('due', 'is', null).where('created', '<', before).execute(),
  )
