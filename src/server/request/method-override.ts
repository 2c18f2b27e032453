import type { IncomingMessage } from 'node:http'

const overrides = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const posts = new WeakSet<IncomingMessage>()

/** Whether the request was sent as a POST, whose body counts even if it has become a GET. */
export const wasPost = (request: IncomingMessage): boolean => posts.has(request)

/**
 * Applies X-HTTP-Method-Override to POST before routing. An unsupported method becomes TRACE, which no route accepts,
 * so that the request is not executed as a POST.
 */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = String(request.headers['x-http-method-override'] ?? '')
    .trim()
    .toUpperCase()
  if (request.method !== 'POST' || wanted === '') return
  posts.add(request)
  request.method = overrides.has(wanted) ? wanted : 'TRACE'
}
