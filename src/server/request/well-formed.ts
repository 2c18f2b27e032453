import type { IncomingMessage, ServerResponse } from 'node:http'
import { invalidHost, unknownTransferCoding } from '../problems/protocol-errors.ts'

/** What the parser of Node.js accepts, although a proxy before the service may have understood it in another way. */

/** Throws a problem, and then closes the connection, because what follows may be as wrong. */
export function requireWellFormed(request: IncomingMessage, response: ServerResponse): void {
  const mayGoOn = response.shouldKeepAlive
  response.shouldKeepAlive = false
  requireOneHost(request)
  requireKnownTransferCoding(request)
  response.shouldKeepAlive = mayGoOn && !isChunkedBeforeItsTime(request)
}

/** RFC 9112 3.2: exactly one, which is valid. Only HTTP/1.0 may leave it out. */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]!))
  const isValid =
    hosts.length === 0 ? httpVersion === '1.0' : hosts.length === 1 && hostPattern.test(hosts[0]!)
  if (!isValid) throw invalidHost()
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

/** RFC 3986 3.2.2 and 3.2.3. */
const hostPattern = /^(?:\[[\da-f.:]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/** RFC 9112 6.1: the body of any other coding would be read as if that had not been applied. */
function requireKnownTransferCoding({ headers }: IncomingMessage): void {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw unknownTransferCoding()
}

/** RFC 9112 6.1: HTTP/1.0 knows no chunks, so whoever forwarded this may not have seen where the body ends. */
const isChunkedBeforeItsTime = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
