import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { Instant } from '../time/index.ts'
import { isRead } from './answering.ts'
import { countAnonymous, isAnonymous } from './authentication.ts'
import { formOf } from './compression.ts'
import type { Memory, Remembered, Sent } from './memory.ts'
import { routeOf } from './metrics.ts'
import { rateLimitHeaders, type Limits, type Verdict } from './rate-limit.ts'
import { answeredLine, answeredMessage, requestIdHeader, requestIds } from './request-log.ts'
import type { Stopping } from './stopping.ts'
import type { Traffic } from './traffic.ts'

/**
 * What was sent before is sent again before the application is asked. Only the application knows what an answer is
 * made of: what it sends is learned as it leaves, header by header, and repeated but for what belongs to one request.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer that is kept for requests like this one. */
    remembered: Remembered | undefined
  }
}

export interface RepeatingParts {
  readonly config: Config
  readonly memory: Memory
  readonly limits: Limits
  readonly stopping: Stopping
  readonly traffic: Traffic
  readonly log: FastifyBaseLogger
  readonly now: () => Instant
  /** The version of the data, where that can be told at once. */
  readonly version: () => number | undefined
}

/** Everything in a request, beside what its form says, that an anonymous answer may depend on. */
export function requestName({ headers, socket, url }: IncomingMessage, { trustProxy }: Config): string {
  const name = `${headers.host ?? ''}\n${socket.localAddress ?? ''}\n${url}`
  return trustProxy ? `${name}\n${forwarding(headers)}` : name
}

const forwarding = (headers: IncomingMessage['headers']) =>
  JSON.stringify(
    Object.entries(headers).filter(([name]) => name === 'forwarded' || name.startsWith('x-forwarded-')),
  )

export const ofOneRequest = (name: string) =>
  name === requestIdHeader || name === 'connection' || name.startsWith('ratelimit-')

/** What of the request says in which form it takes the answer. */
export const formOfAnswer = ({ headers }: Pick<IncomingMessage, 'headers'>, { answer }: Remembered) =>
  formOf(headers, answer.tag, answer.body.length)

function asSent(reply: FastifyReply, payload: unknown, traffic: Traffic): Sent {
  const body = Buffer.isBuffer(payload) ? payload : undefined
  const headers = Object.entries(reply.getHeaders())
    .filter(([name]) => !ofOneRequest(name) && name !== 'content-length')
    .flatMap(([name, value]) => [name, String(value)])
  const [route, status] = [routeOf(reply.request), reply.statusCode]
  return {
    status,
    headers: body === undefined ? headers : [...headers, 'content-length', String(body.length)],
    body,
    counts: { GET: traffic.of('GET', route, status), HEAD: traffic.of('HEAD', route, status) },
  }
}

/** Answers a request if it can, and tells whether it does; the application answers all others. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, passOn: () => void) => boolean

/** To be installed after all that changes what is sent. */
export function installRepeating(app: FastifyInstance, parts: RepeatingParts, others: Answerer): void {
  app.decorateRequest('remembered', undefined)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { remembered } = request
    if (remembered !== undefined && !parts.stopping.hasBegun)
      parts.memory.learn(remembered, formOfAnswer(request, remembered), asSent(reply, payload, parts.traffic))
    done(null, payload)
  })
  const repeat = repeater(parts)
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const passOn = () => {
      for (const listener of listeners) listener(request, response)
    }
    if (!mayAnswer(request, parts.stopping)) passOn()
    else if (!repeat(request, response, passOn) && !others(request, response, passOn)) passOn()
  })
}

const mayAnswer = ({ method, headers }: IncomingMessage, stopping: Stopping) =>
  isRead({ method: method! }) && isAnonymous(headers) && !stopping.hasBegun

export type SendingParts = Pick<RepeatingParts, 'log'> & { readonly id: string; readonly begun: number }

/** One request that the application does not see. */
export function sendAtOnce(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, counts }: Sent,
  verdict: Verdict,
  { log, id, begun }: SendingParts,
): void {
  const method = request.method as 'GET' | 'HEAD'
  response.on('finish', () => {
    const milliseconds = performance.now() - begun
    counts[method].observe(milliseconds / 1_000)
    log.info(answeredLine({ request: id, method, url: request.url!, status, milliseconds }), answeredMessage)
  })
  const own = Object.entries(rateLimitHeaders(verdict)).flat()
  response.writeHead(status, [requestIdHeader, id, ...own, ...headers])
  response.end(method === 'HEAD' ? undefined : body)
}

/** Sends again what it has sent before. */
function repeater({ config, memory, limits, log, now, version }: RepeatingParts): Answerer {
  const idOf = requestIds(config.trustProxy)

  function find(request: IncomingMessage): Sent | undefined {
    const current = version()
    const remembered =
      current === undefined ? undefined : memory.get(requestName(request, config), current, now())
    return remembered?.sent.get(formOfAnswer(request, remembered))
  }

  return (request, response) => {
    const begun = performance.now()
    const sent = find(request)
    if (sent === undefined) return false
    const verdict = countAnonymous(limits, request, config.trustProxy)
    if (!verdict.allowed) return false
    sendAtOnce(request, response, sent, verdict, { log, id: idOf(request), begun })
    return true
  }
}
