import { createHash } from 'node:crypto'
import { isEscaped } from './json-properties.ts'
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

/** The word for a cost of zero, in the language of the reader; it has no character that JSON escapes. */
export const freeSlot = `${unspeakable}f`

/** What the slots stand for that are filled wherever they are. */
export interface Fillings extends Pick<Links, 'rest' | 'site' | 'media' | 'host'> {
  readonly free: string
}

/** A value that is embedded later. */
export const slot = (part: Part, ids: readonly number[]): string => `${unspeakable}[${part} ${ids.join(' ')}]`

/** A property that is embedded later, or omitted if it is empty; never the last one of its object. */
export const slotFor = (name: string, part: Part, ids: readonly number[]): Record<string, unknown> => ({
  [`${unspeakable}{${name} ${part} ${ids.join(' ')}}`]: 0,
})

/** How JSON writes the character that slots begin with. */
const unspeakableInJson = '\\u0000'

/** The slot whose name begins at the place, and where the text goes on behind it: parts lose what JSON has around them. */
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

/** Nobody can write it, so a string that begins so is where a part stands. */
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

/** The properties that are asked for; of a part that is not named, all. */
export interface Selection {
  /** By which caches know it. */
  readonly key: string
  readonly names: ReadonlySet<string>
  readonly ofParts: Partial<Readonly<Record<Part, ReadonlySet<string>>>>
}

export function selectionOf(
  names: readonly string[],
  ofParts: Partial<Readonly<Record<Part, readonly string[]>>> = {},
): Selection {
  return {
    key: createHash('sha256')
      .update(JSON.stringify([names, ofParts]))
      .digest('base64url')
      .slice(0, 8),
    names: new Set(names),
    ofParts: Object.fromEntries(Object.entries(ofParts).map(([part, some]) => [part, new Set(some)])),
  }
}

interface ValueOptions {
  readonly fillings: Fillings
  /** The values of these slots, each given as a text of its own. */
  readonly valuesOf: (slots: readonly string[]) => Promise<readonly unknown[]>
}

/**
 * Texts with slots as values, whose parts are their own properties. A part is read once however many have it, so they
 * share it, and nobody may change it.
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

/** The content of a slot, which is given as in the text, without its last character. */
export function contentOf(slot: string, splice: Splice): string {
  if (slot.startsWith('[')) return spliced(slot.slice(1), splice) ?? 'null'
  const nameEnds = slot.indexOf(' ')
  const value = spliced(slot.slice(nameEnds + 1), splice)
  return value === undefined ? '' : `"${slot.slice(1, nameEnds)}":${value},`
}

/** The complete text: links of the mount, the word of the language, and `content` for the other slots. */
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
