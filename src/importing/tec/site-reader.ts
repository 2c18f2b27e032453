import { setTimeout as sleep } from 'node:timers/promises'
import { OutgoingRefused, type Outgoing } from '../../outgoing/index.ts'
import { secondsAsked } from '../../outgoing/retry-after.ts'
import { isObject, type JsonObject } from '../../is-object.ts'
import type { Pages } from '../record.ts'
import { isTooDeep } from '../objects.ts'
import { SourceTooLarge, SourceUnreachable } from '../unreachable.ts'
import type { SiteCredentials } from './credentials.ts'

/** Sends requests to a site one at a time, honours Retry-After, and caches the responses. */

export interface SiteReader {
  /** Returns the object at a URL, which contains a list if one is named; undefined for 404. */
  read(url: URL, list?: string): Promise<JsonObject | undefined>
  /** The same for a response that is an array. */
  readList(url: URL): Promise<readonly unknown[] | undefined>
}

interface Connection {
  readonly outgoing: Outgoing
  readonly credentials: SiteCredentials
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

const attempts = 6

/** The longest wait that is honoured. Beyond it the import fails, and a later one resumes from the cached responses. */
const maxWaitSeconds = 120

const secondsToWait = (error: unknown, attempt: number): number =>
  secondsAsked(error, Date.now() / 1_000) ?? 2 ** attempt / 2

const asObject = (value: unknown): JsonObject => {
  if (isObject(value)) return value
  throw new SourceUnreachable('the site answers with something else than an object')
}

/** PHP writes a list from which something was removed as an object. */
const withList = (list: string) => (value: unknown) => {
  const answer = asObject(value)
  if (typeof answer[list] === 'object') return answer
  throw new SourceUnreachable(`the site answers with something else than a list of ${list}`)
}

const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new SourceUnreachable('the site answers with something else than a list')
}

/** Refusals and invalid responses are not retried. */
const isFinal = (error: unknown) => error instanceof OutgoingRefused || error instanceof SourceUnreachable

export async function withRetries<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask()
    } catch (error) {
      if (isFinal(error) || signal?.aborted) throw error
      const seconds = secondsToWait(error, attempt)
      if (attempt === attempts || seconds > maxWaitSeconds)
        throw new SourceUnreachable((error as Error).message)
      // Rejects with the reason for the end, which `sleep` would replace by an error of its own.
      await sleep(seconds * 1000, undefined, signal && { signal }).catch(() => signal!.throwIfAborted())
    }
}

/** A site is in memory until it has been read to its end. Some 50,000 events have as many bytes. */
const maxResponses = 20

/** What an array or object takes in memory at least, and each place in it, in bytes. */
const [containerBytes, placeBytes] = [50, 8]

const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b]

/**
 * Estimates what JSON takes in memory, before it is parsed: `[[],[],…` takes fourteen times its length. Signs in texts count
 * too, which take more room than they would.
 */
function sizeOf(json: string): number {
  let [containers, places] = [0, 0]
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === comma) places += 1
    else if (sign === bracket || sign === brace) containers += 1
  }
  return Math.max(json.length, containers * containerBytes + places * placeBytes)
}

/** Accepts JSON only, because HTML is an error page. */
const types = /^application\/(?:[\w.-]+\+)?json/i

export function createSiteReader(connection: Connection, pages: Pages): SiteReader {
  let size = 0
  const parse = (body: string): unknown => {
    size += sizeOf(body)
    if (size > maxResponses * connection.maxBytes)
      throw new SourceTooLarge(`the site has more than ${maxResponses * connection.maxBytes} bytes`)
    const value: unknown = JSON.parse(body)
    if (isTooDeep(value)) throw new SourceUnreachable('the site answers with JSON that is nested too deeply')
    return value
  }
  /** Responses are cached only after they were parsed, so that truncated ones are requested again. */
  async function read<T>(url: URL, as: (value: unknown) => T): Promise<T | undefined> {
    const known = await pages.find(url.href)
    if (known !== undefined) return as(parse(known))
    const { outgoing, credentials, maxBytes, signal } = connection
    const headers = credentials.headersFor(url)
    const request = { accept: 'application/json', types, maxBytes, headers }
    return withRetries(async () => {
      // Unlike `toString`, leaves out a byte order mark, which a file of an extension may put before every response.
      const body = new TextDecoder().decode((await outgoing(url.href, request)).body)
      const answer = as(parse(body))
      await pages.keep(url.href, body)
      return answer
    }, signal).catch((error: unknown) => {
      if (error instanceof OutgoingRefused && error.status === 404) return undefined
      throw error
    })
  }
  return {
    read: (url, list) => read(url, list === undefined ? asObject : withList(list)),
    readList: (url) => read(url, asList),
  }
}
