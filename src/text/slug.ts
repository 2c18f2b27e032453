import anyAscii from 'any-ascii'
import { composed } from './normalization.ts'
import { percentDecoded } from './percent-decoding.ts'

/** Letters that are transliterated to ASCII; others, such as Chinese or Arabic ones, are preserved. */
const readable =
  /[\p{Script_Extensions=Latin}\p{Script_Extensions=Greek}\p{Script_Extensions=Cyrillic}\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]+/gu
const apostrophes = /['`´‘’ʹʻʼ]/g
const separators = /[^\p{L}\p{M}\p{N}]+/gu

const longestSlug = 200

/** A slug: words of lower-case letters and digits, separated by '-'; '' if the text contains neither. */
export function slugify(text: string, maximum = longestSlug): string {
  const words = composed(text)
    .replace(apostrophes, '')
    .replace(/\p{Cf}/gu, '')
    .replace(separators, '-')
    .replace(readable, anyAscii)
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(separators, '-')
  return cut(words.replace(/^-/, ''), maximum)
}

const encodedLetters = /(?:%[89a-f][0-9a-f])+/gi

/** WordPress stores and returns slugs with letters outside ASCII percent-encoded. */
const withLetters = (text: string): string =>
  text.replace(encodedLetters, (octets) => percentDecoded(octets) ?? octets)

/** The slug that a path or a filter names: in any case, and percent-encoded once more than URLs ask for. */
export const slugSought = (text: string): string => composed(withLetters(text)).toLowerCase()

/** A requested slug may also contain underscores, as in other systems. */
export const slugAsSent = (text: string): string =>
  cut(
    withLetters(text)
      .split('_')
      .map((part) => slugify(part))
      .filter(Boolean)
      .join('_'),
    longestSlug,
  )

/** The slug for the nth of a name: 'jazz-2', never longer than the maximum. */
export function numberedSlug(slug: string, n: number, maximum = longestSlug): string {
  const room = maximum - `-${n}`.length
  return [cut(slug, room), String(n)].filter(Boolean).join('-')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Truncates between two graphemes. */
function cut(slug: string, maximum: number): string {
  if (slug.length <= maximum) return slug.replace(/[-_]$/, '')
  const { index = 0 } = graphemes.segment(slug).containing(Math.max(0, maximum)) ?? {}
  return slug.slice(0, index).replace(/[-_]$/, '')
}
