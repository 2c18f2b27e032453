import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
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

/** Only for requests that present credentials. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

function obey(reply: FastifyReply, verdict: Verdict) {
  reply.headers(rateLimitHeaders(verdict))
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

/** Whoever presents no credentials is nobody, without being asked. */
export const isAnonymous = ({ authorization }: IncomingHttpHeaders) => authorization === undefined

const counted = new WeakMap<IncomingMessage, Verdict>()

/** A request without credentials counts for its address, and once by however many ways it is tried to be answered. */
export function countAnonymous(limits: Limits, raw: IncomingMessage, trustProxy: boolean): Verdict {
  const verdict = counted.get(raw) ?? limits.request(clientAddress(raw, trustProxy), false)
  counted.set(raw, verdict)
  return verdict
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
  app.addHook('onRequest', (request, reply, done) => {
    const isSignedIn = !isAnonymous(request.headers) && isAnswered(request)
    if (request.routeOptions.config.isOperation || isSignedIn) return done()
    const verdict = countAnonymous(limits, request.raw, trustProxy)
    reply.headers(rateLimitHeaders(verdict))
    done(verdict.allowed ? undefined : tooManyRequests(verdict.retryAfter))
  })
  return async (request, reply) => {
    const { authorization } = request.headers
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
