/**
 * Selects properties of an object in JSON text without parsing the others. The text is the output of `JSON.stringify`,
 * so it has no whitespace; it may contain slots (json-template.ts), whose brackets are balanced.
 */

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace, slotMark] = [
  ...['"', '\\', ',', '[', ']', '{', '}', '\x7f'].map((character) => character.charCodeAt(0)),
]

/** Whether the character at the position is escaped, i.e. preceded by an odd number of backslashes. */
export function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** The position after the string that starts here. Uses `indexOf`, because texts may be long. */
function endOfString(json: string, from: number): number {
  let at = json.indexOf('"', from + 1)
  while (isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at + 1
}

/** The position after the object, array or slot that starts here. */
function endOfNested(json: string, from: number): number {
  let at = from
  let depth = 0
  do {
    const code = json.charCodeAt(at)
    if (code === openBrace || code === openBracket) depth += 1
    else if (code === closeBrace || code === closeBracket) depth -= 1
    at = code === quote ? endOfString(json, at) : at + 1
  } while (depth > 0)
  return at
}

function endOfValue(json: string, from: number): number {
  const code = json.charCodeAt(from)
  if (code === quote) return endOfString(json, from)
  if (code === openBrace || code === openBracket) return endOfNested(json, from)
  if (code === slotMark) return endOfNested(json, from + 1)
  let at = from
  while (json.charCodeAt(at) !== comma && json.charCodeAt(at) !== closeBrace) at += 1
  return at
}

/** The object reduced to the named properties. */
export function withProperties(json: string, names: ReadonlySet<string>): string {
  const kept: string[] = []
  for (let at = 1; at < json.length - 1;) {
    const nameEnd = endOfString(json, at)
    const end = endOfValue(json, nameEnd + 1)
    if (names.has(json.slice(at + 1, nameEnd - 1))) kept.push(json.slice(at, end))
    at = end + 1
  }
  return `{${kept.join(',')}}`
}
