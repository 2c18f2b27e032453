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

/** `venue 12 47` */
function spliced(words: string, splice: Splice): string | undefined {
  const [part, ...ids] = words.split(' ')
  return splice(part as Part, ids.filter((id) => id !== '').map(Number))
}

/** What goes into a hole, given as it stands in the text, without its last character. */
export function contentOf(hole: string, splice: Splice): string {
  if (hole.startsWith('[')) return spliced(hole.slice(1), splice) ?? 'null'
  const nameEnds = hole.indexOf(' ')
  const value = spliced(hole.slice(nameEnds + 1), splice)
  return value === undefined ? '' : `"${hole.slice(1, nameEnds)}":${value},`
}

/** The whole text: links of the mount, and whatever `content` has for the other holes. */
export function fill(text: string, { rest, site, host }: Links, content: (hole: string) => string): string {
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
      filled += content(text.slice(at + 1, end))
      from = end + 1
    }
  }
  return filled + text.slice(from)
}
