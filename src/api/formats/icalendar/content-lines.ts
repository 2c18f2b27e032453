/** Content lines of RFC 5545: a name, parameters and a value. */

const maxLineOctets = 75

const isInsideCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** RFC 5545 3.1 counts octets, not characters; the blank at the beginning of a continuation line counts too. */
function folded(line: string): string {
  if (line.length * 3 <= maxLineOctets) return line
  const bytes = Buffer.from(line)
  const pieces: string[] = []
  for (let start = 0; start < bytes.length;) {
    let end = start + maxLineOctets - Number(start > 0)
    while (isInsideCharacter(bytes[end])) end -= 1
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return pieces.join('\r\n ')
}

export const contentLines = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('')

/** A value of the type TEXT (RFC 5545 3.3.11). */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** A parameter value cannot contain a quotation mark, not even escaped (RFC 5545 3.2). */
const parameterValue = (text: string): string => {
  const plain = text.replaceAll('"', "'").replace(/\s+/g, ' ')
  return /[:;,]/.test(plain) ? `"${plain}"` : plain
}

/** A property whose value is not of the type TEXT; no line if there is no value. */
export function property(
  name: string,
  value: string | undefined,
  parameters: Readonly<Record<string, string>> = {},
): string[] {
  if (value === undefined || value === '') return []
  const listed = Object.entries(parameters).map(([key, text]) => `;${key}=${parameterValue(text)}`)
  return [`${name}${listed.join('')}:${value}`]
}

export const textProperty = (
  name: string,
  text: string | undefined,
  parameters?: Readonly<Record<string, string>>,
): string[] => property(name, text && escapeText(text), parameters)
