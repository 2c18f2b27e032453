import { filled, forList, forUpdate, refuse, required } from '../../resources/parameter.ts'
import { flag, integer, readUrl, url } from '../../resources/parameter-types.ts'
import { page } from '../../resources/common-parameters.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { choices, languagesAmong } from '../../resources/parameter-lists.ts'
import { actions, type Action } from '../changes/action.ts'
import { allKinds } from '../changes/parameters.ts'

/** Parameters of the routes for webhooks (interface: Webhooks). */

/**
 * Rejects credentials, because the guard of outgoing requests does not send them, and everyone who may list webhooks
 * would see them.
 */
function readReceiver(value: unknown): string {
  const address = readUrl(value)
  const { username, password } = new URL(address)
  return username === '' && password === ''
    ? address
    : refuse('rest_invalid_url', 'Must not contain a username or password, because deliveries are signed.')
}

export const webhookFields = {
  url: required({ ...url('URL to which changes are sent'), read: readReceiver }),
  kinds: choices<ResourceName>('Limit to these kinds of resources', allKinds),
  actions: choices<Action>('Limit to these actions', actions),
  languages: languagesAmong('Limit to resources with a text in one of these languages'),
  active: filled(flag('Whether changes are sent')),
}

const { url: newUrl, ...others } = forUpdate(webhookFields)

export const updateWebhookFields = { url: filled(newUrl), ...others }

export const webhookPath = { id: integer('Unique identifier of the webhook', { minimum: 0 }) }

export const deliveryPath = {
  ...webhookPath,
  delivery: integer('Unique identifier of the delivery', { minimum: 0 }),
}

export const listDeliveriesParameters = forList(page)
