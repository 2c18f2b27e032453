import Type, { type TSchema } from '../../resources/json-schema.ts'
import { resourceNames } from '../../resources/kinds.ts'
import {
  address,
  choice,
  count,
  flag,
  id,
  list,
  listOf,
  moment,
  object,
  schemaOf,
  text,
} from '../../resources/representation.ts'
import { actions } from '../changes/action.ts'

/** Representations of webhooks and their deliveries (interface: Webhooks). */

const everything = 'Empty for all' as const

const webhook = {
  id: id('ID of the webhook'),
  url: address('URL to which changes are sent'),
  kinds: list(everything, Type.Enum(Object.values(resourceNames))),
  actions: list(everything, Type.Enum([...actions])),
  languages: list(everything, Type.String()),
  active: flag('Whether changes are sent'),
  created_utc: moment('Date created, in UTC'),
  failing_since_utc: Type.Optional(moment('Date since which every attempt has failed, in UTC')),
  disabled_utc: Type.Optional(moment('Date it was disabled because of failures, in UTC')),
}

export const webhookSchemas: Readonly<Record<string, TSchema>> = {
  webhook: object('A receiver of changes', webhook),
  issuedWebhook: object('A newly created webhook', {
    ...webhook,
    secret: text('Secret for the signatures, shown only once'),
  }),
  webhookList: object('The webhooks of the site', { webhooks: list('All webhooks', schemaOf('webhook')) }),
  delivery: object('A delivery of a change to a webhook', {
    id: id('ID of the delivery'),
    status: choice('Status of the delivery', ['pending', 'delivered', 'failed']),
    attempts: count('Number of attempts'),
    created_utc: moment('Date created, in UTC'),
    next_attempt_utc: Type.Optional(moment('Date of the next attempt, in UTC')),
    response: Type.Optional(text('Result of the last attempt')),
    change: schemaOf('change'),
  }),
  deliveryList: listOf('deliveries', 'delivery'),
}
