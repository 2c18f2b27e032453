import { maximumDepth } from './json-error.ts'
import { maximumPairs } from './query-parser.ts'

/** Where a text nests too deeply as JSON, or gives one object too many fields. */
export interface Excess {
  readonly of: 'levels' | 'fields'
  readonly position: number
}

/**
 * Finds the first excess in a text that may be JSON, before anything is made of it: a million brackets or keys take
 * little room in a body, but keep the parser and everything after it busy for a second.
 */
export function findExcess(text: string): Excess | undefined {
  const fields = [0]
  let depth = 0
  for (let position = 0; position < text.length; position++) {
    const sign = text[position]
    if (sign === '"') position = endOfString(text, position)
    else if (sign === '{' || sign === '[') {
      if (++depth > maximumDepth) return { of: 'levels', position }
      fields[depth] = 0
    } else if (sign === '}' || sign === ']') depth = Math.max(0, depth - 1)
    else if (sign === ':' && ++fields[depth]! > maximumPairs) return { of: 'fields', position }
  }
  return undefined
}

/** The position of the closing quotation mark, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}
