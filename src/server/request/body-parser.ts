import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UploadedFile } from '../../api/uploaded-file.ts'
import { HttpProblem, invalidBody, unavailable, unsupportedMediaType } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import { bodyTooLarge, incompleteBody, nestedTooDeeply, tooManyFields } from '../problems/body-error.ts'
import { percentDecoded } from '../../text/percent-decoding.ts'
import { findJsonError, maximumDepth } from './json-error.ts'
import { findExcess, type Excess } from './json-excess.ts'
import { readMultipart } from './multipart.ts'
import { maximumPairs, nestPairs, parsePairs, type Pair } from './query-parser.ts'

type Body = Record<string, unknown>

/** Reserves memory for the bytes of a body that have been received so far; false if the budget is exhausted. */
type Hold = (bytes: number) => boolean

interface Reading {
  readonly hold?: Hold
  readonly tooLarge?: (() => Error) | undefined
  /** Whether the body is not fields, but the file that they would contain as `file`. */
  readonly isFile?: boolean
}

/**
 * Reads a body of at most `limit` bytes into a plain object; an empty body yields an empty object. Throws a problem
 * if the body is invalid, `tooLarge` if it is longer, and `unavailable` if the memory budget is exhausted.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  { hold = () => true, tooLarge = () => bodyTooLarge(limit), isFile = false }: Reading = {},
): Promise<Body> {
  const body = await readLimited(request, limit, hold, tooLarge)
  return isFile ? fileIn(body, request.headers) : parseBody(body, request.headers)
}

const mostDiscardedBytes = 2 ** 26

/** Excess data is read and discarded, because many clients read a response only after sending the whole request. */
async function readLimited(
  payload: IncomingMessage,
  limit: number,
  hold: Hold,
  tooLarge: () => Error,
): Promise<Buffer> {
  const maxDiscardedBytes = Math.min(32 * limit, Math.max(2 * limit, mostDiscardedBytes))
  const chunks: Buffer[] = []
  let size = Number(payload.headers['content-length'] ?? 0) > maxDiscardedBytes ? Infinity : 0
  if (size > maxDiscardedBytes) throw tooLarge()
  try {
    for await (const chunk of chunksByTurn(payload)) {
      size += chunk.length
      if (size <= limit && !hold(size)) throw unavailable()
      if (size <= limit) chunks.push(chunk)
      if (size > maxDiscardedBytes) break
    }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw incompleteBody()
    void discard(payload)
    throw error
  }
  if (size > limit) throw tooLarge()
  return Buffer.concat(chunks)
}

/**
 * Yields to the event loop before each chunk except the first; otherwise the buffered data of all clients would be read
 * without interruption.
 */
async function* chunksByTurn(payload: IncomingMessage): AsyncGenerator<Buffer> {
  let isFirst = true
  // Leaving the loop must not destroy the request, because the response is still to be sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    if (!isFirst) await nextTurn()
    isFirst = false
    yield chunk as Buffer
  }
}

/** Reads and discards the rest of the body, because a connection with unread data would never be closed. */
export async function discard(payload: IncomingMessage): Promise<void> {
  const chunks = chunksByTurn(payload)
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The client has disconnected.
  }
}

const mediaTypeOf = ({ 'content-type': type = '' }: IncomingHttpHeaders): string =>
  type.split(';', 1)[0]!.trim().toLowerCase()

const parserOf = (mediaType: string) => parsers.find(({ types }) => types.test(mediaType))

/**
 * Whether a body is a file, with its name in `Content-Disposition`, as WordPress accepts one. With that header any media
 * type may stand beside it, because some clients always send the one that they send with fields.
 */
export function isBareFile({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const mediaType = mediaTypeOf(headers)
  return (
    parserOf(mediaType) === undefined ||
    (headers['content-disposition'] !== undefined && !mediaType.startsWith('multipart/'))
  )
}

function fileIn(content: Buffer, headers: IncomingHttpHeaders): Body {
  if (content.length === 0) return {}
  requireIdentityEncoding(headers['content-encoding'])
  const filename = filenameIn(headers['content-disposition'] ?? '')
  return { file: { filename, mimetype: mediaTypeOf(headers), content } satisfies UploadedFile }
}

const encodedFilename = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i
const plainFilename = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i

/** The name of the file (RFC 6266 4.3), '' without one. Many clients send UTF-8, which Node reads as Latin-1. */
function filenameIn(disposition: string): string {
  const octets = Buffer.from(disposition, 'latin1')
  const text = isUtf8(octets) ? octets.toString() : disposition
  const encoded = encodedFilename.exec(text)?.[1]
  const [, quoted = '', token = ''] = plainFilename.exec(text) ?? []
  return percentDecoded(encoded ?? '') || quoted.replace(/\\(.)/g, '$1') || token.trim()
}

async function parseBody(body: Buffer, headers: IncomingHttpHeaders): Promise<Body> {
  if (body.length === 0) return {}
  const contentType = headers['content-type'] ?? ''
  const mediaType = mediaTypeOf(headers)
  const read = parserOf(mediaType)?.read
  if (!read) throw unknownMediaType(mediaType)
  requireUtf8(contentType)
  requireIdentityEncoding(headers['content-encoding'])
  return read(body, contentType)
}

const parsers: { types: RegExp; read: (body: Buffer, contentType: string) => Body | Promise<Body> }[] = [
  { types: /^application\/json$|^[^/]+\/[^/]+\+json$/, read: readJson },
  { types: /^application\/x-www-form-urlencoded$/, read: readForm },
  {
    types: /^multipart\/form-data$/,
    read: async (body, contentType) => nestPairs(await readMultipart(body, contentType)),
  },
]

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

const unknownMediaType = (type: string) =>
  type === ''
    ? unsupportedMediaType(
        message('The Content-Type header is required; use {allowed}.', { allowed: mediaTypes }),
      )
    : unsupportedMediaType(
        message('The media type "{type}" is not supported; use {allowed}.', {
          type,
          allowed: mediaTypes,
        }),
      )

function requireUtf8(contentType: string) {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset && !/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset))
    throw unsupportedMediaType(message('The charset "{charset}" is not supported; use UTF-8.', { charset }))
}

function requireIdentityEncoding(coding: string | undefined) {
  if (coding && !/^identity$/i.test(coding.trim()))
    throw unsupportedMediaType(
      message('The content encoding "{coding}" is not supported; send the body uncompressed.', { coding }),
    )
}

function readJson(body: Buffer): Body {
  const text = readText(body)
  if (/^[ \t\r\n]*$/.test(text)) return {}
  const excess = findExcess(text)
  if (excess !== undefined) throw excessive(excess)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody(message('The body must be a JSON object.'), 0)
  if (mayNamePrototype.test(text)) removePrototypes(value)
  return value as Body
}

const excessive = ({ of, position }: Excess) =>
  of === 'fields' ? tooManyFields(maximumPairs, position) : nestedTooDeeply(maximumDepth, position)

function readText(body: Buffer): string {
  const text = body.toString()
  if (!isUtf8(body))
    throw invalidBody(message('The body is not valid UTF-8.'), firstInvalidCharacter(body, Buffer.from(text)))
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The position in characters. Everything before the first octet that decoding has changed is valid. */
const firstInvalidCharacter = (body: Buffer, decoded: Buffer) =>
  body
    .subarray(
      0,
      body.findIndex((octet, index) => octet !== decoded[index]),
    )
    .toString().length

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const position = findJsonError(text) ?? 0
    const { line, column } = placeOf(text, position)
    throw invalidBody(
      message('The body is not valid JSON: error at line {line}, column {column}.', {
        line,
        column,
      }),
      position,
    )
  }
}

/** Line and column from 1, without a string per line, because a body may consist of line breaks. */
function placeOf(text: string, position: number) {
  let [line, start] = [1, 0]
  for (let at = 0; at < position; at++)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) [line, start] = [line + 1, at + 1]
  return { line, column: position - start + 1 }
}

/** A key may be written with escapes. */
const mayNamePrototype = /__proto__|\\u/

/** Removes keys that could cause prototype pollution. */
function removePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const item of Object.values(value)) removePrototypes(item)
}

function readForm(body: Buffer): Body {
  readText(body)
  const pairs: Pair[] = parsePairs(body.toString('latin1'))
  if (pairs.length > maximumPairs) throw tooManyFields(maximumPairs)
  return nestPairs(pairs)
}
