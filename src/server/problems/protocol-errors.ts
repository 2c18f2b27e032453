import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError } from 'fastify'
import { protocolError, type HttpProblem } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import { afterResponses } from '../request/pipelining.ts'
import { json } from '../response/headers.ts'
import { errorBody } from './error-body.ts'

/** Requests that the HTTP parser or the router rejects; they get the same error body as all others. */

interface ConnectionError extends Error {
  readonly code?: string
}

export const pathTooLong = () => protocolError(414, message('A path segment is too long.'))

export const invalidPath = () => protocolError(400, message('The path must be percent-encoded UTF-8.'))

export const invalidHost = () =>
  protocolError(400, message('The request must have exactly one valid Host header.'))

export const unknownTransferCoding = () =>
  protocolError(501, message('The only transfer coding of a body that is supported is chunked.'))

const problemsByCode: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: protocolError(431, message('The request headers are too large.')),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: protocolError(
    413,
    message('The chunk extensions of the body are too large.'),
  ),
  ERR_HTTP_REQUEST_TIMEOUT: protocolError(408, message('The request timed out.')),
  FST_ERR_MAX_PARAM_LENGTH: pathTooLong(),
  FST_ERR_BAD_URL: invalidPath(),
}

/** As Node.js reports that a request took too long. */
export const timedOut = (): Error =>
  Object.assign(new Error('timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const malformed = protocolError(400, message('The request is not valid HTTP.'))

export const connectionProblem = ({ code }: ConnectionError): HttpProblem =>
  problemsByCode[code ?? ''] ?? malformed

/** Client errors detected by Fastify; undefined for all other errors. */
export const frameworkProblem = (error: FastifyError): HttpProblem | undefined =>
  error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500
    ? (problemsByCode[error.code] ?? protocolError(error.statusCode ?? 400, malformed.sentence))
    : undefined

/** Unknown expectations may be ignored (RFC 9110 10.1.1). Node.js would respond with 417 and an empty body. */
export const ignoreUnknownExpectations = (server: Server) =>
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

/** Connections whose error is known, because whatever else is received on them is one, too. */
const failing = new WeakSet<Socket>()

/** Responds to the requests before the error first. */
export function respondToConnectionError(error: ConnectionError, socket: Socket, language: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (failing.has(socket)) return
  failing.add(socket)
  afterResponses(socket, () => writeProblem(connectionProblem(error), socket, language))
}

/** How long a client has to read the response. */
const lingerMs = 5_000

/** Writes the response to the socket, because there is no request object. */
function writeProblem(problem: HttpProblem, socket: Socket, language: string): void {
  // The client may have been told that the response before is the last one.
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(problem, language))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${json}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client could keep its half of the connection open for ever, and the server a descriptor with it.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
