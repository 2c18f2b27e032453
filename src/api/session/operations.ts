import type { Config } from '../../config.ts'
import { foreignPage, invalidParameter, sessionNeeded, ValidationError } from '../../errors.ts'
import { passwordLinkUrl } from '../../identity/administration-urls.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { knownBrowserSeconds } from '../../identity/known-browsers.ts'
import {
  createPasswordLink,
  findPasswordLink,
  requireStrong,
  setPersonalPassword,
} from '../../identity/personal-passwords.ts'
import type { Caller } from '../../identity/roles.ts'
import { hashSecret } from '../../identity/secrets.ts'
import { csrfTokenOf, endSession, sessionSeconds } from '../../identity/sessions.ts'
import {
  findVerified,
  verifyPersonalPassword,
  type SignIn,
  type SignInOptions,
  type VerifiedUser,
} from '../../identity/sign-in.ts'
import { findUser } from '../../identity/user-store.ts'
import { readNoting } from '../../resources/parameter.ts'
import type { Wakeable } from '../../store/periodic.ts'
import { enqueueMail, type PasswordLinkMail } from '../../store/mails.ts'
import { toWall } from '../../time/index.ts'
import { documentationLanguage } from '../language.ts'
import type { Cookie, OperationRequest, OperationResult } from '../operation.ts'
import {
  parseParameters,
  requireAllowed,
  requireCredentials,
  requireParameters,
  throwIfInvalid,
  type Verdict,
} from '../steps.ts'
import { audited } from '../users/audited.ts'
import { presentSelf, presentUser } from '../users/presentation.ts'
import { requireUserAsAdministrator } from '../users/user-access.ts'
import { changePasswordFields, linkFields, newPasswordFields, signInFields } from './parameters.ts'

export interface SessionAccess extends Omit<SignInOptions, 'isLimited'> {
  readonly signIn: SignIn
  readonly limits: SignInOptions['limits'] & {
    readonly link: (address: string, name: string) => Verdict
  }
  /** Undefined if e-mail is not configured. */
  readonly mail: Pick<Wakeable, 'wake'> | undefined
  readonly config: Pick<Config, 'siteName' | 'prefix'>
}

const sessionCookie = (value: string): Cookie => ({
  name: 'session',
  value,
  maxAge: value === '' ? 0 : sessionSeconds,
})

async function present({ db }: SessionAccess, token: string, caller: Caller) {
  const user = await findUser(db, caller.id)
  if (user === undefined) throw sessionNeeded()
  return { csrf_token: csrfTokenOf(token), user: presentSelf(user, caller) }
}

export async function createSession(
  access: SessionAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(signInFields, request)
  const { browser, address, now, links } = request
  // Otherwise a page of another site could sign visitors in to its own account, and later read what they entered there.
  if (browser.page === 'foreign') throw foreignPage()
  const attempt = {
    username: values.username!,
    password: values.password!,
    address,
    known: browser.known,
    now,
  }
  const { caller, session, browser: known } = await access.signIn(attempt)
  return {
    status: 201,
    body: await present(access, session, caller),
    headers: { location: `${links.rest}/session` },
    cookies: [sessionCookie(session), { name: 'known', value: known, maxAge: knownBrowserSeconds }],
  }
}

/** Callers who authenticate without a cookie have no session. */
function requireSession({ caller, browser }: OperationRequest): { caller: Caller; token: string } {
  if (caller === undefined || browser.session === undefined) throw sessionNeeded()
  return { caller, token: browser.session }
}

export async function readSession(
  access: SessionAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller, token } = requireSession(request)
  return { body: await present(access, token, caller) }
}

export async function deleteSession(
  access: SessionAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller, token } = requireSession(request)
  const { address, now } = request
  const body = await present(access, token, caller)
  await access.db.writes.withoutVersionChange(async (trx) => {
    await endSession(trx, token)
    await recordAudit(trx, { action: 'sign-out', by: caller, address, now })
  })
  return { body, cookies: [sessionCookie('')] }
}

export async function createLink(access: SessionAccess, request: OperationRequest): Promise<OperationResult> {
  const { db, random, config } = access
  const user = await requireUserAsAdministrator(db, request)
  const { links, now } = request
  const link = await db.writes.withoutVersionChange(async (trx) => {
    await recordAudit(trx, audited('password-link-created', user, request))
    return createPasswordLink(trx, random, user.id, now)
  })
  return {
    status: 201,
    body: { url: passwordLinkUrl(links.site, config.prefix, link), expires_utc: toWall(link.expires, 'UTC') },
  }
}

const queued: OperationResult = { status: 202, body: { status: 'queued' } }

async function queueLink(
  { db, mail }: SessionAccess,
  to: PasswordLinkMail['to'],
  request: OperationRequest,
): Promise<OperationResult> {
  const { address, now } = request
  const language = documentationLanguage(undefined, request)
  await db.writes.withoutVersionChange((trx) =>
    enqueueMail(trx, { about: 'password-link', to, language, address }, now),
  )
  mail!.wake()
  return queued
}

/**
 * Whether the user exists is determined only when the link is sent, so that neither the response nor its timing reveals
 * it.
 */
export function sendLink(access: SessionAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(linkFields, request)
  if (request.browser.page === 'foreign') throw foreignPage()
  const name = values.username!
  requireAllowed(access.limits.link(request.address, name))
  return queueLink(access, { name }, request)
}

export async function sendLinkTo(access: SessionAccess, request: OperationRequest): Promise<OperationResult> {
  const user = await requireUserAsAdministrator(access.db, request)
  if (user.email === '')
    throw invalidParameter('email', ValidationError.of('rest_empty', 'This user has no e-mail address.'))
  return queueLink(access, { user: user.id }, request)
}

const expiredLink = () =>
  invalidParameter(
    'token',
    ValidationError.of(
      'rest_expired_link',
      'This link has expired or has already been used; ask an administrator for a new one.',
    ),
  )

/** Sets the password of the user to whom the link belongs. */
export async function setPassword(
  access: SessionAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { values, errors } = parseParameters(newPasswordFields, request)
  throwIfInvalid(errors)
  const { db, config } = access
  const { now } = request
  const [token, password] = [values.token!, values.password!]
  const user = await findPasswordLink(db, token, now)
  if (user === undefined) throw expiredLink()
  readNoting(errors, 'password', () => requireStrong(password, [user.username, config.siteName]))
  throwIfInvalid(errors)
  const hash = await hashSecret(password)
  await db.writes.withoutVersionChange(async (trx) => {
    if ((await findPasswordLink(trx, token, now)) === undefined) throw expiredLink()
    await setPersonalPassword(trx, user, hash, now)
    await recordAudit(trx, audited('password-changed', user, request))
  })
  return { body: presentUser((await findUser(db, user.id))!) }
}

const incorrectPassword = () =>
  invalidParameter(
    'current_password',
    ValidationError.of('rest_incorrect_password', 'This is not your current password.'),
  )

/** Failed attempts count against the address, like those of other credentials. */
async function requirePassword(
  { db, limits }: SessionAccess,
  caller: Caller,
  password: string,
  request: OperationRequest,
): Promise<VerifiedUser> {
  const { address, now } = request
  const { credentials } = limits
  const attempt = { username: caller.username, password, now }
  const verified = await credentials.verify(address, () => verifyPersonalPassword(db, attempt))
  if (verified === undefined) throw incorrectPassword()
  return verified
}

export async function changePassword(
  access: SessionAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { values, errors } = parseParameters(changePasswordFields, request)
  const { db, config } = access
  const { caller, now } = request
  const { password } = values
  if (password != null)
    readNoting(errors, 'password', () => requireStrong(password, [caller?.username ?? '', config.siteName]))
  throwIfInvalid(errors)
  requireCredentials(caller)
  const verified = await requirePassword(access, caller, values.current_password!, request)
  const hash = await hashSecret(values.password!)
  await db.writes.withoutVersionChange(async (trx) => {
    if ((await findVerified(trx, verified, now)) === undefined) throw incorrectPassword()
    await setPersonalPassword(trx, caller, hash, now)
    await recordAudit(trx, audited('password-changed', caller, request))
  })
  return { body: presentUser((await findUser(db, caller.id))!), cookies: [sessionCookie('')] }
}
