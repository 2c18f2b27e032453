import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError } from 'fastify'
import { badRequest, type Problem } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import { json } from './headers.ts'
import { errorBody } from './problems.ts'

/** Requests that the server refuses before any route is looked for, told like every other problem. */

interface ConnectionFault extends Error {
  readonly code?: string
}

export const pathTooLong = () => badRequest(414, say('A part of the path is too long.'))

export const invalidPath = () => badRequest(400, say('The path is not percent-encoded UTF-8.'))

const faults: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: badRequest(431, say('The header fields of the request are too large.')),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: badRequest(413, say('The chunk extensions of the body are too large.')),
  ERR_HTTP_REQUEST_TIMEOUT: badRequest(408, say('The request did not arrive in time.')),
  FST_ERR_MAX_PARAM_LENGTH: pathTooLong(),
  FST_ERR_BAD_URL: invalidPath(),
}

const malformed = badRequest(400, say('The request is not well-formed HTTP.'))

export const serverFault = ({ code }: ConnectionFault): Problem => faults[code ?? ''] ?? malformed

/** Faults of the client that the framework finds; none of the others. */
export const frameworkFault = (error: FastifyError): Problem | undefined =>
  error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500
    ? (faults[error.code] ?? badRequest(error.statusCode ?? 400, malformed.sentence))
    : undefined

/** Expectations that we do not know count for nothing (RFC 9110 10.1.1); Node would refuse them without a word. */
export const ignoreExpectations = (server: Server) =>
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

/** There is no request yet, so the answer is written to the connection itself. */
export function answerBroken(error: ConnectionFault, socket: Socket, language: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = serverFault(error)
  const body = JSON.stringify(errorBody(problem, language))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${json}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
