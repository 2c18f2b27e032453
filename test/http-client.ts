import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/**
 * A replacement for `fetch` that takes a fraction of its CPU time, because tests send thousands of requests: the same
 * headers, redirects of reads followed, bodies decoded.
 */

export interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const agent = new Agent({ keepAlive: true })

/** The default headers of `fetch`. */
const usual = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
}

const mostRedirects = 20
const redirects = [301, 302, 303, 307, 308]

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Removes a byte order mark, like `Response.text()`. */
const utf8 = new TextDecoder()

function textOf(bytes: Buffer, coding: string | null): string {
  const decode = bytes.length === 0 || coding === null ? undefined : decoders[coding]
  return utf8.decode(decode === undefined ? bytes : decode(bytes))
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!)
  return headers
}

const exchange = (url: URL, message: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { method, headers, body } = message
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const type = body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8' }
    const sent = request(url, { agent, method, headers: { ...usual, ...type, ...headers, ...length } })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service closed a keep-alive connection just as it was reused.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && method === 'GET'
      if (isStale) exchange(url, message).then(resolve, reject)
      else reject(error)
    })
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        try {
          const headers = headersOf(response.rawHeaders)
          const text = textOf(Buffer.concat(chunks), headers.get('content-encoding'))
          resolve({ status: response.statusCode!, headers, text })
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    sent.end(body)
  })

/**
 * Only reads are redirected within the service; any other redirect is an error, because it would forward credentials.
 */
export async function send(address: string, sent: Sent, followed = 0): Promise<Received> {
  const url = new URL(address)
  const received = await exchange(url, sent)
  const location = received.headers.get('location')
  if (location === null || !redirects.includes(received.status)) return received
  const target = new URL(location, url)
  if (followed === mostRedirects || sent.method !== 'GET' || target.origin !== url.origin)
    throw new Error(`${sent.method} ${address} leads to ${target.href}; use fetch to look at that`)
  return send(target.href, sent, followed + 1)
}
