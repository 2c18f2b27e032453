import { routeOf, type Route } from '../operation.ts'
import { updatesOf } from '../update-methods.ts'
import {
  createNewWebhook,
  listAllWebhooks,
  listDeliveriesOf,
  readWebhook,
  redeliverOne,
  removeExistingWebhook,
  updateExistingWebhook,
  type WebhookAccess,
} from './operations.ts'
import {
  deliveryPath,
  listDeliveriesParameters,
  updateWebhookFields,
  webhookFields,
  webhookPath,
} from './parameters.ts'

const collection = (access: WebhookAccess): Route =>
  routeOf(
    '/webhooks',
    {
      method: 'GET',
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      parameters: {},
      responseSchema: 'webhookList',
      run: (request) => listAllWebhooks(access, request),
    },
    {
      method: 'POST',
      operationId: 'createWebhook',
      summary: 'Create a webhook and its secret',
      parameters: webhookFields,
      responseSchema: 'issuedWebhook',
      success: 201,
      run: (request) => createNewWebhook(access, request),
    },
  )

const single = (access: WebhookAccess): Route =>
  routeOf(
    '/webhooks/{id}',
    {
      method: 'GET',
      operationId: 'readWebhook',
      summary: 'Read a webhook',
      path: webhookPath,
      parameters: {},
      responseSchema: 'webhook',
      run: (request) => readWebhook(access, request),
    },
    ...updatesOf('Webhook', {
      summary: 'Update a webhook',
      path: webhookPath,
      parameters: updateWebhookFields,
      responseSchema: 'webhook',
      run: (request) => updateExistingWebhook(access, request),
    }),
    {
      method: 'DELETE',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      path: webhookPath,
      parameters: {},
      responseSchema: 'webhook',
      run: (request) => removeExistingWebhook(access, request),
    },
  )

/** Webhooks, which receive changes, below `cal/admin/v1` (interface: Webhooks). */
export const webhookRoutes = (access: WebhookAccess): Route[] => [
  collection(access),
  single(access),
  routeOf('/webhooks/{id}/deliveries', {
    method: 'GET',
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    path: webhookPath,
    parameters: listDeliveriesParameters,
    responseSchema: 'deliveryList',
    run: (request) => listDeliveriesOf(access, request),
  }),
  routeOf('/webhooks/{id}/deliveries/{delivery}/redeliver', {
    method: 'POST',
    operationId: 'redeliver',
    summary: 'Repeat a delivery to a webhook',
    path: deliveryPath,
    parameters: {},
    responseSchema: 'delivery',
    run: (request) => redeliverOne(access, request),
  }),
]
