import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames } from '../../resources/kinds.ts'
import { address, flag, id, listOf, moment, schemaOf, text } from '../../resources/representation.ts'
import { actions } from '../changes/action.ts'

/** Representations of webhooks and their deliveries (interface: Webhooks). */

const everything = 'Empty for all' as const

const webhook = {
  id: id('ID of the webhook'),
  url: address('Address that changes are sent to'),
  kinds: Type.Array(Type.Enum(Object.values(resourceNames)), { description: everything }),
  actions: Type.Array(Type.Enum([...actions]), { description: everything }),
  languages: Type.Array(Type.String(), { description: everything }),
  active: flag('Whether changes are sent'),
  created_utc: moment('Date created, in UTC'),
  failing_since_utc: Type.Optional(moment('Since when every attempt has failed, in UTC')),
  disabled_utc: Type.Optional(moment('When it was switched off because it failed, in UTC')),
}

export const webhookSchemas: Readonly<Record<string, TSchema>> = {
  webhook: Type.Object(webhook, { description: 'A receiver of changes' }),
  issuedWebhook: Type.Object(
    { ...webhook, secret: text('Key of the signatures, shown only once') },
    { description: 'A newly created webhook' },
  ),
  webhookList: Type.Object(
    { webhooks: Type.Array(schemaOf('webhook'), { description: 'All webhooks' }) },
    { description: 'The webhooks of the site' },
  ),
  delivery: Type.Object(
    {
      id: id('ID of the delivery'),
      status: Type.Enum(['pending', 'delivered', 'failed'], { description: 'What has come of it' }),
      attempts: Type.Integer({ description: 'How often it was sent', minimum: 0 }),
      created_utc: moment('Date created, in UTC'),
      next_attempt_utc: Type.Optional(moment('When it is sent next, in UTC')),
      response: Type.Optional(text('What came of the last attempt')),
      change: schemaOf('change'),
    },
    { description: 'A change that is sent to a webhook' },
  ),
  deliveryList: listOf('deliveries', 'delivery'),
}
