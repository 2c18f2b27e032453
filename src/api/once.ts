import { findStoredResponse, removeAnswer, storeAnswers, type Claim } from '../store/sql/idempotency.ts'
import type { Reading } from '../store/sql/db.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import { storedResponse } from './idempotency.ts'

/** `Idempotency-Key` for what is not in the store of the calendar: users, their passwords and webhooks. */

export const answersIn = (db: Reading) => ({
  findStoredResponse: (claim: Claim) => findStoredResponse(db, claim),
})

/**
 * What a response with a secret was about: its body is not stored, because the secret must be stored nowhere else.
 * Throws if the key was used for a different request.
 */
export const findIssued = async <Reference>(trx: Trx, claim: Claim): Promise<Reference | undefined> =>
  (await storedResponse(answersIn(trx), claim))?.body as Reference | undefined

export async function storeIssued(trx: Trx, claim: Claim, reference: object): Promise<void> {
  await removeAnswer(trx, claim)
  const response = { status: 201, location: null, language: null, body: JSON.stringify(reference) }
  await storeAnswers(trx, [{ ...claim, ...response }])
}
