import type { Audited, AuditAction } from '../../identity/audit-log.ts'
import type { User } from '../../identity/user-store.ts'
import type { OperationRequest } from '../operation.ts'

/** The audit log entry of a change to an account; without credentials, users change their own. */
export const audited = (
  action: AuditAction,
  to: Pick<User, 'id' | 'username'>,
  { caller, address, now }: OperationRequest,
): Audited => ({
  action,
  by: caller ?? to,
  target: { kind: 'user', id: to.id, name: to.username },
  address,
  now,
})
