import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { withinTime } from '../time-limit.ts'
import { isReachable, readAllowList, type AllowList } from './addresses.ts'
import { decode, isDecodable, NotDecodable } from './content-encoding.ts'
import { createResolve, type Resolve } from './resolve.ts'

/**
 * Guards all requests to URLs that users have entered: they must lead to the public internet, after resolving names and
 * following redirects, and are limited in time and size.
 */

/** A forbidden request or an unusable response; retrying does not help. */
export class OutgoingRefused extends Error {
  constructor(
    message: string,
    /** The status of the response, if there was one. */
    readonly status?: number,
  ) {
    super(message)
  }
}

/** A temporary failure of the server. */
export class OutgoingUnavailable extends Error {
  constructor(
    message: string,
    readonly retryAfter: string | undefined,
  ) {
    super(message)
  }
}

interface OutgoingRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly accept: string
  /** Accepted media types of the response. */
  readonly types: RegExp
  /** Undefined if only the status matters: then nothing of the body is read, however long it is. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

interface OutgoingResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** The final URL, after redirects. */
  readonly url: string
}

export type Outgoing = (url: string, request: OutgoingRequest) => Promise<OutgoingResponse>

export interface OutgoingOptions {
  /** Hosts and networks that are allowed although they are private. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

const maxRedirects = 3
/** The wait for each address but the last one; the default of 250 ms is too short for distant hosts. */
const connectTimeoutMs = 2_000
const ports = ['', '80', '443', '8080', '8443']

/** The host name for DNS, without the brackets of IPv6 addresses and the trailing dot. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Messages name the host alone, because they are shown and stored, and the rest may contain secrets. */
function readUrl(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw new OutgoingRefused('the address is not a URL')
  const url = new URL(text, base)
  const { protocol, username, password, host } = url
  if (!/^https?:$/.test(protocol)) throw new OutgoingRefused(`${protocol} URLs are refused`)
  if (username !== '' || password !== '')
    throw new OutgoingRefused(`the URL of ${host} contains a username or password`)
  return url
}

interface Rules {
  readonly allowed: AllowList
  readonly resolve: Resolve
}

/**
 * Resolves and checks all addresses of the host. The host is not resolved again, because its addresses could change
 * after the check (DNS rebinding).
 */
async function addressesFor(url: URL, { allowed, resolve }: Rules, signal: AbortSignal) {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host]
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  const isListed = allowed.allowsHost(host) || addresses.every((address) => allowed.allowsAddress(address))
  if (isListed) return addresses
  if (!ports.includes(url.port)) throw new OutgoingRefused(`port ${url.port} is refused`)
  if (!addresses.every((address) => isReachable(address, allowed)))
    throw new OutgoingRefused(`${host} is not on the public internet`)
  return addresses
}

type LookupAnswer = (error: null, addresses: LookupAddress[]) => void

/** A `lookup` function that always returns the checked addresses. */
const fixedLookup =
  (addresses: readonly string[]) => (_host: string, _options: unknown, answer: LookupAnswer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )

/** Of several addresses, Node.js reports the errors in one that has no message. */
const withMessage = (error: Error) =>
  error instanceof AggregateError
    ? new Error(error.errors.map(({ message }: Error) => message).join('; '), { cause: error })
    : error

function send(url: URL, addresses: readonly string[], request: OutgoingRequest, signal: AbortSignal) {
  const { method = 'GET', headers, accept, body } = request
  const options = {
    method,
    headers: { 'user-agent': 'Calends', 'accept-encoding': 'identity', accept, ...headers },
    // No keep-alive, because a pooled connection may have been checked with other rules.
    agent: false,
    lookup: fixedLookup(addresses),
    // Makes Node.js ask `lookup` for all addresses and try them one after the other.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connectTimeoutMs,
    signal,
  } as RequestOptions
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise<IncomingMessage>((resolve, reject) => {
    open(url, options, resolve)
      .on('error', (error) => reject(withMessage(error)))
      // Without a listener, Node.js would end the request without a response or an error.
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        reject(new OutgoingRefused(`${url.host} answered ${statusCode}`, statusCode))
      })
      .end(body)
  })
}

/** A header may have 16 KB. */
const shortened = (value: string) => value.slice(0, 100)

async function readBody(response: IncomingMessage, { maxBytes }: OutgoingRequest): Promise<Buffer> {
  if (maxBytes === undefined) return Buffer.alloc(0)
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase()
  const isEncoded = encoding !== 'identity'
  if (isEncoded && !isDecodable(encoding)) throw isEncodedAs(encoding)
  const tooLarge = () => new OutgoingRefused(`the response has more than ${maxBytes} bytes`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const sent = limited(response, maxBytes, tooLarge)
  if (isEncoded) await decode(sent, encoding, take).catch(refuseUndecodable(encoding))
  else for await (const chunk of sent) take(chunk)
  return Buffer.concat(chunks)
}

const isEncodedAs = (encoding: string) =>
  new OutgoingRefused(`the response is encoded as "${shortened(encoding)}"`)

const refuseUndecodable = (encoding: string) => (error: unknown) => {
  throw error instanceof NotDecodable ? isEncodedAs(encoding) : error
}

/** Also what is sent is limited, because it may unpack to nothing for as long as it is sent. */
async function* limited(response: IncomingMessage, maxBytes: number, tooLarge: () => Error) {
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}

async function readResponse(response: IncomingMessage, url: URL, request: OutgoingRequest) {
  const { statusCode: status = 0, headers } = response
  if (status >= 500 || status === 429)
    throw new OutgoingUnavailable(`${url.host} answered ${status}`, headers['retry-after'])
  if (status < 200 || status >= 300) throw new OutgoingRefused(`${url.host} answered ${status}`, status)
  const type = headers['content-type'] ?? ''
  if (!request.types.test(type))
    throw new OutgoingRefused(`${url.host} answered with the type "${shortened(type)}"`)
  return { status, headers, body: await readBody(response, request), url: url.href }
}

const redirects = [301, 302, 303, 307, 308]

/** Returns the target of a redirect. Only GET requests follow redirects. */
function redirectOf({ statusCode, headers }: IncomingMessage, { method = 'GET' }: OutgoingRequest) {
  return redirects.includes(statusCode ?? 0) && method === 'GET' ? headers.location : undefined
}

/** Removes the credentials if the origin changes. */
function requestTo(target: URL, from: URL, request: OutgoingRequest): OutgoingRequest {
  if (target.origin === from.origin || request.headers?.authorization === undefined) return request
  const others = Object.entries(request.headers).filter(([name]) => name !== 'authorization')
  return { ...request, headers: Object.fromEntries(others) }
}

/** Requests that also end when the signal is aborted. */
export const stoppedBy =
  (signal: AbortSignal, outgoing: Outgoing): Outgoing =>
  (url, request) =>
    outgoing(url, { ...request, signal })

const defaultTimeoutMs = 20_000

export function createOutgoing({
  allow,
  resolve = createResolve(),
  timeoutMs = defaultTimeoutMs,
}: OutgoingOptions): Outgoing {
  const rules = { allowed: readAllowList(allow), resolve }

  async function follow(url: URL, request: OutgoingRequest, left: number, signal: AbortSignal) {
    const addresses = await addressesFor(url, rules, signal)
    const response = await send(url, addresses, request, signal)
    try {
      const target = redirectOf(response, request)
      if (target === undefined) return await readResponse(response, url, request)
      if (left === 0) throw new OutgoingRefused(`more than ${maxRedirects} redirects`)
      const next = readUrl(target, url.href)
      return await follow(next, requestTo(next, url, request), left - 1, signal)
    } finally {
      response.destroy()
    }
  }

  return async (url, request) =>
    withinTime(timeoutMs, request.signal, (signal) => follow(readUrl(url), request, maxRedirects, signal))
}
