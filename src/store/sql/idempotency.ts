import type { Transaction } from 'kysely'
import { idempotencyKeyReused } from '../../errors.ts'
import type { Instant } from '../../time/index.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './schema.ts'

/** Responses to writes with an `Idempotency-Key`, stored for a day, in the transaction of the write. */

type Trx = Transaction<Database>

const retentionSeconds = 86_400

/** A request with an idempotency key. */
export interface Claim {
  readonly account: number
  readonly key: string
  /** Digest of the request. */
  readonly request: string
  readonly created: Instant
}

export interface StoredResponse {
  readonly status: number
  readonly location: string | null
  readonly language: string | null
  readonly body: string
}

export async function findStoredResponse(
  trx: Trx,
  { account, key, request, created }: Claim,
): Promise<StoredResponse | undefined> {
  const found = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account', '=', account)
    .where('key', '=', key)
    .where('created', '>', created - retentionSeconds)
    .executeTakeFirst()
  if (found !== undefined && found.request !== request) throw idempotencyKeyReused()
  return found
}

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
