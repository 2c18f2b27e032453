import type { Endpoint } from '../../api/operation.ts'
import type { Config } from '../../config.ts'
import { requireAllowed } from '../../api/steps.ts'
import { csrfTokenNeeded, incorrectCredentials } from '../../errors.ts'
import type { CredentialVerifier } from '../../identity/credential-verifier.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import { isCsrfToken, sessionSeconds, type Session } from '../../identity/sessions.ts'
import type { Exchange } from '../exchange.ts'
import { rateLimitHeaders, type Limits, type RateVerdict } from '../limits/rate-limit.ts'
import { isRead } from './is-read.ts'
import { clientAddress } from './request-origin.ts'

/**
 * Identifies the caller and counts the request against the account, or against the address if there are no credentials.
 */

export interface IdentificationOptions {
  readonly config: Config
  readonly credentialVerifier: Pick<CredentialVerifier, 'verify'>
  /** Returns the session of a token and renews it if necessary. */
  readonly openSession: (token: string) => Promise<Session | undefined>
  /** Returns the user of a session without renewing it. */
  readonly findSessionCaller: (token: string) => Promise<OptionalCaller>
  readonly limits: Limits
}

export interface Identification {
  countAnonymous(exchange: Exchange): void
  countSearch(exchange: Exchange): void
  /**
   * Returns the caller and counts the request against the account. Wrong credentials are counted against the address.
   */
  identify(exchange: Exchange, operation: Endpoint | undefined): Promise<OptionalCaller>
  /** The result of the work; if that took long, the caller is the one to whom the credentials belong by then. */
  confirmedAfter<T>(exchange: Exchange, work: Promise<T>): Promise<T>
}

/** Milliseconds after which credentials are looked up again, because a client may take a minute to send a body. */
const trustedMs = 250

export function createIdentification(options: IdentificationOptions): Identification {
  const { config, credentialVerifier, limits } = options
  const addressOf = ({ request }: Exchange) => clientAddress(request, config.trustProxy)

  function countAnonymous(exchange: Exchange): void {
    applyVerdict(exchange, limits.request(addressOf(exchange), false))
  }

  function countSearch(exchange: Exchange): void {
    requireAllowed(limits.search(addressOf(exchange)))
  }

  async function identify(exchange: Exchange, operation: Endpoint | undefined): Promise<OptionalCaller> {
    const { authorization } = exchange.request.headers
    // Pages contain public data only, and an Authorization header may be meant for a proxy in front of the service.
    if (exchange.located.mount.isPages) return undefined
    if (authorization === undefined) return identifyBySession(exchange, operation?.signsIn ?? false)
    try {
      const verified = await credentialVerifier.verify({ authorization, address: addressOf(exchange) })
      if (verified === undefined) return undefined
      applyVerdict(exchange, limits.request(String(verified.caller.id), true))
      exchange.callerNow = verified.callerNow
      return verified.caller
    } catch (error) {
      if (exchange.limit === undefined) countAnonymous(exchange)
      throw error
    }
  }

  /**
   * An expired session makes the request anonymous instead of failing, because public data needs no session. Signing in
   * needs none either: a browser that has lost its CSRF token could not sign in again otherwise.
   */
  async function identifyBySession(exchange: Exchange, isSigningIn: boolean): Promise<OptionalCaller> {
    const { session: token } = exchange.browser
    if (token === undefined) return undefined
    if (isSigningIn) return void countAnonymous(exchange)
    const session = await options.openSession(token)
    if (session === undefined) return void countAnonymous(exchange)
    applyVerdict(exchange, limits.request(String(session.caller.id), true))
    requireCsrfToken(exchange, token)
    exchange.callerNow = () => options.findSessionCaller(token)
    if (session.isRenewed) exchange.cookies = [{ name: 'session', value: token, maxAge: sessionSeconds }]
    return session.caller
  }

  async function confirm(exchange: Exchange): Promise<void> {
    if (exchange.caller === undefined) return
    exchange.caller = await exchange.callerNow()
    const hasRevoked = exchange.caller === undefined && exchange.request.headers.authorization !== undefined
    if (hasRevoked) throw incorrectCredentials()
  }

  async function confirmedAfter<T>(exchange: Exchange, work: Promise<T>): Promise<T> {
    const begun = performance.now()
    const result = await work
    if (performance.now() - begun > trustedMs) await confirm(exchange)
    return result
  }

  return { countAnonymous, countSearch, identify, confirmedAfter }
}

function requireCsrfToken({ request }: Exchange, sessionToken: string): void {
  const isSafe = isRead(request) || request.method === 'OPTIONS'
  if (!isSafe && !isCsrfToken(String(request.headers['x-csrf-token'] ?? ''), sessionToken))
    throw csrfTokenNeeded()
}

function applyVerdict(exchange: Exchange, verdict: RateVerdict): void {
  exchange.limit = Object.entries(rateLimitHeaders(verdict)).flat()
  requireAllowed(verdict)
}
