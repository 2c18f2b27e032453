import type { IncomingMessage, ServerResponse } from 'node:http'
import { invalidHost } from '../problems/protocol-errors.ts'

/** The host that a request is for (RFC 9112 3.2). */

/**
 * Refuses a request with several `Host` headers, of which a proxy before the service may have used another one, and one
 * without any in HTTP/1.1. Closes the connection, because what follows may be as wrong.
 */
export function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): void {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index]!)) hosts += 1
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  response.shouldKeepAlive = false
  throw invalidHost()
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

/** The host in the request target takes precedence over `Host` (RFC 9112 3.2.2). */
export function useHostOfTarget(request: IncomingMessage): void {
  if (request.url!.startsWith('/')) return
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(request.url!) ?? []
  if (host !== undefined) request.headers.host = host
}
