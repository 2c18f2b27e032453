import type { IncomingMessage } from 'node:http'
import { queryOf } from '../exchange.ts'

const header = 'x-http-method-override'

const overrides = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether the request was sent as a POST, whose body counts even if it has become a GET. */
export const wasPost = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers[header] !== undefined

/**
 * Applies X-HTTP-Method-Override to POST before routing, and removes it where it means nothing. An unsupported method
 * becomes TRACE, which no route accepts, so that the request is not executed as a POST.
 */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = String(request.headers[header] ?? '')
    .trim()
    .toUpperCase()
  if (request.method === 'POST' && wanted !== '') request.method = overrides.has(wanted) ? wanted : 'TRACE'
  else delete request.headers[header]
}

/** The same by `_method` in the query, which clients of WordPress send where a header is out of reach (interface: Aliases). */
export function overrideMethodByQuery(request: IncomingMessage): void {
  const wanted = request.method === 'POST' && new URLSearchParams(queryOf(request)).get('_method')
  if (!wanted) return
  request.headers[header] = wanted
  overrideMethod(request)
}
