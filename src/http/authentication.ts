import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '../errors.ts'
import type { Asker } from '../identity/roles.ts'
import { clientAddress } from './origin.ts'
import { rateLimitHeaders, type Limits, type Verdict } from './rate-limit.ts'

/** Who asks, and whether they ask too often. */

export interface Credentials {
  /** Undefined where nobody presents any; throws where they are wrong. */
  verify(presented: { authorization: string | undefined; address: string }): Promise<Asker>
}

export interface AuthenticationParts {
  readonly credentials: Credentials
  readonly limits: Limits
  readonly trustProxy: boolean
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

function obey(reply: FastifyReply, verdict: Verdict) {
  reply.headers(rateLimitHeaders(verdict))
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

/** What no route answers is told without looking at credentials (contract §1). */
const isAnswered = ({ is404, method, routeOptions }: FastifyRequest) =>
  !is404 && (routeOptions.config.answers?.includes(method) ?? true)

/**
 * Requests without credentials count for their address at once. The others count for their account, by the function
 * returned: routes call it once they know that they answer the method.
 */
export function installAuthentication(
  app: FastifyInstance,
  { credentials, limits, trustProxy }: AuthenticationParts,
): Authenticate {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isOperation) return
    const isSignedIn = request.headers.authorization !== undefined && isAnswered(request)
    if (!isSignedIn) obey(reply, limits.request(clientAddress(request.raw, trustProxy), false))
  })
  return async (request, reply) => {
    const { authorization } = request.headers
    if (authorization === undefined) return
    const address = clientAddress(request.raw, trustProxy)
    try {
      request.asker = await credentials.verify({ authorization, address })
    } catch (error) {
      obey(reply, limits.request(address, false))
      throw error
    }
    obey(reply, limits.request(String(request.asker?.id), true))
  }
}
