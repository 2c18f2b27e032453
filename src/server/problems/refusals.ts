import type { IncomingMessage } from 'node:http'
import type { HttpProblem } from '../../errors.ts'
import { parseAuthorization } from '../../identity/authorization-header.ts'
import { clientAddress } from '../request/request-origin.ts'

/** Codes of responses to secrets that were wrong, or tried too often. */
const refusals: ReadonlySet<string> = new Set([
  'incorrect_credentials',
  'event-password-protected',
  'rest_too_many_requests',
])

/** Who was refused, for whoever looks for attacks in the log. */
export interface Refused {
  readonly address: string
  /** The name that was tried, never what was tried with it. */
  readonly username?: string
}

const maxNameLength = 200

/** Undefined if the problem is not the refusal of a secret or of one request too many. */
export function refusedOf(
  { code }: HttpProblem,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): Refused | undefined {
  if (!refusals.has(code)) return undefined
  const { authorization } = request.headers
  const presented = authorization === undefined ? undefined : parseAuthorization(authorization)
  return {
    address: clientAddress(request, trustProxy),
    ...(presented && 'username' in presented ? { username: presented.username.slice(0, maxNameLength) } : {}),
  }
}
