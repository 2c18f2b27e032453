import type { Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './schema.ts'
import type { Trx } from './write-queue.ts'

/** Responses to writes with an `Idempotency-Key`, stored for a day, in the transaction of the write. */

const retentionSeconds = 86_400

/** A request with an idempotency key. */
export interface Claim {
  readonly account: number
  readonly key: string
  /** Digest of the request, and the role of its caller. */
  readonly request: string
  readonly created: Instant
}

export interface StoredResponse {
  readonly status: number
  readonly location: string | null
  readonly language: string | null
  readonly body: string
}

/** The response that is stored under the key, and the request that it answered. */
export const findStoredResponse = (
  db: Kysely<Database>,
  { account, key, created }: Claim,
): Promise<(StoredResponse & Claim) | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account', '=', account)
    .where('key', '=', key)
    .where('created', '>', created - retentionSeconds)
    .executeTakeFirst()

export const removeAnswer = (trx: Trx, { account, key }: Claim): Promise<unknown> =>
  trx.deleteFrom('idempotency_keys').where('account', '=', account).where('key', '=', key).execute()

/** Also deletes expired responses. */
export async function storeAnswers(trx: Trx, answers: readonly (StoredResponse & Claim)[]): Promise<void> {
  if (answers.length === 0) return
  const now = Math.max(...answers.map(({ created }) => created))
  await trx
    .deleteFrom('idempotency_keys')
    .where('created', '<=', now - retentionSeconds)
    .execute()
  await insertRows(trx, 'idempotency_keys', answers)
}
