import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type * as Zstandard from '@hpcc-js/wasm-zstd'
import type { StreamedBody } from '../../api/operation.ts'
import { lazyRequire } from '../../lazy-require.ts'
import { memoize } from '../../time/index.ts'
import { readHttpDate } from '../request/http-date.ts'
import type { Representation } from './representation.ts'
import { matchesETag, codedETag, storedETag } from './validators.ts'

type Coding = 'br' | 'zstd' | 'gzip'
type Compress = (body: Buffer) => Promise<Buffer>

/** In order of preference, which decides between codings that the client weights equally. */
const codings: readonly Coding[] = ['br', 'zstd', 'gzip']
export const worthwhile = 1024

/** Selects the coding with the highest weight (RFC 9110 12.5.3); undefined if the body is sent unencoded. */
export function pickCoding(
  accepted: string | undefined,
  size = Infinity,
  offered = codings,
): Coding | undefined {
  if (accepted === undefined) return undefined
  const qualities = readQualities(accepted)
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const [best] = offered.toSorted((one, other) => qualityOf(other) - qualityOf(one))
  const plain = qualities.get('identity') ?? (qualities.get('*') === 0 ? 0 : undefined)
  if (!best || qualityOf(best) === 0) return undefined
  if (plain === 0) return best
  return size >= worthwhile && qualityOf(best) >= (plain ?? 0) ? best : undefined
}

/** Cached, because only a few distinct Accept-Encoding values occur. */
const codingForLarge = memoize((accepted: string) => pickCoding(accepted), 200)

export const codingFor = (accepted: string | undefined, size: number): Coding | undefined =>
  accepted === undefined || size < worthwhile ? pickCoding(accepted, size) : codingForLarge(accepted)

function readQualities(accepted: string): Map<string, number> {
  const members = accepted.toLowerCase().split(',').map(readQuality)
  return new Map(members.filter(([name, quality]) => name !== '' && quality >= 0))
}

function readQuality(member: string): [name: string, quality: number] {
  const [name = '', weight = 'q=1'] = member.split(';', 2).map((part) => part.trim())
  return [name === 'x-gzip' ? 'gzip' : name, Number(/^q=([\d.]+)$/.exec(weight)?.[1])]
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const compressors: Record<Coding, Compress> = {
  br: (body) =>
    brotli(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: async (body) => (await (zstandard ??= openZstandard()))(body),
  gzip: (body) => gzip(body, { level: 6 }),
}

const webAssembly = lazyRequire<typeof Zstandard>('@hpcc-js/wasm-zstd')

let zstandard: Promise<Compress> | undefined

/** Node.js supports Zstandard since 22.15; older versions use the library compiled to WebAssembly. */
function openZstandard(): Promise<Compress> {
  const own = (zlib as { zstdCompress?: typeof zlib.gzip }).zstdCompress
  if (own) return Promise.resolve(promisify<Buffer, Buffer>(own))
  const loading = webAssembly().Zstd.load()
  return loading.then((library) => async (body) => Buffer.from(library.compress(body, 3).buffer))
}

const compressedBefore = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>()

/** Compresses a body once per coding, because cached bodies are sent repeatedly. */
export function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  const codings = compressedBefore.get(body) ?? new Map<Coding, Promise<Buffer>>()
  compressedBefore.set(body, codings)
  const compressed = codings.get(coding) ?? compressors[coding](body)
  codings.set(coding, compressed)
  compressed.catch(() => codings.delete(coding))
  return compressed
}

/** A response as it is sent, except for the headers of the individual request. */
export interface Variant {
  readonly status: number
  /** Names and values alternate, as `writeHead` takes them. */
  readonly headers: readonly string[]
  /** Absent in a 304, because the client has the body already. */
  readonly body: Buffer | undefined
  /** Replaces the body if it is produced while it is sent. */
  readonly stream?: { readonly pieces: AsyncIterable<string>; readonly isCompressed: boolean }
}

/** The ETag of a 304, if a 200 would have the given coding. */
export const unchangedTag = (headers: IncomingHttpHeaders, tag: string, coding: Coding | undefined): string =>
  storedETag(headers['if-none-match'], tag, coding === undefined ? tag : codedETag(tag, coding))

/**
 * `If-Modified-Since` is ignored if there is an `If-None-Match` or if it is no date (RFC 9110 13.1.3), and both where the
 * response would be a redirect or an error (13.2.1).
 */
function isNotModified(headers: IncomingHttpHeaders, { status, tag, modified }: Representation): boolean {
  if (tag === undefined || status >= 300) return false
  if (headers['if-none-match'] !== undefined) return matchesETag(headers['if-none-match'], tag, true)
  const since = modified === undefined ? undefined : readHttpDate(headers['if-modified-since'] ?? '')
  return since !== undefined && since >= modified!
}

/** Returns the key of the variant that a client accepts; requests with the same key get the same bytes. */
export function variantKey(headers: IncomingHttpHeaders, representation: Representation): string {
  const coding = codingFor(headers['accept-encoding'], representation.body.length)
  return isNotModified(headers, representation)
    ? unchangedTag(headers, representation.tag!, coding)
    : (coding ?? 'identity')
}

const flat = (headers: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))

const isCoding = (key: string): key is Coding => (codings as readonly string[]).includes(key)

export function encode(representation: Representation, key: string): Variant | Promise<Variant> {
  const { status, headers, body, tag } = representation
  if (key === 'identity')
    return {
      status,
      headers: flat({ ...headers, etag: tag, 'content-length': String(body.length) }),
      body,
    }
  if (!isCoding(key)) {
    const validating = { ...headers, 'content-type': undefined, etag: key }
    return { status: 304, headers: flat(validating), body: undefined }
  }
  return compress(body, key).then((compressed) => ({
    status,
    headers: flat({
      ...headers,
      etag: tag && codedETag(tag, key),
      'content-encoding': key,
      'content-length': String(compressed.length),
    }),
    body: compressed,
  }))
}

/**
 * Encodes a streamed representation. Compresses with gzip only, because it passes output on as it becomes available.
 */
export function encodeStream(
  representation: Representation,
  { pieces, isLive }: StreamedBody,
  request: IncomingHttpHeaders,
): Variant | Promise<Variant> {
  const { status, headers, tag } = representation
  const coding = isLive ? undefined : pickCoding(request['accept-encoding'], Infinity, ['gzip'])
  if (isNotModified(request, representation))
    return encode(representation, unchangedTag(request, tag!, coding))
  return {
    status,
    headers: flat({
      ...headers,
      etag: tag && (coding === undefined ? tag : codedETag(tag, coding)),
      'content-encoding': coding,
    }),
    body: undefined,
    stream: { pieces: pieces(), isCompressed: coding !== undefined },
  }
}
