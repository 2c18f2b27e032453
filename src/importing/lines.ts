import { isUtf8 } from 'node:buffer'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { Unreadable } from './record.ts'
import { withoutTrailing } from '../text/trailing.ts'

/** A line of a text file; `text` is empty if it cannot be read. */
export interface Line {
  readonly number: number
  readonly text: string
  readonly fault?: LocalizableMessage
}

/** The maximum line length in bytes, more than the longest text of an event. */
export const longestLine = 2 * 1024 * 1024

const lineFeed = 0x0a
const isUtf16 = (start: Buffer) => /^(?:fffe|feff)/.test(start.toString('hex', 0, 2))

const tooLong = (limit: number) => message('This line is longer than {limit} bytes.', { limit })
const notUtf8 = () => message('This line is not encoded in UTF-8; save the file as UTF-8.')

/**
 * A line before it is decoded, with one character per byte, because a fold may divide the bytes of a character. Splits at
 * single carriage returns too, which are the line ends of old Mac programs.
 */
function readLines(number: number, bytes: Buffer): Line[] {
  if (number === 1 && isUtf16(bytes)) return [{ number, text: '', fault: notUtf8() }]
  return withoutTrailing(bytes.toString('latin1'), '\r')
    .split('\r')
    .map((text, place) => ({ number: number + place, text }))
}

function decoded(line: Line): Line {
  const { number, text } = line
  if (line.fault !== undefined) return { ...line, text: '' }
  const bytes = Buffer.from(text, 'latin1')
  if (!isUtf8(bytes)) return { number, text: '', fault: notUtf8() }
  return { number, text: number === 1 ? bytes.toString().replace(/^\ufeff/, '') : bytes.toString() }
}

export const emptyFile = (): Unreadable => ({ line: 1, fault: message('This file is empty.') })

/** Yields the lines of a file in batches as they arrive; `longest` is the maximum length in bytes. */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  longest = longestLine,
): AsyncGenerator<readonly Line[]> {
  for await (const lines of bytesOfLines(content, longest)) yield lines.map(decoded)
}

/** Like `linesOf`, but a line that begins with white space continues the previous one (RFC 5545 3.1). */
export async function* unfoldedLinesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let open: Line | undefined
  for await (const lines of bytesOfLines(content, longestLine)) {
    const finished: Line[] = []
    for (const line of lines) {
      const isContinued = open !== undefined && /^[ \t]/.test(line.text)
      if (open !== undefined && !isContinued) finished.push(decoded(open))
      open = isContinued ? unfolded(open!, line) : line
    }
    yield finished
  }
  if (open !== undefined) yield [decoded(open)]
}

function unfolded(first: Line, { text, fault }: Line): Line {
  const isTooLong = first.text.length + text.length > longestLine
  const wrong = first.fault ?? fault ?? (isTooLong ? tooLong(longestLine) : undefined)
  return { ...first, ...(wrong ? { fault: wrong } : { text: first.text + text.slice(1) }) }
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
  for await (const chunk of content) {
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
