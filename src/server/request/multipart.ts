import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { UploadedFile } from '../../api/uploaded-file.ts'
import { invalidBody } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import { tooManyFields } from '../problems/body-error.ts'
import { MalformedValue } from '../../text/malformed.ts'
import { maximumPairs, type Pair } from './query-parser.ts'

interface Part {
  readonly name: string | undefined
  readonly filename: string | undefined
  readonly mimetype: string
  readonly chunks: Buffer[]
}

/**
 * Reads the fields of `multipart/form-data` (RFC 7578) in order. A part with a filename is a file, any other part is
 * text.
 */
export async function readMultipart(body: Buffer, contentType: string): Promise<Pair[]> {
  return (await split(body, contentType)).flatMap(readPart)
}

function split(body: Buffer, contentType: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = []
    const refuse = () => reject(invalidBody(message('The body is not valid multipart/form-data.')))
    try {
      const splitter = openSplitter(contentType)
      splitter.on('file', (name, stream, filename, _encoding, mimetype) => {
        const chunks: Buffer[] = []
        parts.push({ name, filename, mimetype, chunks })
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', refuse)
      })
      const pieces = Readable.from(piecesOf(body))
      splitter.on('partsLimit', () => {
        pieces.destroy()
        reject(tooManyFields(maximumPairs))
      })
      splitter.on('error', refuse).on('finish', () => resolve(parts))
      pieces.pipe(splitter)
    } catch {
      refuse()
    }
  })
}

const pieceBytes = 64 * 1024

/** The parser goes on beyond its limit of parts, so that it must not get everything at once. */
function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += pieceBytes) yield body.subarray(from, from + pieceBytes)
}

/** Treats every part as a file, because the parser would decode text parts and hide invalid characters. */
const openSplitter = (contentType: string) =>
  new Busboy({
    headers: { 'content-type': contentType } as BusboyHeaders,
    isPartAFile: () => true,
    limits: { parts: maximumPairs, headerPairs: 100, headerSize: 16 * 1024 },
  })

function readPart({ name, filename, mimetype, chunks }: Part): Pair[] {
  const content = Buffer.concat(chunks)
  if (name === undefined) return []
  if (filename === undefined) return [[name, isUtf8(content) ? content.toString() : new MalformedValue()]]
  // Browsers send an empty part if no file is chosen.
  if (filename === '' && content.length === 0) return []
  return [[name, { filename, mimetype, content } satisfies UploadedFile]]
}
