import { inTransaction } from '../../store/sql/write-queue.ts'
import { forbidden, type ValidationError } from '../../errors.ts'
import { recordAudit, type AuditAction } from '../../identity/audit-log.ts'
import { audited } from './audited.ts'
import { requireMatch } from '../preconditions.ts'
import { parseParameters, requireCredentials, requireParameters, throwIfInvalid } from '../steps.ts'
import type { OperationResult, OperationRequest } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import type { Values } from '../../resources/parameter.ts'
import {
  generatePassword,
  generatePasswordFor,
  storeIssuedPassword,
  replaceByName,
} from '../../identity/application-passwords.ts'
import { createUserOnce, findCreated } from './once.ts'
import {
  userFields,
  listUserNamesParameters,
  listUsersParameters,
  deleteUserParameters,
  updateUserFields,
} from './parameters.ts'
import {
  callerIn,
  requireUserAsAdministrator,
  requireOwnUserOrAdministrator,
  requireAdministrator,
} from './user-access.ts'
import { presentUserName, presentSelf, presentUser } from './presentation.ts'
import { isAdministrator, mayEditOthers, type Caller } from '../../identity/roles.ts'
import type { Identity } from './routes.ts'
import {
  createUser,
  findByName,
  findUser,
  invalidReassign,
  listUsers,
  removeUser,
  updateUser,
  usernameInUse,
  type NewUser,
  type User,
} from '../../identity/user-store.ts'
import type { Message } from '../../locales/fr.ts'

/** Name of the password that is created together with a user. */
const initialPasswordName = 'Password'

export async function listAllUsers({ db }: Identity, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(listUsersParameters, request)
  requireAdministrator(request.caller)
  const requested = requestedPage(values, request)
  const { search, role } = values
  const { users, total } = await listUsers(db, { ...requested, search, role })
  return presentPage(
    request,
    'users',
    { users: users.map(presentUser) },
    { ...requested, total },
    { search, role },
  )
}

/** Names are no secret to editors, because every history says them. Entries may belong to users of any role. */
export async function listUserNames({ db }: Identity, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(listUserNamesParameters, request)
  requireCredentials(request.caller)
  if (!mayEditOthers(request.caller)) throw forbidden()
  const requested = requestedPage(values, request)
  const { users, total } = await listUsers(db, requested)
  return presentPage(
    request,
    'users/names',
    { names: users.map(presentUserName) },
    { ...requested, total },
    {},
  )
}

/** Only administrators learn which usernames are in use. */
async function checkUsername(
  { db }: Identity,
  { caller }: OperationRequest,
  username: string | null | undefined,
  errors: Map<string, ValidationError>,
  own?: number,
) {
  if (typeof username !== 'string' || !isAdministrator(caller)) return
  const holder = await findByName(db, username)
  if (holder !== undefined && holder.id !== own) errors.set('username', usernameInUse())
}

export const createNewUser = async (
  identity: Identity,
  request: OperationRequest,
): Promise<OperationResult> =>
  (await findCreated(identity.db, request)) ?? createUnlessTaken(identity, request)

async function createUnlessTaken(identity: Identity, request: OperationRequest): Promise<OperationResult> {
  const { values, errors } = parseParameters(userFields, request)
  await checkUsername(identity, request, values.username, errors)
  throwIfInvalid(errors)
  requireAdministrator(request.caller)
  const { password, ...user } = values
  const issued =
    typeof password === 'string'
      ? await generatePassword(identity.random, { name: initialPasswordName, password }, request.now)
      : undefined
  const result = await createUserOnce(identity.db, request, async (trx) => {
    const created = await createUser(trx, user as NewUser, request.now)
    if (issued !== undefined) await storeIssuedPassword(trx, created.id, issued)
    await recordAudit(trx, audited('user-created', created, request))
    return {
      status: 201,
      body: presentUser(created),
      headers: { location: `${request.links.rest}/users/${created.id}` },
    }
  })
  identity.credentialVerifier.clearCache()
  return result
}

export async function readUser({ db }: Identity, request: OperationRequest): Promise<OperationResult> {
  return { body: presentUser(await requireOwnUserOrAdministrator(db, request)) }
}

export async function readSelf({ db }: Identity, request: OperationRequest): Promise<OperationResult> {
  const user = await requireOwnUserOrAdministrator(db, request)
  return { body: presentSelf(user, request.caller as Caller) }
}

const administratorOnlyMessages: Record<'username' | 'role', Message> = {
  username: 'Only administrators can change usernames.',
  role: 'Only administrators can change roles.',
}

/** Users cannot grant themselves permissions; sending back current values is allowed. */
function requireFieldPermissions(
  values: Values<typeof updateUserFields>,
  former: User,
  { caller }: OperationRequest,
) {
  if (isAdministrator(caller)) return
  const breaches = (['username', 'role'] as const).filter(
    (field) => typeof values[field] === 'string' && values[field] !== former[field],
  )
  if (breaches.length === 0) return
  throw forbidden(
    Object.fromEntries(
      breaches.map((field): [string, LocalizableMessage] => [
        field,
        message(administratorOnlyMessages[field]),
      ]),
    ),
  )
}

/** A change of role is logged separately from other changes. */
function changesOf(former: User, updated: User): AuditAction[] {
  const isOther = (['username', 'name', 'email'] as const).some((field) => former[field] !== updated[field])
  return [
    ...(isOther ? (['user-updated'] as const) : []),
    ...(former.role === updated.role ? [] : (['role-changed'] as const)),
  ]
}

export async function updateExistingUser(
  identity: Identity,
  request: OperationRequest,
): Promise<OperationResult> {
  const { db, random } = identity
  const { values, errors } = parseParameters(updateUserFields, request)
  await checkUsername(
    identity,
    request,
    values.username,
    errors,
    Number(request.path.id ?? request.caller?.id),
  )
  throwIfInvalid(errors)
  const former = await requireOwnUserOrAdministrator(db, request)
  requireFieldPermissions(values, former, request)
  const { password, ...changes } = values
  const issued =
    typeof password === 'string'
      ? await generatePasswordFor(db, random, former.id, { name: initialPasswordName, password }, request.now)
      : undefined
  const user = await inTransaction(db, async (trx) => {
    // Checks again, because otherwise users who send their role back undo a change of it, while a password is hashed.
    const asked = { ...request, caller: await callerIn(trx, request) }
    const previous = await requireOwnUserOrAdministrator(trx, asked)
    requireFieldPermissions(values, previous, asked)
    requireMatch(request, presentUser(previous))
    const updated = await updateUser(trx, previous.id, changes)
    if (issued !== undefined) {
      await replaceByName(trx, previous.id, issued)
      await recordAudit(trx, audited('application-password-created', updated, request))
    }
    for (const action of changesOf(previous, updated))
      await recordAudit(trx, audited(action, updated, request))
    return updated
  })
  identity.credentialVerifier.clearCache()
  return { body: presentUser(user) }
}

/** Only administrators learn which users exist. */
async function validateReassign(
  { db }: Identity,
  { caller, path }: OperationRequest,
  { reassign }: Values<typeof deleteUserParameters>,
  errors: Map<string, ValidationError>,
) {
  if (typeof reassign !== 'number' || !isAdministrator(caller)) return
  if (reassign === Number(path.id) || (await findUser(db, reassign)) === undefined)
    errors.set('reassign', invalidReassign())
}

export async function removeExistingUser(
  identity: Identity,
  request: OperationRequest,
): Promise<OperationResult> {
  const { values, errors } = parseParameters(deleteUserParameters, request)
  await validateReassign(identity, request, values, errors)
  throwIfInvalid(errors)
  const { id } = await requireUserAsAdministrator(identity.db, request)
  const former = await inTransaction(identity.db, async (trx) => {
    const user = await findUser(trx, id)
    if (user !== undefined) requireMatch(request, presentUser(user))
    const removed = await removeUser(trx, id, values)
    await recordAudit(trx, audited('user-deleted', removed, request))
    return removed
  })
  identity.credentialVerifier.clearCache()
  return { body: presentUser(former) }
}
