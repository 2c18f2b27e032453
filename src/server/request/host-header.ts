import type { IncomingMessage } from 'node:http'

/** The host in the request target takes precedence over `Host` (RFC 9112 3.2.2). */
export function useHostOfTarget(request: IncomingMessage): void {
  if (request.url!.startsWith('/')) return
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(request.url!) ?? []
  if (host !== undefined) request.headers.host = host
}
