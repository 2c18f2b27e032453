import type { Links } from './resource.ts'

/**
 * Representations that are rendered once are kept as JSON text with holes: where the links of the mount go, and what
 * is spliced in because it changes without them: linked items and counts.
 */

/** No text of ours holds it (see characters.ts), so nobody can write something that looks like a hole. */
const unspeakable = '\0'

/** Begins a hole in the text that is kept; in the words of others it is escaped there. */
const mark = '\x7f'

/** What is spliced in: items as they stand inside an event, as JSON-LD has them, and counts of terms. */
export type Part =
  | 'categories'
  | 'tags'
  | 'venue'
  | 'organizer'
  | 'location'
  | 'organization'
  | 'categoriesCount'
  | 'tagsCount'

/** Links of no mount in particular. */
export const openLinks: Links = { rest: `${unspeakable}r`, site: `${unspeakable}s`, host: `${unspeakable}h` }

/** A value that is spliced in later. */
export const hole = (part: Part, ids: readonly number[]): string => `${unspeakable}[${part} ${ids.join(' ')}]`

/** A property that is spliced in later, or is left out where there is nothing to tell; never the last of its object. */
export const holeFor = (name: string, part: Part, ids: readonly number[]): Record<string, unknown> => ({
  [`${unspeakable}{${name} ${part} ${ids.join(' ')}}`]: 0,
})

/** As JSON, its holes without the quotes that made them strings. */
export const toTextWithHoles = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(mark, '\\u007f')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, `$1${mark}`)
    .replaceAll(/"(\x7f\[[^\]]*\])"/g, '$1')
    .replaceAll(/"(\x7f\{[^}]*\})":0,/g, '$1')

/** The JSON of a part; undefined where there is nothing to tell. */
export type Splice = (part: Part, ids: readonly number[]) => string | undefined

interface Opening {
  readonly name?: string
  readonly part: Part
  readonly ids: readonly number[]
}

function readOpening(inner: string, isNamed: boolean): Opening {
  const words = inner.split(' ')
  const name = isNamed ? words.shift() : undefined
  const [part, ...ids] = words
  return {
    ...(name === undefined ? {} : { name }),
    part: part as Part,
    ids: ids.filter((id) => id !== '').map(Number),
  }
}

function fillProperty(inner: string, splice: Splice): string {
  const { name, part, ids } = readOpening(inner, true)
  const value = splice(part, ids)
  return value === undefined ? '' : `"${name}":${value},`
}

function fillValue(inner: string, splice: Splice): string {
  const { part, ids } = readOpening(inner, false)
  return splice(part, ids) ?? 'null'
}

/** The whole text: links of the mount, and what is spliced in. */
export function fill(text: string, { rest, site, host }: Links, splice: Splice): string {
  const [head = '', ...pieces] = text.split(mark)
  let filled = head
  for (const piece of pieces) {
    const kind = piece[0]
    if (kind === 'r') filled += rest + piece.slice(1)
    else if (kind === 's') filled += site + piece.slice(1)
    else if (kind === 'h') filled += host + piece.slice(1)
    else {
      const end = piece.indexOf(kind === '[' ? ']' : '}')
      const inner = piece.slice(1, end)
      filled += (kind === '[' ? fillValue(inner, splice) : fillProperty(inner, splice)) + piece.slice(end + 1)
    }
  }
  return filled
}
