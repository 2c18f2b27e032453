import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Every request has a name, and leaves one line behind. */

export const requestIdHeader = 'x-request-id'

const sanePattern = /^[\w.-]{1,64}$/

/** A proxy may have named the request already; anybody else's names are not believed. */
export const requestIds =
  (trustProxy: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers[requestIdHeader]
    return trustProxy && typeof given === 'string' && sanePattern.test(given) ? given : randomUUID()
  }

const isSecret = (name: string) => /password|token|secret/i.test(name)

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function withoutSecret(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  const readable = decoded(name)
  return readable === undefined || isSecret(readable) ? `${name}=***` : pair
}

/** Where neither is to be found, no name of a parameter is secret or beyond reading. */
const mayHideSecret = /%|password|token|secret/i

/** The path as it was asked for, secrets in the query left out. */
export function loggedPath(url: string): string {
  if (!mayHideSecret.test(url)) return url
  const [path = ''] = url.split('?', 1)
  const query = url.slice(path.length + 1)
  return query === '' ? path : `${path}?${query.split('&').map(withoutSecret).join('&')}`
}

export interface Answered {
  readonly request?: string
  readonly method: string
  readonly url: string
  readonly status: number
  readonly milliseconds: number
}

export const answeredMessage = 'answered'

/** What the line tells of every request. */
export const answeredLine = ({ request, method, url, status, milliseconds }: Answered) => ({
  request,
  method,
  path: loggedPath(url),
  status,
  ms: Math.round(milliseconds * 10) / 10,
})

export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header(requestIdHeader, id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isOperation ? 'debug' : 'info'
    const line = answeredLine({
      method: request.method,
      url: request.originalUrl,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
    })
    request.log[level](
      request.asker === undefined ? line : { ...line, user: request.asker.id },
      answeredMessage,
    )
    done()
  })
}
