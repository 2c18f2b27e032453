import type { IncomingMessage } from 'node:http'
import type { StreamedBody } from '../../api/operation.ts'
import type { Config } from '../../config.ts'
import type { Instant } from '../../time/index.ts'
import { isRead } from '../request/is-read.ts'
import { requestOrigin } from '../request/request-origin.ts'
import { encode, encodeStream, variantKey, type Variant } from './encoding.ts'
import type { Representation } from './representation.ts'

/**
 * Complete responses to anonymous reads, cached until the version of the data changes. Only what is known to be safe is
 * cached and shared: reads without credentials, cookies or body, whose responses have no other than known headers.
 */

/** Headers whose values are the same for everybody. A response with any other header is never shared. */
const sharedHeaders = new Set([
  'cache-control',
  'content-language',
  'content-security-policy',
  'content-type',
  'last-modified',
  'link',
  'location',
  'vary',
  'x-cal-api-origin',
  'x-cal-api-root',
  'x-cal-api-version',
  'x-horizon',
  'x-ignored',
  'x-total',
  'x-total-pages',
  'x-tec-api-origin',
  'x-tec-api-root',
  'x-tec-api-version',
  'x-tec-total',
  'x-tec-totalpages',
  'x-wp-total',
  'x-wp-totalpages',
])

type RequestLike = Pick<IncomingMessage, 'method' | 'headers'>

/**
 * Pages may always be shared, because they ignore cookies and credentials, which other software on the same host may
 * have set.
 */
export const isShareablePage = (request: RequestLike): boolean =>
  isRead(request) &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined

/** Whether the response to this request may be shared with other clients. */
export const isShareableRequest = (request: RequestLike): boolean =>
  isShareablePage(request) &&
  request.headers.authorization === undefined &&
  request.headers.cookie === undefined

/** Whether a response may be shared with other clients: its own `Cache-Control` says so, and all its headers are known. */
export const isShareableResponse = ({ headers }: Pick<Representation, 'headers'>): boolean =>
  /^public\b/.test(headers['cache-control'] ?? '') &&
  Object.keys(headers).every((name) => sharedHeaders.has(name))

/** Maximum length of a key in UTF-16 code units; longer ones are not worth their memory. */
const maxKeyLength = 2_048

/**
 * Everything that a shared response may depend on, apart from the data, the time and the content coding; undefined if
 * it is too long to cache.
 */
export function cacheKeyOf(request: IncomingMessage, proxy: Forwarding, form?: string): string | undefined {
  const { headers, socket, url } = request
  const key = `${headers.host ?? ''}\n${socket.localAddress ?? ''}\n${url}\n${form ?? ''}`
  const whole = proxy.trustProxy ? `${key}\n${forwardedBase(request, proxy)}` : key
  return whole.length > maxKeyLength ? undefined : whole
}

type Forwarding = Pick<Config, 'trustProxy' | 'publicUrl'>

/** Not the headers themselves, because they also name the client, and a response is the same for all clients. */
function forwardedBase(request: IncomingMessage, proxy: Forwarding): string {
  const { origin, path } = requestOrigin(request, proxy)
  return origin + path
}

/** A representation and its variants that were sent so far. */
export interface CachedResponse {
  readonly representation: Representation
  /** Returns the variant that the client accepts; each variant is made only once. */
  variantFor(headers: IncomingMessage['headers']): Variant | Promise<Variant>
}

/** While no data changes, a response is valid from the time it was made, because a clock that was ahead may be put back. */
interface Validity {
  readonly since: Instant
  readonly until: Instant
}

export interface ResponseCache {
  get(key: string, version: number, now: Instant): CachedResponse | undefined
  /** Caches a response that is requested more than once, and more often than what would have to make room for it. */
  set(key: string, version: number, validity: Validity, representation: Representation): CachedResponse
}

interface Entry extends CachedResponse {
  readonly key: string
  readonly version: number
  readonly validity: Validity
  size: number
  /** Recent requests, up to a limit. */
  requests: number
}

/** Estimated memory of an entry or a variant in addition to its body. */
const overheadBytes = 1_024

/** Number of recently requested keys whose frequency is tracked, at least. */
const maxCountedKeys = 4_096

/** Requests for a cached response do not count beyond this number, so that what was popular once does not stay for ever. */
const maxRequests = 63

/**
 * Counts recent requests per key in two generations. When the older one is discarded as a whole, `onAge` is called, because
 * that is the time by which frequencies that are kept elsewhere are outdated too.
 */
function createFrequencyCounter(onAge: () => void) {
  let [young, old] = [new Map<string, number>(), new Map<string, number>()]
  return (key: string): number => {
    const count = (young.get(key) ?? old.get(key) ?? 0) + 1
    young.set(key, count)
    old.delete(key)
    if (young.size > maxCountedKeys) {
      ;[old, young] = [young, new Map()]
      onAge()
    }
    return count
  }
}

/** Encodes a response for a single request, without caching it. */
export const uncached = (representation: Representation): CachedResponse => ({
  representation,
  variantFor: (headers) => encode(representation, variantKey(headers, representation)),
})

/** Streams are produced anew for each client. */
export const streamed = (representation: Representation, stream: StreamedBody): CachedResponse => ({
  representation,
  variantFor: (headers) => encodeStream(representation, stream, headers),
})

/**
 * Creates a cache that is limited in bytes. A response displaces others only if it is requested more often than the least
 * recently used one (TinyLFU). If each displaced another, a crawler that asks for more than fits would find none of them
 * cached. And each that is displaced stays in memory until V8 collects the old generation, which costs as much as several
 * pages.
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new BoundedEntries(maxBytes)
  const countRequest = createFrequencyCounter(() => entries.age())
  return {
    get(key, version, now) {
      const entry = entries.get(key)
      if (entry === undefined || entry.version !== version) return undefined
      if (!isValid(entry, now)) return void entries.evict(entry)
      entries.use(entry)
      return entry
    },
    set(key, version, validity, representation) {
      entries.moveTo(version)
      const requests = countRequest(key)
      const { length } = representation.body
      const isWorthwhile = requests > 1 && length <= maxBytes / 16
      if (!isWorthwhile || !entries.admits({ key, length, requests }, validity.since))
        return uncached(representation)
      const kept = { key, version, validity, representation, requests: Math.min(requests, maxRequests) }
      return entries.add(createEntry(entries, kept))
    },
  }
}

const isValid = ({ validity: { since, until } }: Entry, now: Instant): boolean => now >= since && now < until

/** A response that might be cached, with the length of its body in bytes. */
interface Candidate extends Pick<Entry, 'key' | 'requests'> {
  readonly length: number
}

const sizeOf = ({ key, length }: Pick<Candidate, 'key' | 'length'>): number =>
  length + 2 * key.length + overheadBytes

/** Entries of one version in least-recently-used order. */
class BoundedEntries {
  private readonly entries = new Map<string, Entry>()
  private size = 0
  private newest: number | undefined

  constructor(private readonly maxBytes: number) {}

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  use(entry: Entry): void {
    entry.requests = Math.min(entry.requests + 1, maxRequests)
    this.entries.delete(entry.key)
    this.entries.set(entry.key, entry)
  }

  /** One request more is not enough, because of two that are requested in turn, each has one more at times. */
  admits(candidate: Candidate, now: Instant): boolean {
    const [oldest] = this.entries.values()
    const hasRoom = this.size + sizeOf(candidate) <= this.maxBytes
    return (
      hasRoom || oldest === undefined || !isValid(oldest, now) || candidate.requests > oldest.requests + 1
    )
  }

  add(entry: Entry): Entry {
    const former = this.entries.get(entry.key)
    if (former !== undefined) this.evict(former)
    this.entries.set(entry.key, entry)
    this.grow(entry, sizeOf({ key: entry.key, length: entry.representation.body.length }))
    return entry
  }

  grow(entry: Entry, bytes: number): void {
    entry.size += bytes
    this.size += bytes
    for (const oldest of this.entries.values()) {
      if (this.size <= this.maxBytes) break
      this.evict(oldest)
    }
  }

  evict(entry: Entry): void {
    if (this.entries.get(entry.key) !== entry) return
    this.entries.delete(entry.key)
    this.size -= entry.size
  }

  /** Halves the frequencies, so that what was popular once makes room. */
  age(): void {
    for (const entry of this.entries.values()) entry.requests >>= 1
  }

  /** Discards all entries if the version differs, because versions never repeat. */
  moveTo(version: number): void {
    if (version === this.newest) return
    this.newest = version
    this.entries.clear()
    this.size = 0
  }
}

/** Creates an entry that caches the variants sent, as long as it is in the cache itself. */
function createEntry(
  entries: BoundedEntries,
  of: Pick<Entry, 'key' | 'version' | 'validity' | 'representation' | 'requests'>,
): Entry {
  const { key, representation } = of
  const variants = new Map<string, Variant>()
  const remember = (name: string, variant: Variant): Variant => {
    if (entries.get(key) !== entry || variants.has(name)) return variant
    variants.set(name, variant)
    const ownBytes = variant.body === representation.body ? 0 : (variant.body?.length ?? 0)
    entries.grow(entry, overheadBytes + ownBytes)
    return variant
  }
  const entry: Entry = {
    ...of,
    size: 0,
    variantFor(headers) {
      const name = variantKey(headers, representation)
      const stored = variants.get(name)
      if (stored !== undefined) return stored
      const made = encode(representation, name)
      return made instanceof Promise ? made.then((variant) => remember(name, variant)) : remember(name, made)
    },
  }
  return entry
}
