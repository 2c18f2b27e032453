import { isUtf8 } from 'node:buffer'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { Note, Unreadable } from './record.ts'
import { isAscii } from '../text/normalization.ts'
import { withoutTrailing } from '../text/trailing.ts'
import { inMacRoman, isMacRoman, looksLikeMacRoman } from './mac-roman.ts'
import { decodedLine, isEncoded } from './quoted-printable.ts'
import { withoutUtf16 } from './utf-16.ts'
import { inWindows1252, isWindows1252 } from './windows-1252.ts'

/** A line of a text file; `text` is empty if it cannot be read. */
export interface Line {
  readonly number: number
  readonly text: string
  readonly fault?: LocalizableMessage
}

/** The maximum line length in bytes, more than the longest text of an event. */
export const longestLine = 2 * 1024 * 1024

const lineFeed = 0x0a

const tooLong = (limit: number) => message('This line is longer than {limit} bytes.', { limit })
const readAs = ({ name }: Encoding) =>
  message('This file is not encoded in UTF-8, and was read as {encoding}. Check its accents.', {
    encoding: name,
  })
const notUtf8 = () => message('This line is not encoded in UTF-8; save the file as UTF-8.')

/**
 * A line before it is decoded, with one character per byte, because a fold may divide the bytes of a character. Splits at
 * single carriage returns too, which are the line ends of old Mac programs.
 */
function readLines(number: number, bytes: Buffer): Line[] {
  return withoutTrailing(bytes.toString('latin1'), '\r')
    .split('\r')
    .map((text, place) => ({ number: number + place, text }))
}

type Decode = (line: Line) => Line

function decoded(line: Line): Line {
  const { number, text } = line
  if (line.fault !== undefined) return { ...line, text: '' }
  const bytes = Buffer.from(text, 'latin1')
  if (!isUtf8(bytes)) return { number, text: '', fault: notUtf8() }
  return { number, text: number === 1 ? bytes.toString().replace(/^\ufeff/, '') : bytes.toString() }
}

/** An encoding with one byte for each character. */
interface Encoding {
  readonly name: string
  readonly has: (bytes: string) => boolean
  readonly decode: (bytes: string) => string
}

const windows1252: Encoding = { name: 'Windows-1252', has: isWindows1252, decode: inWindows1252 }
const macRoman: Encoding = { name: 'Mac OS Roman', has: isMacRoman, decode: inMacRoman }

const guess = (bytes: string): Encoding | undefined =>
  looksLikeMacRoman(bytes) ? macRoman : isWindows1252(bytes) ? windows1252 : undefined

/**
 * Decodes files that are in UTF-8 or, as spreadsheets of Western Europe save them, in Windows-1252 or Mac OS Roman. The first
 * line that is not ASCII decides for the whole file, because one broken character does not change the encoding of the others.
 */
export class FileDecoder {
  private isInUtf8 = false
  private guessed: { readonly encoding: Encoding; readonly line: number } | undefined

  readonly decode: Decode = (line) => {
    const { number, text } = line
    if (line.fault !== undefined || isAscii(text)) return decoded(line)
    if (this.guessed === undefined) {
      const inUtf8 = decoded(line)
      this.isInUtf8 ||= inUtf8.fault === undefined
      const encoding = this.isInUtf8 ? undefined : guess(text)
      if (encoding === undefined) return inUtf8
      this.guessed = { encoding, line: number }
    }
    const { encoding } = this.guessed
    return encoding.has(text)
      ? { number, text: encoding.decode(text) }
      : { number, text: '', fault: notUtf8() }
  };

  *notes(): Generator<Note> {
    if (this.guessed !== undefined) yield { line: this.guessed.line, note: readAs(this.guessed.encoding) }
  }
}

/** How ZIP archives begin, and workbooks of spreadsheet programs, which are such archives or older. */
const packed = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/

/** Yields the bytes of a file, but none of a packed one, of which each line would fail for reasons that say nothing. */
export class UnpackedBytes {
  isPacked = false

  async *of(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const chunk of content) {
      this.isPacked ||= isFirst && packed.test(Buffer.from(chunk.subarray(0, 4)).toString('latin1'))
      if (this.isPacked) return
      isFirst = false
      yield chunk
    }
  }
}

export const emptyFile = (): Unreadable => ({ line: 1, fault: message('This file is empty.') })

interface Reading {
  /** The maximum length of a line in bytes. */
  readonly longest?: number
  /** Accepts only UTF-8 by default. */
  readonly decode?: Decode
}

/** Yields the lines of a file in batches as they arrive. */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  { longest = longestLine, decode = decoded }: Reading = {},
): AsyncGenerator<readonly Line[]> {
  for await (const lines of bytesOfLines(content, longest)) yield lines.map(decode)
}

/** A line that others may continue. */
interface Open {
  readonly line: Line
  readonly isEncoded: boolean
  /** Whether the next line continues it, whatever that begins with. */
  readonly isUnfinished: boolean
}

/**
 * Like `linesOf`, but a line that begins with white space continues the previous one (RFC 5545 3.1), and so does what follows
 * an encoded line that ends with `=`.
 */
export async function* unfoldedLinesOf(
  content: AsyncIterable<Uint8Array>,
  decode: Decode,
): AsyncGenerator<readonly Line[]> {
  let open: Open | undefined
  const finish = ({ line, isEncoded }: Open): Line =>
    isEncoded && line.fault === undefined ? { ...line, text: decodedLine(line.text) } : decode(line)
  for await (const lines of bytesOfLines(content, longestLine)) {
    const finished: Line[] = []
    for (const line of lines) {
      const isContinued = open !== undefined && (open.isUnfinished || /^[ \t]/.test(line.text))
      if (open !== undefined && !isContinued) finished.push(finish(open))
      open = isContinued ? unfolded(open!, line) : opened(line)
    }
    yield finished
  }
  if (open !== undefined) yield [finish(open)]
}

function opened(line: Line): Open {
  if (!isEncoded(line.text)) return { line, isEncoded: false, isUnfinished: false }
  return { line: { ...line, text: withoutBreak(line) }, isEncoded: true, isUnfinished: endsUnfinished(line) }
}

const endsUnfinished = ({ text }: Line) => text.endsWith('=')
const withoutBreak = (line: Line) => (endsUnfinished(line) ? line.text.slice(0, -1) : line.text)

/** Looks at the new line only, because taking the end of a text that is being put together copies all of it. */
function unfolded(open: Open, next: Line): Open {
  const { line: first, isUnfinished } = open
  const isTooLong = first.text.length + next.text.length > longestLine
  const wrong = first.fault ?? next.fault ?? (isTooLong ? tooLong(longestLine) : undefined)
  const text = open.isEncoded ? withoutBreak(next) : next.text
  const line = {
    ...first,
    ...(wrong ? { fault: wrong } : { text: first.text + text.slice(isUnfinished ? 0 : 1) }),
  }
  return { ...open, line, isUnfinished: open.isEncoded && endsUnfinished(next) }
}

/** Only the start of a line that is too long is kept in memory. */
async function* bytesOfLines(
  content: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<readonly Line[]> {
  let number = 1
  let pending: Buffer[] = []
  let length = 0
  const add = (bytes: Buffer) => {
    length += bytes.length
    if (length <= longest) pending.push(bytes)
  }
  const finish = (): Line[] => {
    const lines: Line[] =
      length > longest
        ? [{ number, text: '', fault: tooLong(longest) }]
        : readLines(number, Buffer.concat(pending))
    number += lines.length
    pending = []
    length = 0
    return lines
  }
  for await (const chunk of withoutUtf16(content)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      add(bytes.subarray(start, end))
      lines.push(...finish())
      start = end + 1
    }
    if (start < bytes.length) add(bytes.subarray(start))
    yield lines
  }
  if (length > 0) yield finish()
}
