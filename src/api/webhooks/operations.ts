import { deliveryNotFound, webhookNotFound } from '../../errors.ts'
import type { RandomBytes } from '../../identity/secrets.ts'
import type { Values } from '../../resources/parameter.ts'
import { readInteger } from '../../resources/parameter-types.ts'
import type { Links } from '../../resources/resource.ts'
import type { Store } from '../../store/index.ts'
import type { Db } from '../../store/sql/db.ts'
import {
  createWebhook,
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  updateWebhook,
  type NewWebhook,
  type Webhook,
} from '../../store/webhooks.ts'
import { claimOf } from '../idempotency.ts'
import { adminNamespace, calendarNamespace } from '../mounts.ts'
import { findIssued, storeIssued } from '../once.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import { requireMatch } from '../preconditions.ts'
import { requireParameters } from '../steps.ts'
import { requireAdministrator } from '../users/user-access.ts'
import { listDeliveriesParameters, updateWebhookFields, webhookFields } from './parameters.ts'
import { presentDelivery, presentWebhook } from './presentation.ts'

export interface WebhookAccess {
  readonly db: Db
  readonly store: Store
  readonly random: RandomBytes
}

const secretBytes = 24

/** The links in deliveries: those that a request to the calendar under the same root would get. */
const linksFrom = ({ links, mount }: OperationRequest): string =>
  JSON.stringify({
    ...links,
    rest: links.rest.replace(new RegExp(`${adminNamespace}$`), calendarNamespace),
    hasTextAuthors: mount.isAlias,
  } satisfies Links)

type WebhookValues = Values<typeof updateWebhookFields>

const filtersOf = ({ kinds, actions, languages }: WebhookValues) =>
  Object.fromEntries(
    Object.entries({ kinds, actions, languages }).flatMap(([name, words]) =>
      words === undefined ? [] : [[name, words?.join(' ') ?? '']],
    ),
  ) as Partial<Pick<NewWebhook, 'kinds' | 'actions' | 'languages'>>

export async function listAllWebhooks(
  { db }: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  requireAdministrator(request.caller)
  return { body: { webhooks: (await listWebhooks(db)).map(presentWebhook) } }
}

/** A repeated request returns the webhook that it created, whose changes would otherwise be lost with it. */
function createOnce({ db }: WebhookAccess, request: OperationRequest, webhook: NewWebhook): Promise<Webhook> {
  const claim = claimOf(request, 'webhooks create')
  return db.writes.withoutVersionChange(async (trx) => {
    const former = claim && (await findIssued<Pick<Webhook, 'id'>>(trx, claim))
    const existing = former && (await findWebhook(trx, former.id))
    if (existing !== undefined) return existing
    const created = await createWebhook(trx, webhook)
    if (claim !== undefined) await storeIssued(trx, claim, { id: created.id })
    return created
  })
}

/** A new webhook receives changes from now on. */
export async function createNewWebhook(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { store, random } = access
  const values = requireParameters(webhookFields, request)
  requireAdministrator(request.caller)
  const webhook = await createOnce(access, request, {
    ...{ kinds: '', actions: '', languages: '', ...filtersOf(values) },
    url: values.url!,
    secret: `whsec_${random(secretBytes).toString('base64')}`,
    links: linksFrom(request),
    position: (await store.latest.feedBounds()).last,
    created: request.now,
    failing: null,
    disabled: null,
    active: values.active === false ? 0 : 1,
  })
  return {
    status: 201,
    body: { ...presentWebhook(webhook), secret: webhook.secret },
    headers: { location: `${request.links.rest}/webhooks/${webhook.id}` },
  }
}

async function requireWebhook({ db }: WebhookAccess, { caller, path }: OperationRequest): Promise<Webhook> {
  requireAdministrator(caller)
  const webhook = await findWebhook(db, readInteger(path.id))
  if (webhook === undefined) throw webhookNotFound()
  return webhook
}

/** The webhook that a request writes, as its `If-Match` names it. */
async function requireCurrentWebhook(access: WebhookAccess, request: OperationRequest): Promise<Webhook> {
  const webhook = await requireWebhook(access, request)
  requireMatch(request, presentWebhook(webhook))
  return webhook
}

export async function readWebhook(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  return { body: presentWebhook(await requireWebhook(access, request)) }
}

/** A reactivated webhook resumes where it stopped, as far as the changes are still stored. */
export async function updateExistingWebhook(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(updateWebhookFields, request)
  const { id } = await requireCurrentWebhook(access, request)
  const { url, active } = values
  const updated = await updateWebhook(access.db, id, {
    ...filtersOf(values),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof active === 'boolean' ? { active: Number(active) } : {}),
    ...(active === true ? { failing: null, disabled: null } : {}),
    links: linksFrom(request),
  })
  if (updated === undefined) throw webhookNotFound()
  return { body: presentWebhook(updated) }
}

export async function removeExistingWebhook(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const webhook = await requireCurrentWebhook(access, request)
  await removeWebhook(access.db, webhook.id)
  return { body: presentWebhook(webhook) }
}

export async function listDeliveriesOf(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(listDeliveriesParameters, request)
  const { id } = await requireWebhook(access, request)
  const requested = requestedPage(values, request)
  const { deliveries, total } = await listDeliveries(access.db, id, requested)
  return presentPage(
    request,
    `webhooks/${id}/deliveries`,
    { deliveries: deliveries.map(presentDelivery) },
    { ...requested, total },
  )
}

export async function redeliverOne(
  access: WebhookAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { id } = await requireWebhook(access, request)
  const delivery = await findDelivery(access.db, id, readInteger(request.path.delivery))
  const pending = delivery && (await redeliver(access.db, delivery, request.now))
  if (pending === undefined) throw deliveryNotFound()
  return { body: presentDelivery(pending) }
}
