import { isUtf8 } from 'node:buffer'
import { inWindows1252 } from './windows-1252.ts'

/**
 * Values that vCalendar 1.0 encodes as quoted-printable (RFC 2045 6.7), and later programs in spite of RFC 5545. Bytes are
 * characters from 0 to 255.
 */

export const isEncoded = (line: string): boolean =>
  /^[\w-]+;(?:[^:]*;)?(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)

const ofEncoding = /;(?:(?:ENCODING=)?QUOTED-PRINTABLE|CHARSET=[^;:]*)/gi

/** Undefined for a charset that nobody knows, and for those of files that do not say theirs. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    const decoder = new TextDecoder(charset)
    return ['utf-8', 'windows-1252'].includes(decoder.encoding) ? undefined : decoder
  } catch {
    return undefined
  }
}

function charactersOf(bytes: string, charset: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  const decoder = decoderOf(charset)
  if (decoder !== undefined) return decoder.decode(buffer)
  return isUtf8(buffer) ? buffer.toString() : inWindows1252(bytes)
}

/** The line as RFC 5545 has it. */
export function decodedLine(line: string): string {
  const end = line.indexOf(':')
  const [head, value] = [line.slice(0, end), line.slice(end + 1)]
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number(`0x${code}`)),
  )
  const [, charset = 'utf-8'] = /;CHARSET="?([^";:]+)/i.exec(head) ?? []
  const text = charactersOf(bytes, charset).replace(/\r\n?|\n/g, '\\n')
  return `${head.replace(ofEncoding, '')}:${text}`
}
