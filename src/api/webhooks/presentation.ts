import { wordsIn, type Delivery, type Webhook } from '../../store/webhooks.ts'
import { toWall, type Instant } from '../../time/index.ts'

const utc = (instant: Instant) => toWall(instant, 'UTC')

export const presentWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  kinds: wordsIn(webhook.kinds),
  actions: wordsIn(webhook.actions),
  languages: wordsIn(webhook.languages),
  active: webhook.active === 1,
  created_utc: utc(webhook.created),
  ...(webhook.failing === null ? {} : { failing_since_utc: utc(webhook.failing) }),
  ...(webhook.disabled === null ? {} : { disabled_utc: utc(webhook.disabled) }),
})

export const presentDelivery = ({ id, status, attempts, created, due, response, body }: Delivery) => ({
  id,
  status,
  attempts,
  created_utc: utc(created),
  ...(due === null ? {} : { next_attempt_utc: utc(due) }),
  ...(response === null ? {} : { response }),
  change: JSON.parse(body) as unknown,
})
