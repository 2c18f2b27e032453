import type { Kysely, Selectable } from 'kysely'
import type { Instant } from '../time/index.ts'
import type { Db } from './sql/db.ts'
import { insertRows } from './sql/insert-rows.ts'
import type { Database, WebhookDeliveryTable, WebhookTable } from './sql/schema.ts'

/**
 * Receivers of changes and what is sent to them. No resource shows anything of it, so the version of the data stays as
 * it is.
 */

export type Webhook = Selectable<WebhookTable>
export type Delivery = Selectable<WebhookDeliveryTable>

export type NewWebhook = Omit<Webhook, 'id'>

export const listWebhooks = (db: Kysely<Database>): Promise<Webhook[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('id').execute()

export const findWebhook = (db: Kysely<Database>, id: number): Promise<Webhook | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const createWebhook = ({ writes }: Db, webhook: NewWebhook): Promise<Webhook> =>
  writes.withoutVersionChange((trx) =>
    trx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow(),
  )

export const updateWebhook = (
  { writes }: Db,
  id: number,
  changes: Partial<NewWebhook>,
): Promise<Webhook | undefined> =>
  writes.withoutVersionChange((trx) =>
    trx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  )

export const removeWebhook = ({ writes }: Db, id: number): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    await trx.deleteFrom('webhook_deliveries').where('webhook', '=', id).execute()
    await trx.deleteFrom('webhooks').where('id', '=', id).execute()
  })

/**
 * Notes what a webhook is to be sent, and up to where the feed was read for it: both or neither. Of two processes the
 * second finds that the webhook has moved on.
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

/** Deliveries that are to be made, each taken until a time: then another process makes it if this one has not. */
export async function takeDeliveries(
  db: Db,
  { now, until, limit }: { now: Instant; until: Instant; limit: number },
): Promise<Delivery[]> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('due', '<=', now)
    .orderBy('due')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return db.writes.withoutVersionChange((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({ due: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .where('due', '<=', now)
      .returningAll()
      .execute(),
  )
}

type Settled = Pick<Delivery, 'status' | 'due' | 'response'>

/** What came of a delivery, and since when its webhook fails. */
export const settleDelivery = (
  { writes }: Db,
  { id, webhook }: Delivery,
  settled: Settled,
  changes: Partial<NewWebhook>,
): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    await trx.updateTable('webhook_deliveries').set(settled).where('id', '=', id).execute()
    await trx.updateTable('webhooks').set(changes).where('id', '=', webhook).execute()
  })

/** Switches a webhook off; what was still to be sent can be sent again by hand. */
export const disableWebhook = ({ writes }: Db, id: number, now: Instant): Promise<unknown> =>
  writes.withoutVersionChange(async (trx) => {
    await trx.updateTable('webhooks').set({ active: 0, disabled: now }).where('id', '=', id).execute()
    await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', due: null })
      .where('webhook', '=', id)
      .where('due', 'is not', null)
      .execute()
  })

/** Sends it again at once, from the first attempt on. */
export const redeliver = ({ writes }: Db, { id }: Delivery, now: Instant): Promise<Delivery> =>
  writes.withoutVersionChange((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', due: now, attempts: 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
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
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const all = db.selectFrom('webhook_deliveries').where('webhook', '=', webhook)
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const deliveries = await all
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { deliveries, total: Number(total) }
}

/** Forgets what was settled before a time. */
export const forgetDeliveries = ({ writes }: Db, before: Instant): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx.deleteFrom('webhook_deliveries').where('due', 'is', null).where('created', '<', before).execute(),
  )
