import { sha256 } from '../text/digest.ts'
import { isEscaped } from './json-properties.ts'
import type { Links } from './resource.ts'

/**
 * Rendered representations are stored as JSON text with slots for the base URLs of links and for parts that change
 * independently, namely linked resources and counts.
 */

/**
 * All input that contains this character is rejected (see characters.ts), so user content cannot imitate a
 * slot.
 */
const unspeakable = '\0'

/** Starts a slot in the stored text; escaped in user content. */
const mark = '\x7f'

/**
 * Parts inserted when a document is read: resources linked by an event, their JSON-LD, event counts of terms, and
 * authors, whose type depends on the mount.
 */
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

/** The word for a cost of zero in the language of the reader; contains no character that JSON escapes. */
export const freeSlot = `${unspeakable}f`

/** The values of the slots that are filled anywhere in a text. */
interface Fillings extends Pick<Links, 'rest' | 'site' | 'media' | 'host'> {
  readonly free: string
}

/** A value that is inserted later. */
export const slot = (part: Part, ids: readonly number[]): string => `${unspeakable}[${part} ${ids.join(' ')}]`

/** A property that is inserted later, or omitted if empty; never the last one of its object. */
export const slotFor = (name: string, part: Part, ids: readonly number[]): Record<string, unknown> => ({
  [`${unspeakable}{${name} ${part} ${ids.join(' ')}}`]: 0,
})

/** The JSON escape of the character that starts a slot. */
const unspeakableInJson = '\\u0000'

/**
 * Returns the slot whose name starts at the position, and where the text continues. For parts, removes the surrounding
 * quotes and `:0,`.
 */
function slotAt(json: string, at: number): { readonly slot: string; readonly end: number } {
  const close = { '[': ']"', '{': '}":0,' }[json[at]!]
  if (close === undefined) return { slot: mark, end: at }
  const end = json.indexOf(close, at)
  return { slot: mark + json.slice(at, end + 1), end: end + close.length }
}

/** Serializes to JSON and removes the quotes around slots. Walks from slot to slot, because texts may be long. */
export function toTextWithSlots(value: unknown): string {
  const json = JSON.stringify(value).replaceAll(mark, '\\u007f')
  let text = ''
  let from = 0
  for (
    let at = json.indexOf(unspeakableInJson);
    at >= 0;
    at = json.indexOf(unspeakableInJson, at + unspeakableInJson.length)
  ) {
    if (isEscaped(json, at)) continue
    const { slot, end } = slotAt(json, at + unspeakableInJson.length)
    text += json.slice(from, slot === mark ? at : at - 1) + slot
    from = end
  }
  return text + json.slice(from)
}

/** User content cannot start with this character, so such a string is always a slot. */
const isPlace = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(unspeakable)

interface PlacedPart {
  readonly value: Record<string, unknown>
  readonly name: string
  readonly slot: string
}

function placesIn(value: Record<string, unknown>): PlacedPart[] {
  const places: PlacedPart[] = []
  for (const name in value) {
    const slot = value[name]
    if (isPlace(slot)) places.push({ value, name, slot })
  }
  return places
}

/** Requested properties; all properties of parts without an entry in `ofParts`. */
export interface Selection {
  /** Identifies the selection in cache keys. */
  readonly key: string
  readonly names: ReadonlySet<string>
  readonly ofParts: Partial<Readonly<Record<Part, ReadonlySet<string>>>>
}

export function selectionOf(
  names: readonly string[],
  ofParts: Partial<Readonly<Record<Part, readonly string[]>>> = {},
): Selection {
  return {
    key: sha256(JSON.stringify([names, ofParts])).slice(0, 8),
    names: new Set(names),
    ofParts: Object.fromEntries(Object.entries(ofParts).map(([part, some]) => [part, new Set(some)])),
  }
}

interface ValueOptions {
  readonly fillings: Fillings
  /** Returns the values of the slots, each given as a text of its own. */
  readonly valuesOf: (slots: readonly string[]) => Promise<readonly unknown[]>
}

/**
 * Parses texts with slots into values with their parts inserted. Each part is read once and shared by all values that
 * contain it, so it must not be changed.
 */
export async function toValues<T>(
  texts: readonly string[],
  { fillings, valuesOf }: ValueOptions,
): Promise<T[]> {
  const inPlace = (slot: string) => `"${unspeakableInJson}${slot}${slot.startsWith('[') ? ']' : '}'}"`
  const values = texts.map((text) => JSON.parse(fill(text, fillings, inPlace)) as Record<string, unknown>)
  const places = values.flatMap(placesIn)
  const slots = [...new Set(places.map(({ slot }) => slot))]
  const found = await valuesOf(slots.map((slot) => slot.replace(unspeakable, mark)))
  const parts = new Map(slots.map((slot, index) => [slot, found[index]]))
  for (const { value, name, slot } of places) value[name] = parts.get(slot)
  return values as T[]
}

/** The JSON of a part; undefined if it is empty. */
type Splice = (part: Part, ids: readonly number[]) => string | undefined

/** `venue 12 47` */
function spliced(words: string, splice: Splice): string | undefined {
  const [part, ...ids] = words.split(' ')
  return splice(part as Part, ids.filter((id) => id !== '').map(Number))
}

/** The text to insert for a slot, given as in the text but without its last character. */
export function contentOf(slot: string, splice: Splice): string {
  if (slot.startsWith('[')) return spliced(slot.slice(1), splice) ?? 'null'
  const nameEnds = slot.indexOf(' ')
  const value = spliced(slot.slice(nameEnds + 1), splice)
  return value === undefined ? '' : `"${slot.slice(1, nameEnds)}":${value},`
}

/** The complete text: inserts base URLs, the word for free, and `content(slot)` for all other slots. */
export function fill(
  text: string,
  { rest, site, media, host, free }: Fillings,
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
    else if (kind === 'f') filled += free
    else {
      const end = text.indexOf(kind === '[' ? ']' : '}', from)
      filled += content(text.slice(at + 1, end))
      from = end + 1
    }
  }
  return filled + text.slice(from)
}
