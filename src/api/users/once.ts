import type { User } from '../../identity/user-store.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { removeApplicationPassword } from '../../identity/application-passwords.ts'
import type { Db, Reading } from '../../store/sql/db.ts'
import { findStoredResponse, removeAnswer, storeAnswers, type Claim } from '../../store/sql/idempotency.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import { answerOnce, claimOf, findAnswer, storedResponse } from '../idempotency.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { audited } from './audited.ts'

/** `Idempotency-Key` for users and their passwords, which are not in the store of the calendar. */

const answersIn = (db: Reading) => ({
  findStoredResponse: (claim: Claim) => findStoredResponse(db, claim),
})

/** Without the password, because even the digest of a request would help to guess it. */
const withoutPassword = (request: OperationRequest): OperationRequest => ({
  ...request,
  sent: { ...request.sent, password: undefined },
})

const userName = 'users create'

/** The response to a repeated creation of a user. */
export const findCreated = (db: Db, request: OperationRequest): Promise<OperationResult | undefined> =>
  findAnswer(answersIn(db), withoutPassword(request), userName)

export function createUserOnce(
  db: Db,
  request: OperationRequest,
  write: (trx: Trx) => Promise<OperationResult>,
): Promise<OperationResult> {
  const claim = claimOf(withoutPassword(request), userName)
  return inTransaction(db, (trx) => {
    if (claim === undefined) return write(trx)
    const answers = {
      ...answersIn(trx),
      storeAnswers: (all: Parameters<typeof storeAnswers>[1]) => storeAnswers(trx, all),
    }
    return answerOnce(answers, claim, () => write(trx))
  })
}

/**
 * The secret of an application password cannot be returned again, because it is not stored. So a repeated request gets
 * a new one, and the one whose response was lost is deleted.
 */
export function replacingIssued(
  request: OperationRequest,
  user: User,
): (trx: Trx, uuid: string) => Promise<void> {
  const claim = claimOf(request, 'application passwords create')
  return async (trx, uuid) => {
    if (claim === undefined) return
    const former = await storedResponse(answersIn(trx), claim)
    if (former !== undefined) {
      const { uuid: lost } = former.body as { uuid: string }
      const removed = await removeApplicationPassword(trx, user.id, lost)
      if (removed !== undefined)
        await recordAudit(trx, audited('application-password-deleted', user, request))
      await removeAnswer(trx, claim)
    }
    const issued = { status: 201, location: null, language: null, body: JSON.stringify({ uuid }) }
    await storeAnswers(trx, [{ ...claim, ...issued }])
  }
}
