import { forbidden } from '../../errors.ts'
import { requireCredentials } from '../steps.ts'
import type { OperationRequest } from '../operation.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/sql/schema.ts'
import { callerOf, isAdministrator, type OptionalCaller, type Caller } from '../../identity/roles.ts'
import { findUser, requireUser, type User } from '../../identity/user-store.ts'

/** The ID of the user in the path; without one, that of the caller. */
const requestedUserId = ({ path }: OperationRequest, caller: Caller) =>
  path.id === undefined ? caller.id : Number(path.id)

/** The caller as a transaction sees it: with another role than at the beginning of the request, or deleted. */
export async function callerIn(
  db: Kysely<Database>,
  { caller }: Pick<OperationRequest, 'caller'>,
): Promise<OptionalCaller> {
  const user = caller && (await findUser(db, caller.id))
  return user && callerOf(user)
}

export function requireAdministrator(caller: OptionalCaller): asserts caller {
  requireCredentials(caller)
  if (!isAdministrator(caller)) throw forbidden()
}

export function requireUserAsAdministrator(db: Kysely<Database>, request: OperationRequest): Promise<User> {
  requireAdministrator(request.caller)
  return requireUser(db, requestedUserId(request, request.caller))
}

/** Non-administrators get the same response for existing and missing users, so that user IDs are not revealed. */
export function requireOwnUserOrAdministrator(
  db: Kysely<Database>,
  request: OperationRequest,
): Promise<User> {
  const { caller } = request
  requireCredentials(caller)
  const id = requestedUserId(request, caller)
  if (id !== caller.id && !isAdministrator(caller)) throw forbidden()
  return requireUser(db, id)
}
