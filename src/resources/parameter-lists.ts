import type { Message } from '../locales/fr.ts'
import { refuse, type Parameter, type Site } from './parameter.ts'
import { atMost, kind, looksLikeId, readChoice, readId, readText } from './parameter-types.ts'

/** Parameters that are lists, in any of the accepted forms (interface: Parameters). */

const isItem = (item: unknown) => item !== null && !(typeof item === 'string' && item.trim() === '')

export const tooManyItems = ({ maxList }: Site) =>
  refuse('rest_too_many_items', 'Must have at most {maximum} items.', { maximum: maxList })

const atMostItems = (items: readonly unknown[], site: Site): unknown[] => {
  const given = items.filter(isItem)
  return given.length > site.maxList ? tooManyItems(site) : given
}

/** Nothing between two commas is no item; a text of little else is too long as well. */
export function readCsv(text: string, site: Site): string[] {
  const parts = text.split(',', 2 * site.maxList + 1)
  return parts.length > 2 * site.maxList ? tooManyItems(site) : parts.map((part) => part.trim())
}

/** A list in any form: an array, CSV or bracket notation. */
export const readList = (value: unknown, site: Site): unknown[] =>
  atMostItems(Array.isArray(value) ? value : itemsOf(value, site), site)

function itemsOf(value: unknown, site: Site): unknown[] {
  if (typeof value === 'string') return readCsv(value, site)
  if (typeof value === 'number') return [value]
  if (typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key)))
    return Object.values(value)
  return refuse('rest_invalid_type', 'Must be a list.')
}

/** Splits items that are CSV themselves, as in `categories[]=1,2`: their parts count as items. */
export const separated = (items: readonly unknown[], site: Site, isCsv = (_: string) => true): unknown[] =>
  atMostItems(
    items.flatMap((item) => (typeof item === 'string' && isCsv(item) ? readCsv(item, site) : [item])),
    site,
  )

export const readSeparated = (value: unknown, site: Site) => separated(readList(value, site), site)

const idItems = { type: 'integer' }

export const unique = <T>(items: T[]): T[] => [...new Set(items)]

export const ids = (description: Message) =>
  kind({ type: 'array', items: idItems, description }, (value, site) =>
    unique(readSeparated(value, site).map(readId)),
  )

/** IDs and slugs, mixed. */
export const idsOrSlugs = (description: Message) =>
  kind(
    {
      type: 'array',
      items: idItems,
      accepted: { type: 'array', items: { type: ['integer', 'string'] } },
      description,
    },
    (value, site) =>
      unique(
        readSeparated(value, site).map((item) =>
          looksLikeId(item) ? readId(item) : atMost(site.maxTitle, readText(item, site.maxTitle)),
        ),
      ),
  )

/** For the OpenAPI document: one text, or several. */
export const textOrTexts = { type: ['string', 'array'], items: { type: 'string' } }

export const texts = (description: Message) =>
  kind({ type: 'string', accepted: textOrTexts, description }, (value, site) =>
    unique(readList(value, site).map((item) => atMost(site.maxTitle, readText(item, site.maxTitle)))),
  )

const readChoices = <W extends string>(value: unknown, words: readonly W[], site: Site): W[] =>
  unique(readList(value, site).map((word) => readChoice(word, words)))

/** A list of words from a fixed set. */
export const choices = <const W extends string>(description: Message, words: readonly W[]): Parameter<W[]> =>
  kind({ type: 'array', items: { type: 'string', enum: words }, description }, (value, site) =>
    readChoices(value, words, site),
  )

/** A list of languages of the site. */
export const languagesAmong = (description: Message): Parameter<string[]> =>
  kind(
    ({ languages }) => ({ type: 'array', items: { type: 'string', enum: languages }, description }),
    (value, site) => readChoices(value, site.languages, site),
  )
