import type { Links } from './resource.ts'

/**
 * Rendered representations are stored as JSON text with slots: for the base URL of links, and for parts that
 * change independently: linked items and counts.
 */

/**
 * All input that contains this character is rejected (see characters.ts), so user content cannot imitate a
 * slot.
 */
const unspeakable = '\0'

/** Starts a slot in the stored text; escaped in user content. */
const mark = '\x7f'

/** Parts that are embedded later: items inside an event, their JSON-LD, counts of terms, and authors as the mount has them. */
export type Part =
  | 'categories'
  | 'tags'
  | 'venue'
  | 'organizer'
  | 'location'
  | 'organization'
  | 'categoriesCount'
  | 'tagsCount'
  | 'author'

/** Links as slots, independent of the mount. */
export const linkSlots: Links = {
  rest: `${unspeakable}r`,
  site: `${unspeakable}s`,
  media: `${unspeakable}m`,
  host: `${unspeakable}h`,
  hasTextAuthors: false,
}

/** A value that is embedded later. */
export const slot = (part: Part, ids: readonly number[]): string => `${unspeakable}[${part} ${ids.join(' ')}]`

/** A property that is embedded later, or omitted if it is empty; never the last one of its object. */
export const slotFor = (name: string, part: Part, ids: readonly number[]): Record<string, unknown> => ({
  [`${unspeakable}{${name} ${part} ${ids.join(' ')}}`]: 0,
})

/** Serializes to JSON and removes the quotes around slots. */
export const toTextWithSlots = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(mark, '\\u007f')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, `$1${mark}`)
    .replaceAll(/"(\x7f\[[^\]]*\])"/g, '$1')
    .replaceAll(/"(\x7f\{[^}]*\})":0,/g, '$1')

/** The JSON of a part; undefined if it is empty. */
export type Splice = (part: Part, ids: readonly number[]) => string | undefined

/** `venue 12 47` */
function spliced(words: string, splice: Splice): string | undefined {
  const [part, ...ids] = words.split(' ')
  return splice(part as Part, ids.filter((id) => id !== '').map(Number))
}

/** The content of a slot, which is given as in the text, without its last character. */
export function contentOf(slot: string, splice: Splice): string {
  if (slot.startsWith('[')) return spliced(slot.slice(1), splice) ?? 'null'
  const nameEnds = slot.indexOf(' ')
  const value = spliced(slot.slice(nameEnds + 1), splice)
  return value === undefined ? '' : `"${slot.slice(1, nameEnds)}":${value},`
}

/** The complete text: links of the mount, and `content` for the other slots. */
export function fill(
  text: string,
  { rest, site, media, host }: Links,
  content: (slot: string) => string,
): string {
  let filled = ''
  let from = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
    filled += text.slice(from, at)
    const kind = text[at + 1]
    from = at + 2
    if (kind === 'r') filled += rest
    else if (kind === 's') filled += site
    else if (kind === 'm') filled += media
    else if (kind === 'h') filled += host
    else {
      const end = text.indexOf(kind === '[' ? ']' : '}', from)
      filled += content(text.slice(at + 1, end))
      from = end + 1
    }
  }
  return filled + text.slice(from)
}
