import type { IncomingMessage } from 'node:http'

const overrides = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * For Fastify's `rewriteUrl`, the only place before routing: honours X-HTTP-Method-Override on POST.
 * Another method than these becomes one that no route answers, lest the request be taken for a plain POST.
 */
export function overrideMethod(request: IncomingMessage): string {
  const wanted = String(request.headers['x-http-method-override'] ?? '')
    .trim()
    .toUpperCase()
  if (request.method === 'POST' && wanted !== '') request.method = overrides.has(wanted) ? wanted : 'TRACE'
  return request.url ?? '/'
}
