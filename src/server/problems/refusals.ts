import type { HttpProblem } from '../../errors.ts'
import { parseAuthorization } from '../../identity/authorization-header.ts'
import type { Exchange } from '../exchange.ts'
import { clientAddress } from '../request/request-origin.ts'

/** Error codes for wrong credentials and for exceeded limits. */
const refusals: ReadonlySet<string> = new Set([
  'incorrect_credentials',
  'event-password-protected',
  'rest_too_many_requests',
])

/** Identifies a refused client in the log, so that operators can detect attacks. */
export interface Refused {
  readonly address: string
  /** The username that was tried; the password is never logged. */
  readonly username?: string
}

const maxNameLength = 200

/** Returns undefined for problems other than wrong credentials and exceeded limits. */
export function refusedOf(
  { code }: HttpProblem,
  { request, signsInAs }: Pick<Exchange, 'request' | 'signsInAs'>,
  trustProxy: boolean,
): Refused | undefined {
  if (!refusals.has(code)) return undefined
  const { authorization } = request.headers
  const presented = authorization === undefined ? undefined : parseAuthorization(authorization)
  const username = presented && 'username' in presented ? presented.username : signsInAs
  return {
    address: clientAddress(request, trustProxy),
    ...(username === undefined ? {} : { username: username.slice(0, maxNameLength) }),
  }
}
