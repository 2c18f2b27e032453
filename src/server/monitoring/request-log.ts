import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { percentDecoded } from '../../text/percent-decoding.ts'
import type { Exchange } from '../exchange.ts'
import { requestIdHeader } from '../response/headers.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** Request IDs, and the one log line per request. */

const requestIdPattern = /^[\w.-]{1,64}$/

/** Accepts an incoming request ID only from a trusted proxy. */
export const requestIds =
  (trustProxy: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers[requestIdHeader]
    return trustProxy && typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
  }

const isSecret = (name: string) => /password|token|secret/i.test(name)

/** The `user` of an import is followed by an application password; that of other requests is a number. */
const isUser = (name: string, pair: string) => /^user\b/i.test(name) && !/=\d*$/.test(pair)

const decoded = (name: string): string | undefined => percentDecoded(name.replaceAll('+', ' '))

/** A secret in a value, such as the path in `rest_route`, or in a path that was put together wrongly. */
const nested = /((?:(?:password|token|secret)[\w\]%-]{0,8}?|[?&/]user)(?:=|%(?:25)*3d)).*/is

function withoutNested(text: string): string {
  if (nested.test(text)) return text.replace(nested, '$1***')
  const readable = decoded(text)
  return readable !== undefined && nested.test(readable) ? '***' : text
}

function withoutSecret(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  const readable = decoded(name)
  if (readable === undefined || isSecret(readable) || isUser(readable, pair)) return `${name}=***`
  return `${name}${withoutNested(pair.slice(name.length))}`
}

/** A URL without a match has neither secret nor percent-encoded parameter names, so it need not be parsed. */
const mayContainSecret = /%|password|token|secret|user/i

/** The requested path and query, with secrets masked. */
export function loggedPath(url: string): string {
  if (!mayContainSecret.test(url)) return url
  const [path = ''] = url.split('?', 1)
  const query = url.slice(path.length + 1)
  const shown = withoutNested(path)
  return query === '' ? shown : `${shown}?${query.split('&').map(withoutSecret).join('&')}`
}

interface CompletedRequest {
  readonly request?: string
  readonly method: string
  readonly url: string
  readonly status: number
  readonly milliseconds: number
}

export const logMessage = 'request completed'

/** 0 if the connection was closed before the response began, because its status has not been decided then. */
export const statusSent = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : 0

export const logFields = ({ request, method, url, status, milliseconds }: CompletedRequest) => ({
  request,
  method,
  path: loggedPath(url),
  status,
  ms: Math.round(milliseconds * 10) / 10,
})

/** Counts a request and writes its log line when the response is closed. */
export const recorderOf =
  (log: FastifyBaseLogger, traffic: RequestMetrics) =>
  ({ request, response, id, route, caller, refused, startedAt }: Exchange): void => {
    const { method = '', url = '' } = request
    const milliseconds = performance.now() - startedAt
    const status = statusSent(response)
    traffic.of(method, route, status).observe(milliseconds / 1_000)
    const user = caller === undefined ? {} : { user: caller.id }
    const fields = logFields({ request: id, method, url, status, milliseconds })
    log.info({ ...fields, ...user, ...refused }, logMessage)
  }
