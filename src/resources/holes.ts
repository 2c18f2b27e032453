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
  readonly part: Part
  readonly ids: readonly number[]
}

/** `venue 12 47`; a property has its name before that. */
function readOpening(inner: string): Opening {
  const [part, ...ids] = inner.split(' ')
  return { part: part as Part, ids: ids.filter((id) => id !== '').map(Number) }
}

const fillOpening = (inner: string, splice: Splice): string | undefined => {
  const { part, ids } = readOpening(inner)
  return splice(part, ids)
}

function fillProperty(inner: string, splice: Splice): string {
  const nameEnds = inner.indexOf(' ')
  const value = fillOpening(inner.slice(nameEnds + 1), splice)
  return value === undefined ? '' : `"${inner.slice(0, nameEnds)}":${value},`
}

const fillValue = (inner: string, splice: Splice): string => fillOpening(inner, splice) ?? 'null'

/** The whole text: links of the mount, and what is spliced in. */
export function fill(text: string, { rest, site, host }: Links, splice: Splice): string {
  let filled = ''
  let from = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
    filled += text.slice(from, at)
    const kind = text[at + 1]
    from = at + 2
    if (kind === 'r') filled += rest
    else if (kind === 's') filled += site
    else if (kind === 'h') filled += host
    else {
      const end = text.indexOf(kind === '[' ? ']' : '}', from)
      const inner = text.slice(from, end)
      filled += kind === '[' ? fillValue(inner, splice) : fillProperty(inner, splice)
      from = end + 1
    }
  }
  return filled + text.slice(from)
}
