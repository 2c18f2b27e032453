import { hasForbiddenCharacter } from '../text/characters.ts'
import { cleaning } from '../text/html.ts'
import { runYielding } from '../yielding.ts'
import { composed } from '../text/normalization.ts'
import { plainLines, plainText } from '../text/plain.ts'
import { maxTerms, maxUnwantedTerms, searchTerms } from '../text/search.ts'
import { slugAsSent } from '../text/slug.ts'
import { readMoment, readZone, type Moment } from '../time/index.ts'
import { refuse, type Parameter, type ParameterSchema, type Site } from './parameter.ts'
import type { Message } from '../locales/fr.ts'

/** The parameter types of the interface (interface: Values, Dates and times), each with its published schema and its parser. */

export const kind = <T>(
  schema: ParameterSchema | ((site: Site) => ParameterSchema),
  read: (value: unknown, site: Site) => T,
  empty: Parameter<T>['empty'] = 'clears',
): Parameter<T> => ({
  describe: typeof schema === 'function' ? schema : () => schema,
  read,
  required: false,
  empty,
})

/** Additions to the published schema: a default, or a type other than that of the value. */
export type Published = Partial<Omit<ParameterSchema, 'description'>>

/** Digits of a larger number are already lost (RFC 8259 6). */
const isExact = (value: number) => Math.abs(value) <= Number.MAX_SAFE_INTEGER

function readString(value: unknown): string {
  if (typeof value !== 'string' && !(typeof value === 'number' && isExact(value)))
    return refuse('rest_invalid_type', 'Must be a string.')
  const text = String(value)
  if (hasForbiddenCharacter(text))
    return refuse('rest_invalid_character', 'Must not contain NUL or an unpaired surrogate.')
  return text.trim()
}

const length = (text: string) => [...text].length

const tooLong = (maximum: number) =>
  refuse('rest_too_long', 'Must have at most {maximum} characters.', { maximum })

export const atMost = (maximum: number, text: string): string =>
  text.length > maximum && length(text) > maximum ? tooLong(maximum) : text

/**
 * Decomposed letters and markup make the sent text longer than the stored one; anything beyond this factor is rejected
 * without parsing.
 */
const sentPerCharacter = 16

const longestUrl = 2048

/** Trimmed text in Unicode NFC; the caller checks its final length against the maximum. */
export function readText(value: unknown, maximum = longestUrl): string {
  const text = readString(value)
  return text.length > sentPerCharacter * maximum ? tooLong(maximum) : composed(text)
}

/** Plain text of at most 500 characters (setting): titles, names, address parts. Longer text is refused, never cut. */
export const plain = (description: Message, published: Published = {}) =>
  kind(
    (site) => ({ type: 'string', description, maxLength: site.maxTitle, ...published }),
    (value, { maxTitle }) => atMost(maxTitle, plainText(readText(value, maxTitle))),
  )

/** Plain text whose line breaks are kept. */
export const lines = (description: Message) =>
  kind(
    (site) => ({ type: 'string', description, maxLength: site.maxTitle }),
    (value, { maxTitle }) => atMost(maxTitle, plainLines(readText(value, maxTitle))),
  )

/** Search text as typed. HTML is not removed; tags match nothing, because only plain text is searched. */
export const searched = (description: Message) =>
  kind(
    (site) => ({ type: 'string', description, maxLength: site.maxTitle }),
    (value, { maxTitle }) => atMostTerms(atMost(maxTitle, readText(value, maxTitle))),
  )

function atMostTerms(query: string): string {
  const { wanted, unwanted } = searchTerms(query)
  if (wanted.length + unwanted.length > maxTerms || unwanted.length > maxUnwantedTerms)
    return refuse(
      'rest_too_many_items',
      'Must have at most {maximum} words and phrases, at most {unwanted} of them after "-".',
      {
        maximum: maxTerms,
        unwanted: maxUnwantedTerms,
      },
    )
  return query
}

/** Ignores paragraph tags added by sanitizing, so that accepted text is accepted again when it is sent back as HTML. */
const bytesOf = (html: string) => Buffer.byteLength(html.replace(/<\/?p>|<br \/>/g, ''))

function atMostBytes(maximum: number, text: string): string {
  if (text.length * 3 > maximum && bytesOf(text) > maximum)
    return refuse('rest_too_long', 'Must have at most {maximum} bytes.', { maximum })
  return text
}

/** HTML, sanitized with an allow-list, at most 1 MiB (setting). */
export const html = (description: Message, published: Published = {}): Parameter<string> => ({
  ...kind(
    {
      type: 'string',
      description,
      accepted: { type: 'string', contentMediaType: 'text/html' },
      ...published,
    },
    (value, { maxDescription }) => atMostBytes(maxDescription, readString(value)),
  ),
  finish: async (value, { maxDescription }) =>
    atMostBytes(maxDescription, await runYielding(cleaning(value))),
})

/** Null requests a generated slug; '' is the slug of a text without letters and digits. */
export const slug = (description: Message) =>
  kind<string | null>(
    { type: 'string', description },
    (value, { maxTitle }) => {
      const text = readText(value, maxTitle)
      return text === '' ? null : slugAsSent(atMost(maxTitle, plainText(text)))
    },
    'read',
  )

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** The value of a string that is a number, and any other value as it is. */
const withoutQuotes = (value: unknown): unknown =>
  typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value

export function readInteger(value: unknown): number {
  const read = withoutQuotes(value)
  if (typeof read === 'number') {
    const safe = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, read))
    if (Number.isInteger(safe)) return safe
  }
  return refuse('rest_invalid_type', 'Must be an integer.')
}

export function between(value: number, minimum?: number, maximum?: number): number {
  if (minimum !== undefined && value < minimum)
    return refuse('rest_out_of_bounds', 'Must be {minimum} or greater.', { minimum })
  if (maximum !== undefined && value > maximum)
    return refuse('rest_out_of_bounds', 'Must be {maximum} or less.', { maximum })
  return value
}

export const integer = (description: Message, published: Published = {}) =>
  kind({ type: 'integer', description, ...published }, (value) =>
    between(readInteger(value), published.minimum, published.maximum),
  )

export const number = (description: Message, published: Published = {}) =>
  kind({ type: 'number', format: 'double', description, ...published }, (value) => {
    const read = withoutQuotes(value)
    if (typeof read !== 'number' || !Number.isFinite(read))
      return refuse('rest_invalid_type', 'Must be a number.')
    return between(read, published.minimum, published.maximum)
  })

const truths = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])

export function readFlag(value: unknown): boolean {
  const known = ['string', 'number', 'boolean'].includes(typeof value)
    ? truths.get(String(value).trim().toLowerCase())
    : undefined
  return (
    known ??
    refuse('rest_invalid_type', 'Must be true or false (1, 0, yes, no, on and off are also accepted).')
  )
}

/** Forms have no booleans, so the word means the same. */
export const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false')

export const flag = (description: Message, published: Published = {}) =>
  kind({ type: 'boolean', description, ...published }, readFlag)

/** A date in any of the accepted formats (interface: Accepted dates). */
export const moment = (description: Message, published: Published = {}) =>
  kind<Moment>(
    { type: 'string', accepted: { type: ['string', 'number'] }, description, ...published },
    (value, { now, timezone }) => readMoment(value, now, timezone),
  )

export const timeZone = (description: Message) =>
  kind({ type: 'string', description }, (value) => readZone(readText(value)))

/** One of a fixed set of words. */
export const choice = <const W extends string>(
  description: Message,
  words: readonly W[],
  published: Published = {},
) => kind<W>({ type: 'string', description, enum: words, ...published }, (value) => readChoice(value, words))

export function readChoice<W extends string>(value: unknown, words: readonly W[]): W {
  const text = typeof value === 'string' ? value.trim() : value
  return (
    words.find((word) => word === text) ??
    refuse('rest_not_in_enum', 'Must be one of {words}.', { words: words.join(', ') })
  )
}

/**
 * Does not use `URL.canParse`, because Node.js 20 rejects letters such as é once it has been called often enough to be
 * optimized.
 */
function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}

/** Whether the text is an absolute http(s) URL. */
export const isWebAddress = (text: string): boolean =>
  text.length <= longestUrl && /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s<>"]/.test(text) && isUrl(text)

export function readUrl(value: unknown): string {
  const text = atMost(longestUrl, readText(value))
  if (!isWebAddress(text))
    return refuse('rest_invalid_url', 'Must be an absolute URL that starts with http:// or https://.')
  return text
}

/** An absolute http(s) URL, stored as sent. */
export const url = (description: Message, published: Published = {}) =>
  kind({ type: 'string', description, format: 'iri', ...published }, readUrl)

const mailbox =
  /^[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]$/u

const longestMailbox = 254

/** Whether the text is an e-mail address. */
export const isMailbox = (text: string): boolean => text.length <= longestMailbox && mailbox.test(text)

export const email = (description: Message, published: Published = {}) =>
  kind({ type: 'string', description, format: 'idn-email', ...published }, (value) => {
    const text = atMost(longestMailbox, readText(value, longestMailbox))
    return isMailbox(text)
      ? text
      : refuse('rest_invalid_email', 'Must be an e-mail address such as name@example.org.')
  })

export function readId(value: unknown): number {
  return between(readInteger(value), 0)
}

export const looksLikeId = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value.trim()))

/** An object of a response, which stands for its ID. */
export const withId = {
  type: 'object',
  properties: { id: { type: ['integer', 'string'] } },
  required: ['id'],
}

/** One of the languages of the site. */
export const languageOf = (description: Message): Parameter<string> =>
  kind(
    ({ languages }) => ({ type: 'string', enum: languages, description }),
    (value, { languages }) => readChoice(value, languages),
    'refused',
  )
