import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { say } from '../locales/sentence.ts'
import { BodyFault, bodyTooLarge, incompleteBody, tooManyFields } from './body-fault.ts'
import { jsonFault, maximumDepth } from './json-fault.ts'
import { readMultipart } from './multipart.ts'
import { maximumPairs, nest, readPairs, type Pair } from './query.ts'

export { BodyFault } from './body-fault.ts'
export type { UploadedFile } from './multipart.ts'

export type Body = Record<string, unknown>

/** Reads a body of at most so many bytes into one plain object, or throws a BodyFault; no body is an empty object. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Body> =>
  parseBody(await readAll(request, limit), request.headers)

/** What is beyond the limit is read and thrown away, for many clients read an answer only when all is sent. */
async function readAll(payload: IncomingMessage, limit: number): Promise<Buffer> {
  const patience = 32 * limit
  const chunks: Buffer[] = []
  let size = Number(payload.headers['content-length'] ?? 0) > patience ? Infinity : 0
  if (size > patience) throw bodyTooLarge(limit)
  try {
    // Leaving the loop must not close the connection: the answer is still to come.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size <= limit) chunks.push(chunk as Buffer)
      if (size > patience) break
    }
  } catch {
    throw incompleteBody()
  }
  if (size > limit) throw bodyTooLarge(limit)
  return Buffer.concat(chunks)
}

export async function parseBody(body: Buffer, headers: IncomingHttpHeaders): Promise<Body> {
  if (body.length === 0) return {}
  const contentType = headers['content-type'] ?? ''
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase()
  const read = readers.find(({ types }) => types.test(mediaType))?.read
  if (!read) throw unknownMediaType(mediaType)
  refuseCharset(contentType)
  refuseCoding(headers['content-encoding'])
  return read(body, contentType)
}

const readers: { types: RegExp; read: (body: Buffer, contentType: string) => Body | Promise<Body> }[] = [
  { types: /^application\/json$|^[^/]+\/[^/]+\+json$/, read: readJson },
  { types: /^application\/x-www-form-urlencoded$/, read: readForm },
  {
    types: /^multipart\/form-data$/,
    read: async (body, contentType) => nest(await readMultipart(body, contentType)),
  },
]

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

const unknownMediaType = (type: string) =>
  type === ''
    ? new BodyFault(415, say('The type of the body is not said; use {allowed}.', { allowed: mediaTypes }))
    : new BodyFault(
        415,
        say('A body of the type "{type}" is not read here; use {allowed}.', {
          type,
          allowed: mediaTypes,
        }),
      )

function refuseCharset(contentType: string) {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset && !/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset))
    throw new BodyFault(415, say('A body in "{charset}" is not read here; use UTF-8.', { charset }))
}

function refuseCoding(coding: string | undefined) {
  if (coding && !/^identity$/i.test(coding.trim()))
    throw new BodyFault(
      415,
      say('A body compressed with "{coding}" is not read here; send it uncompressed.', { coding }),
    )
}

function readJson(body: Buffer): Body {
  const text = readText(body)
  if (/^[ \t\r\n]*$/.test(text)) return {}
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BodyFault(400, say('The body must be a JSON object.'), 0)
  if (!isTame(value, maximumDepth))
    throw new BodyFault(
      400,
      say('The body nests too deep; at most {levels} levels are allowed.', { levels: maximumDepth }),
      jsonFault(text),
    )
  return value as Body
}

function readText(body: Buffer): string {
  const text = body.toString()
  if (!isUtf8(body))
    throw new BodyFault(400, say('The body is not valid UTF-8.'), firstDifference(body, Buffer.from(text)))
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** In characters: all before the first octet that did not survive decoding is valid. */
const firstDifference = (body: Buffer, decoded: Buffer) =>
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
    const position = jsonFault(text) ?? 0
    const lines = text.slice(0, position).split(/\r\n|\r|\n/)
    throw new BodyFault(
      400,
      say('The body is not valid JSON: see line {line}, column {column}.', {
        line: lines.length,
        column: lines.at(-1)!.length + 1,
      }),
      position,
    )
  }
}

/** Whether nothing nests deeper; what would pose as a prototype when copied is removed on the way. */
function isTame(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  return Object.values(value).every((item) => isTame(item, levels - 1))
}

function readForm(body: Buffer): Body {
  readText(body)
  const pairs: Pair[] = readPairs(body.toString('latin1'))
  if (pairs.length > maximumPairs) throw tooManyFields(maximumPairs)
  return nest(pairs)
}
