import type { Transaction } from 'kysely'
import { idempotencyKeyReused } from '../../errors.ts'
import type { Instant } from '../../time/index.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './schema.ts'

/** Answers to writes that carried an `Idempotency-Key`, stored in the transaction of the write, for a day. */

type Trx = Transaction<Database>

const retentionSeconds = 86_400

/** What a request claims under its key. */
export interface Claim {
  readonly account: number
  readonly key: string
  /** Digest of what was asked. */
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

/** Older answers are deleted on the way. */
export async function storeAnswers(trx: Trx, answers: readonly (StoredResponse & Claim)[]): Promise<void> {
  if (answers.length === 0) return
  const now = Math.max(...answers.map(({ created }) => created))
  await trx
    .deleteFrom('idempotency_keys')
    .where('created', '<=', now - retentionSeconds)
    .execute()
  await insertRows(trx, 'idempotency_keys', answers)
}
