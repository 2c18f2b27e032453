import type { IncomingMessage } from 'node:http'

const overrides = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Honours X-HTTP-Method-Override on POST, before anybody looks at the method. Another method than these becomes one that
 * no route answers, lest the request be taken for a plain POST.
 */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = String(request.headers['x-http-method-override'] ?? '')
    .trim()
    .toUpperCase()
  if (request.method === 'POST' && wanted !== '') request.method = overrides.has(wanted) ? wanted : 'TRACE'
}
