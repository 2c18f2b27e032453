import type { IncomingMessage } from 'node:http'
import type { StreamedBody } from '../../api/operation.ts'
import type { Instant } from '../../time/index.ts'
import { encode, encodeStream, variantKey, type Variant } from './encoding.ts'
import type { Representation } from './representation.ts'

/**
 * Complete responses to anonymous reads, stored while the version of the data stays the same. What may be stored and
 * shared is an allow-list: reads without credentials, cookie or body, and responses with known headers alone.
 */

/** Headers that are the same for everybody; a response with any other is for the one who asked. */
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
])

type Asking = Pick<IncomingMessage, 'method' | 'headers'>

/** Whether a response to the request may be given to somebody else. */
export const isShareableRequest = ({ method, headers }: Asking): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers.cookie === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** A page depends on nothing but its address, whatever cookies and credentials other software on the host has set. */
export const isShareablePage = ({ method, headers }: Asking): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** Whether somebody else may be given the response. */
export const isShareableResponse = ({ headers }: Pick<Representation, 'headers'>): boolean =>
  Object.keys(headers).every((name) => sharedHeaders.has(name))

/** The longest key that is worth its memory, in UTF-16 code units. */
const maxKeyLength = 2_048

/**
 * All that a shared response may depend on, besides the data, the clock, and the form that the client takes; undefined
 * if that is too long to be remembered.
 */
export function cacheKeyOf(
  { headers, socket, url }: IncomingMessage,
  { trustProxy }: { readonly trustProxy: boolean },
  form?: string,
): string | undefined {
  const key = `${headers.host ?? ''}\n${socket.localAddress ?? ''}\n${url}\n${form ?? ''}`
  const whole = trustProxy ? `${key}\n${forwardingHeaders(headers)}` : key
  return whole.length > maxKeyLength ? undefined : whole
}

const forwardingHeaders = (headers: IncomingMessage['headers']) =>
  JSON.stringify(
    Object.entries(headers).filter(([name]) => name === 'forwarded' || name.startsWith('x-forwarded-')),
  )

/** A representation, and the forms of it that were sent so far. */
export interface CachedResponse {
  readonly representation: Representation
  /** The form that the client takes; made once. */
  variantFor(headers: IncomingMessage['headers']): Variant | Promise<Variant>
}

export interface ResponseCache {
  get(key: string, version: number, now: Instant): CachedResponse | undefined
  /** Stores what is asked for more than once; until then the clock alone may change it. */
  set(key: string, version: number, until: Instant, representation: Representation): CachedResponse
}

interface Entry extends CachedResponse {
  readonly key: string
  readonly version: number
  readonly until: Instant
  size: number
}

/** What an entry, or a form of it, takes besides its bodies, roughly. */
const overheadBytes = 1_024

/** How many keys of the last requests are counted, at least. */
const maxCountedKeys = 4_096

/** How often keys were asked for lately; the older half is forgotten at once. */
function createFrequencyCounter() {
  let [young, old] = [new Map<string, number>(), new Map<string, number>()]
  return (key: string): number => {
    const count = (young.get(key) ?? old.get(key) ?? 0) + 1
    young.set(key, count)
    old.delete(key)
    if (young.size > maxCountedKeys) [old, young] = [young, new Map()]
    return count
  }
}

/** Representations that are not stored are made into the form that is asked for, and let go. */
export const uncached = (representation: Representation): CachedResponse => ({
  representation,
  variantFor: (headers) => encode(representation, variantKey(headers, representation)),
})

/** What is streamed is made anew for each client. */
export const streamed = (representation: Representation, stream: StreamedBody): CachedResponse => ({
  representation,
  variantFor: (headers) => encodeStream(representation, stream, headers),
})

/** Bounded in bytes; the entry that was not asked for longest goes first. */
export function createResponseCache(maxBytes: number): ResponseCache {
  const countRequest = createFrequencyCounter()
  const entries = new BoundedEntries(maxBytes)
  return {
    get(key, version, now) {
      const entry = entries.get(key)
      if (entry === undefined || entry.version !== version) return undefined
      if (now >= entry.until) return void entries.evict(entry)
      entries.moveToEnd(entry)
      return entry
    },
    set(key, version, until, representation) {
      entries.moveTo(version)
      const isWanted = countRequest(key) > 1
      if (!isWanted || representation.body.length > maxBytes / 16) return uncached(representation)
      return entries.add(createEntry(entries, { key, version, until, representation }))
    },
  }
}

/** Entries of one version, the one that was not asked for longest first. */
class BoundedEntries {
  private readonly entries = new Map<string, Entry>()
  private size = 0
  private newest: number | undefined

  constructor(private readonly maxBytes: number) {}

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  moveToEnd(entry: Entry): void {
    this.entries.delete(entry.key)
    this.entries.set(entry.key, entry)
  }

  add(entry: Entry): Entry {
    const former = this.entries.get(entry.key)
    if (former !== undefined) this.evict(former)
    this.entries.set(entry.key, entry)
    this.grow(entry, entry.representation.body.length + 2 * entry.key.length + overheadBytes)
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

  /** Nothing of another version is ever right again. */
  moveTo(version: number): void {
    if (version === this.newest) return
    this.newest = version
    this.entries.clear()
    this.size = 0
  }
}

/** An entry remembers each variant that was sent, as long as it is among the entries. */
function createEntry(
  entries: BoundedEntries,
  of: Pick<Entry, 'key' | 'version' | 'until' | 'representation'>,
): Entry {
  const { key, representation } = of
  const variants = new Map<string, Variant>()
  const remember = (form: string, variant: Variant): Variant => {
    if (entries.get(key) !== entry || variants.has(form)) return variant
    variants.set(form, variant)
    const ownBytes = variant.body === representation.body ? 0 : (variant.body?.length ?? 0)
    entries.grow(entry, overheadBytes + ownBytes)
    return variant
  }
  const entry: Entry = {
    ...of,
    size: 0,
    variantFor(headers) {
      const form = variantKey(headers, representation)
      const stored = variants.get(form)
      if (stored !== undefined) return stored
      const made = encode(representation, form)
      return made instanceof Promise ? made.then((variant) => remember(form, variant)) : remember(form, made)
    },
  }
  return entry
}
