import type { User } from '../../identity/user-store.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { removeApplicationPassword } from '../../identity/application-passwords.ts'
import type { Db } from '../../store/sql/db.ts'
import { storeAnswers } from '../../store/sql/idempotency.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import { answerOnce, claimOf, findAnswer } from '../idempotency.ts'
import { answersIn, findIssued, storeIssued } from '../once.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { audited } from './audited.ts'

/** `Idempotency-Key` for users and their passwords. */

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
    const former = await findIssued<{ uuid: string }>(trx, claim)
    const removed = former && (await removeApplicationPassword(trx, user.id, former.uuid))
    if (removed !== undefined) await recordAudit(trx, audited('application-password-deleted', user, request))
    await storeIssued(trx, claim, { uuid })
  }
}
