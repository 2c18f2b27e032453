import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matches, tagInCoding } from './conditional.ts'
import { vary } from './vary.ts'

export type Coding = 'br' | 'zstd' | 'gzip'
type Compress = (body: Buffer) => Promise<Buffer>

/** In the order in which we prefer them where the client does not mind. */
const codings: readonly Coding[] = ['br', 'zstd', 'gzip']
const worthwhile = 1024

/** The coding that the client likes best (RFC 9110 12.5.3); none where it likes the body as it is. */
export function pickCoding(accepted: string | undefined, size = Infinity): Coding | undefined {
  if (accepted === undefined) return undefined
  const qualities = readQualities(accepted)
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const [best] = codings.toSorted((one, other) => qualityOf(other) - qualityOf(one))
  const plain = qualities.get('identity') ?? (qualities.get('*') === 0 ? 0 : undefined)
  if (!best || qualityOf(best) === 0) return undefined
  if (plain === 0) return best
  return size >= worthwhile && qualityOf(best) >= (plain ?? 0) ? best : undefined
}

const picked = new Map<string, Coding | undefined>()
const mostPicked = 200

/** Clients accept what their kind accepts, so that is looked at once for all bodies worth the while. */
function codingFor(accepted: string | undefined, size: number): Coding | undefined {
  if (accepted === undefined || size < worthwhile) return pickCoding(accepted, size)
  if (picked.has(accepted)) return picked.get(accepted)
  const coding = pickCoding(accepted)
  if (picked.size >= mostPicked) picked.clear()
  picked.set(accepted, coding)
  return coding
}

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

let zstandard: Promise<Compress> | undefined

/** Node has it since 22.15; before that, the same library compiled to WebAssembly does it. */
async function openZstandard(): Promise<Compress> {
  const own = (zlib as { zstdCompress?: typeof zlib.gzip }).zstdCompress
  if (own) return promisify<Buffer, Buffer>(own)
  const { Zstd } = await import('@hpcc-js/wasm-zstd')
  const library = await Zstd.load()
  return async (body) => Buffer.from(library.compress(body, 3).buffer)
}

const compressedBefore = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>()

/** A body that is kept and sent again is compressed once. */
export function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  const kept = compressedBefore.get(body) ?? new Map<Coding, Promise<Buffer>>()
  compressedBefore.set(body, kept)
  const compressed = kept.get(coding) ?? compressors[coding](body)
  kept.set(coding, compressed)
  return compressed
}

/** Compresses answers that are text and sent whole, as the client accepts. */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    if (reply.statusCode === 304) keepTagOfCoding(request, reply)
    const body = compressibleBody(reply, payload)
    if (!body) return next(null, payload)
    if (body.length >= worthwhile) vary(reply, 'Accept-Encoding')
    const coding = codingFor(request.headers['accept-encoding'], body.length)
    if (!coding) return next(null, payload)
    compress(body, coding).then((compressed) => {
      describeCoding(reply, coding, compressed.length)
      next(null, compressed)
    }, next)
  })
}

const texts = /^(?:text\/(?!event-stream)|application\/(?:[^;]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/i

function compressibleBody(reply: FastifyReply, payload: unknown): Buffer | undefined {
  if (!Buffer.isBuffer(payload) && typeof payload !== 'string') return undefined
  if (payload.length === 0 || reply.statusCode === 206 || reply.hasHeader('content-encoding'))
    return undefined
  if (!texts.test(String(reply.getHeader('content-type')))) return undefined
  if (/\bno-transform\b/i.test(String(reply.getHeader('cache-control')))) return undefined
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}

function describeCoding(reply: FastifyReply, coding: Coding, length: number) {
  reply.header('content-encoding', coding).header('content-length', length)
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', tagInCoding(tag, coding))
}

/** A 304 carries what the 200 would (RFC 9110 15.4.5): the tag of the coding that the client has. */
function keepTagOfCoding({ headers }: FastifyRequest, reply: FastifyReply) {
  vary(reply, 'Accept-Encoding')
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', tagThatClientHas(headers, tag))
}

function tagThatClientHas(headers: IncomingHttpHeaders, tag: string): string {
  const coding = codingFor(headers['accept-encoding'], Infinity)
  const tagOfCoding = coding === undefined ? tag : tagInCoding(tag, coding)
  return headers['if-none-match']?.includes(tagOfCoding) ? tagOfCoding : tag
}

/** Whether the client gets a body of any size as it is. */
export const takesAsItIs = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] === undefined && codingFor(headers['accept-encoding'], Infinity) === undefined

/** All that the client's headers decide about how text of that size and tag is sent: requests of one form get the same. */
export const formOf = (headers: IncomingHttpHeaders, tag: string, size: number): string =>
  matches(headers['if-none-match'], tag, true)
    ? tagThatClientHas(headers, tag)
    : (codingFor(headers['accept-encoding'], size) ?? 'identity')
