import { isUtf8 } from 'node:buffer'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { Unreadable } from './record.ts'

/** A line of a text file; the text is empty if it cannot be read. */
export interface Line {
  readonly number: number
  readonly text: string
  readonly fault?: LocalizableMessage
}

/** The maximum line length in bytes, more than the longest text of an event. */
export const longestLine = 2 * 1024 * 1024

const lineFeed = 0x0a
const isUtf16 = (start: Buffer) => /^(?:fffe|feff)/.test(start.toString('hex', 0, 2))

const tooLong = () => message('This line is longer than {limit} bytes.', { limit: longestLine })
const notUtf8 = () => message('This line is not encoded in UTF-8; save the file as UTF-8.')

/** Splits at single carriage returns too, which are the line ends of old Mac programs. */
function readLines(number: number, bytes: Buffer, isTooLong: boolean): Line[] {
  if (isTooLong) return [{ number, text: '', fault: tooLong() }]
  if ((number === 1 && isUtf16(bytes)) || !isUtf8(bytes)) return [{ number, text: '', fault: notUtf8() }]
  const text = bytes.toString().replace(/\r+$/, '')
  return (number === 1 ? text.replace(/^\ufeff/, '') : text)
    .split('\r')
    .map((one, place) => ({ number: number + place, text: one }))
}

export const emptyFile = (): Unreadable => ({ line: 1, fault: message('This file is empty.') })

/**
 * Yields the lines of a file in batches as they arrive. Only the start of a line that is too long is kept in memory.
 */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let number = 1
  let pending: Buffer[] = []
  let length = 0
  const add = (bytes: Buffer) => {
    length += bytes.length
    if (length <= longestLine) pending.push(bytes)
  }
  const finish = (): Line[] => {
    const lines = readLines(number, Buffer.concat(pending), length > longestLine)
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
