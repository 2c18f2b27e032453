import type { FoundChange } from '../api/changes/page.ts'
import { largestPage, readPage } from '../api/changes/page.ts'
import { allKinds } from '../api/changes/parameters.ts'
import type { Caller } from '../identity/roles.ts'
import type { RandomBytes } from '../identity/secrets.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Links } from '../resources/resource.ts'
import type { Store } from '../store/index.ts'
import type { Db } from '../store/sql/db.ts'
import { listWebhooks, moveWebhook, wordsIn, type Webhook } from '../store/webhooks.ts'
import type { Instant } from '../time/index.ts'

/** Follows the feed of changes and queues deliveries for webhooks. */

interface QueueOptions {
  readonly db: Db
  readonly store: Store
  /** The languages of the site. */
  readonly languages: readonly string[]
  readonly random: RandomBytes
  readonly now: () => Instant
}

const batchSize = 100

/** Webhooks receive what administrators may read, because only these can create them. */
const administrator: Caller = { id: 0, username: '', role: 'administrator' }

/** The languages that a webhook is limited to, without those that the site no longer has; undefined for all. */
const languagesOf = ({ languages }: Webhook, offered: readonly string[]): readonly string[] | undefined =>
  languages === '' ? undefined : wordsIn(languages).filter((code) => offered.includes(code))

/** The languages before the change count too, because a receiver of French texts must learn that one was removed. */
const isWanted = (
  { actions }: Webhook,
  languages: readonly string[] | undefined,
  { change, formerLanguages }: FoundChange,
): boolean =>
  (actions === '' || wordsIn(actions).includes(change.action)) &&
  (languages === undefined ||
    languages.some((code) => change.languages.includes(code) || formerLanguages.includes(code)))

/** Queues one batch; says how many deliveries, and whether there may be more. */
async function queueFor(
  { db, store, languages, random, now }: QueueOptions,
  webhook: Webhook,
): Promise<{ deliveries: number; isMore: boolean }> {
  const kinds = wordsIn(webhook.kinds) as ResourceName[]
  const wanted = languagesOf(webhook, languages)
  const { oldest } = await store.latest.feedBounds()
  const page = await readPage(store, Math.max(webhook.position, oldest - 1), {
    caller: administrator,
    kinds: kinds.length === 0 ? allKinds : kinds,
    language: wanted?.[0] ?? languages[0]!,
    languages,
    links: JSON.parse(webhook.links) as Links,
    perPage: batchSize,
    maxBytes: largestPage,
  })
  if (page.position.seq === webhook.position) return { deliveries: 0, isMore: false }
  const created = now()
  const deliveries = page.changes
    .filter((found) => isWanted(webhook, wanted, found))
    .map(({ change }) => ({
      message: `msg_${random(16).toString('hex')}`,
      webhook: webhook.id,
      body: JSON.stringify(change),
      status: 'pending' as const,
      attempts: 0,
      created,
      due: created,
      response: null,
    }))
  await moveWebhook(db, webhook, page.position.seq, deliveries)
  return { deliveries: deliveries.length, isMore: !page.isComplete }
}

/** Queues all changes since the last run for every active webhook. */
export async function queueDeliveries(
  options: QueueOptions,
  signal: AbortSignal,
): Promise<{ subscribers: number; deliveries: number }> {
  let [subscribers, deliveries] = [0, 0]
  for (let isMore = true; isMore && !signal.aborted;) {
    isMore = false
    const active = (await listWebhooks(options.db)).filter((webhook) => webhook.active === 1)
    subscribers = active.length
    for (const webhook of active) {
      if (signal.aborted) break
      const queued = await queueFor(options, webhook)
      deliveries += queued.deliveries
      isMore ||= queued.isMore
    }
  }
  return { subscribers, deliveries }
}
