import { isUtf8 } from 'node:buffer'
import qs from 'qs'
import { MalformedValue } from '../../text/malformed.ts'
import { percentDecoded } from '../../text/percent-decoding.ts'
import { markRepeated } from './repeated-names.ts'

/** A parameter name as sent, including brackets, and its value. */
export type Pair = readonly [name: string, value: unknown]

export const maximumPairs = 3_000

// Beyond this index qs makes an object of a list, because long sparse arrays are slow; mapLeaves makes it a list again.
const nesting: qs.IParseOptions = { depth: 5, arrayLimit: 20 }

/** For Fastify's `querystringParser`: it never throws, because a throw there would end the process. */
export const parseQuery = (querystring: string): Record<string, unknown> =>
  nestPairs(parsePairs(querystring).slice(0, maximumPairs))

/**
 * Splits a query string or form into pairs, at most one more than allowed. Characters up to U+00FF stand for single
 * octets.
 */
export const parsePairs = (text: string): Pair[] =>
  text
    .split('&', maximumPairs + 1)
    .filter((part) => part !== '')
    .map(readPair)

function readPair(part: string): Pair {
  const end = part.includes('=') ? part.indexOf('=') : part.length
  return [
    decode(part.slice(0, end)) ?? part.slice(0, end),
    decode(part.slice(end + 1)) ?? new MalformedValue(),
  ]
}

const hasOctets = /[\x80-\xff]/

/** Longer texts are decoded octet by octet, because replacing each of a million signs takes ten times as long. */
const maxReplaced = 4_096

const strayPercent = /%(?![0-9a-f]{2})/gi

/** A `%` without two digits stands for itself, as in every parser of forms (WHATWG URL, 1.3). */
function decode(text: string): string | undefined {
  if (text.length > maxReplaced || hasOctets.test(text)) return decodeOctets(Buffer.from(text, 'latin1'))
  return percentDecoded(text.replaceAll('+', ' ').replace(strayPercent, '%25'))
}

const [percent, plus, space] = [0x25, 0x2b, 0x20]

/** The value of each hexadecimal digit, by its octet; NaN for all others. */
const digits = Array.from({ length: 256 }, (_, octet) => parseInt(String.fromCharCode(octet), 16))

/** The same for text in which only some octets are percent-encoded. */
function decodeOctets(sent: Buffer): string | undefined {
  const octets = Buffer.alloc(sent.length)
  let length = 0
  for (let at = 0; at < sent.length; at++) {
    const octet = sent[at]!
    const encoded = octet === percent ? digits[sent[at + 1]!]! * 16 + digits[sent[at + 2]!]! : NaN
    const isEncoded = encoded >= 0
    octets[length++] = isEncoded ? encoded : octet === plus ? space : octet
    if (isEncoded) at += 2
  }
  const decoded = octets.subarray(0, length)
  return isUtf8(decoded) ? decoded.toString() : undefined
}

/** Combines all pairs into one object: `venue[city]` nests, `tags[]` and repeated names make a list. */
export function nestPairs(pairs: readonly Pair[]): Record<string, unknown> {
  const named = pairs.filter(([name]) => name !== '' && !(name in Object.prototype))
  const bracketed = new Set(named.filter(([name]) => name.includes('[')).map(rootOf))
  const values = bracketed.size === 0 ? groupByName(named) : nestBrackets(numberItems(named))
  for (const [name, value] of Object.entries(values))
    if (Array.isArray(value) && !bracketed.has(name)) markRepeated(value)
  return values
}

const rootOf = ([name]: Pair): string => name.split('[', 1)[0]!

/** A list of objects whose brackets do not say where one ends, as in `organizer[][organizer]`, and what follows. */
const itemName = /^([^[]*(?:\[[^\]]+\])*)\[\](\[[^\]]+\].*)?$/

/**
 * `organizer[][organizer]=Jo&organizer[][organizer]=Bo` are two items, because an object has each name only once: the next
 * one begins where a name comes again.
 */
function numberItems(pairs: readonly Pair[]): readonly Pair[] {
  const split = pairs.map(([name]) => itemName.exec(name))
  const lists = new Map(
    split
      .filter((parts) => parts?.[2] !== undefined)
      .map((parts) => [parts![1], { place: -1, taken: new Set(['']) }]),
  )
  if (lists.size === 0) return pairs
  return pairs.map(([name, value], at) => {
    const [, list, rest = ''] = split[at] ?? []
    const item = lists.get(list)
    if (!item) return [name, value]
    if (rest === '' || item.taken.has('') || (item.taken.has(rest) && !rest.endsWith('[]'))) {
      item.place++
      item.taken.clear()
    }
    item.taken.add(rest)
    return [`${list}[${item.place}]${rest}`, value]
  })
}

/** Whether every bracket of a name says what is meant, as in `venue[show_map]`, but not in `tags[]`. */
const isNamedThroughout = (name: string) => name.includes('[') && !name.includes('[]')

/**
 * Passes indexes instead of values to qs, because it copies nested values and sometimes drops them. Of a name in brackets
 * that is repeated the last value counts, because forms send a hidden field before a checkbox of the same name.
 */
function nestBrackets(pairs: readonly Pair[]) {
  const valueIndexes = Object.fromEntries(
    Object.entries(groupByName(pairs.map(([name], place) => [name, String(place)] as const))).map(
      ([name, places]) => [name, Array.isArray(places) && isNamedThroughout(name) ? places.at(-1) : places],
    ),
  )
  const nested = qs.parse(valueIndexes as Record<string, string>, nesting)
  return mapLeaves(nested, (place) => pairs[Number(place)]?.[1]) as Record<string, unknown>
}

function groupByName(pairs: readonly Pair[]): Record<string, unknown> {
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of pairs) {
    const list = lists.get(name)
    if (list) list.push(value)
    else lists.set(name, [value])
  }
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length > 1 ? list : list[0]]))
}

function mapLeaves(tree: unknown, leaf: (place: unknown) => unknown): unknown {
  if (typeof tree !== 'object' || tree === null) return leaf(tree)
  const items = Object.entries(tree).map(([name, item]) => [name, mapLeaves(item, leaf)] as const)
  const isList = items.every(([name]) => /^\d+$/.test(name))
  return isList ? items.map(([, item]) => item) : Object.fromEntries(items)
}
