import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Every request has a name, and leaves one line behind. */

const sanePattern = /^[\w.-]{1,64}$/

/** A proxy may have named the request already; anybody else's names are not believed. */
export const requestIds =
  (trustProxy: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id']
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

/** The path as it was asked for, secrets in the query left out. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const query = url.slice(path.length + 1)
  return query === '' ? path : `${path}?${query.split('&').map(withoutSecret).join('&')}`
}

export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const level = request.routeOptions.config.isOperation ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: loggedPath(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.asker === undefined ? {} : { user: request.asker.id }),
      },
      'answered',
    )
  })
}
