import { request as open } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json, Service } from './service.ts'

/** Requests that `fetch` would normalize or reject: odd methods, paths and headers, incomplete bodies. */

export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
  readonly body: Json
}

export interface RawRequest {
  readonly method?: string
  /** The complete request target, sent unchanged. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
  readonly as?: string | null
}

const json = (bytes: Buffer): Json => {
  try {
    return JSON.parse(bytes.toString()) as Json
  } catch {
    return undefined
  }
}

export const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

export const raw = (
  { origin }: Service,
  { method = 'GET', path, headers = {}, body, as = null }: RawRequest,
): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const authorization = as === null ? {} : { authorization: basic(as) }
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = open(
      { hostname, port, method, path, headers: { ...authorization, ...length, ...headers }, timeout: 10_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const entries = Object.entries(response.headers).map(([name, value]) => [
            name,
            [value].flat().join(', '),
          ])
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(entries) as Record<string, string>,
            bytes,
            body: json(bytes),
          })
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer within ten seconds')))
    request.on('error', reject)
    request.end(body)
  })

interface SlowRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What happens between the halves of the body. */
  readonly meanwhile: () => Promise<unknown>
}

/** Posts JSON of which the second half comes half a second later than the first, and returns the status. */
export async function slowly(
  { origin }: Pick<Service, 'origin'>,
  { path, headers, body, meanwhile }: SlowRequest,
): Promise<number> {
  const { hostname, port } = new URL(origin)
  const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const request = open({ hostname, port, method: 'POST', path, headers: { ...type, ...headers } })
  const answered = new Promise<number>((resolve, reject) =>
    request.on('error', reject).on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }),
  )
  const middle = body.length >> 1
  request.write(body.slice(0, middle))
  await pause(250)
  await meanwhile()
  await pause(250)
  request.end(body.slice(middle))
  return answered
}

/** Sends the bytes over a new connection and returns everything received until it closes. */
export const exchange = ({ origin }: Pick<Service, 'origin'>, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within ten seconds')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject).on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })

/** What a client received in the end. */
export interface LateRead {
  readonly bytes: number
  /** Whether the last chunk came, and not only the end of the connection. */
  readonly isComplete: boolean
}

/**
 * Sends a request and reads nothing of the response, not even its beginning, until the function that is returned is called.
 * Once a client has read something, the operating system may make room for megabytes that it has not read.
 */
export function sendUnread(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): () => Promise<LateRead> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname).pause()
  const lines = Object.entries({ host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  // A server that breaks off a response may reset the connection.
  socket.on('error', () => {})
  return () =>
    new Promise((resolve) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.on('close', () => {
        const all = Buffer.concat(chunks)
        resolve({ bytes: all.length, isComplete: all.subarray(-lastChunk.length).equals(lastChunk) })
      })
      socket.resume()
    })
}

/** RFC 9112 7.1 */
const lastChunk = Buffer.from('0\r\n\r\n')
