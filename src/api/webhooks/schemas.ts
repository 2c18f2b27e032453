import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames } from '../../resources/kinds.ts'
import { address, flag, id, listOf, moment, schemaOf, text } from '../../resources/representation.ts'
import { actions } from '../changes/action.ts'

/** Representations of webhooks and their deliveries (interface: Webhooks). */

const everything = 'Empty for all' as const

const webhook = {
  id: id('ID of the webhook'),
  url: address('URL to which changes are sent'),
  kinds: Type.Array(Type.Enum(Object.values(resourceNames)), { description: everything }),
  actions: Type.Array(Type.Enum([...actions]), { description: everything }),
  languages: Type.Array(Type.String(), { description: everything }),
  active: flag('Whether changes are sent'),
  created_utc: moment('Date created, in UTC'),
  failing_since_utc: Type.Optional(moment('Date since which every attempt has failed, in UTC')),
  disabled_utc: Type.Optional(moment('Date it was disabled because of failures, in UTC')),
}

export const webhookSchemas: Readonly<Record<string, TSchema>> = {
  webhook: Type.Object(webhook, { description: 'A receiver of changes' }),
  issuedWebhook: Type.Object(
    { ...webhook, secret: text('Secret for the signatures, shown only once') },
    { description: 'A newly created webhook' },
  ),
  webhookList: Type.Object(
    { webhooks: Type.Array(schemaOf('webhook'), { description: 'All webhooks' }) },
    { description: 'The webhooks of the site' },
  ),
  delivery: Type.Object(
    {
      id: id('ID of the delivery'),
      status: Type.Enum(['pending', 'delivered', 'failed'], { description: 'Status of the delivery' }),
      attempts: Type.Integer({ description: 'Number of attempts', minimum: 0 }),
      created_utc: moment('Date created, in UTC'),
      next_attempt_utc: Type.Optional(moment('Date of the next attempt, in UTC')),
      response: Type.Optional(text('Result of the last attempt')),
      change: schemaOf('change'),
    },
    { description: 'A delivery of a change to a webhook' },
  ),
  deliveryList: listOf('deliveries', 'delivery'),
}
