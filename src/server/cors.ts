import type { FastifyInstance, FastifyRequest } from 'fastify'

const exposed = [
  'X-Total',
  'X-Total-Pages',
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'Link',
  'ETag',
  'Content-Language',
  'Location',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
]
const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'If-Match',
  'If-None-Match',
  'X-HTTP-Method-Override',
  'Idempotency-Key',
]

export const answerHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
}
const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': allowedMethods.join(', '),
  'access-control-allow-headers': allowedHeaders.join(', '),
  'access-control-max-age': '7200',
}

/** Lets pages of any origin read every answer, without the cookies of their visitors. */
export function installCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request)) return void reply.code(204).headers(preflightHeaders).send()
    reply.headers(answerHeaders)
    done()
  })
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined
