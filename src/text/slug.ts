import anyAscii from 'any-ascii'
import { composed } from './normalization.ts'

/** Letters that have a reading in ASCII; the others, such as Chinese or Arabic ones, stay as they are. */
const readable =
  /[\p{Script_Extensions=Latin}\p{Script_Extensions=Greek}\p{Script_Extensions=Cyrillic}\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]+/gu
const apostrophes = /['`´‘’ʹʻʼ]/g
const separators = /[^\p{L}\p{M}\p{N}]+/gu

/** A slug: words of lower-case letters and digits, separated by '-'; '' if the text has none. */
export function slugify(text: string, maximum = 200): string {
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

/** A slug that was asked for may also have underscores, as slugs of other systems have. */
export const slugAsSent = (text: string): string =>
  cut(
    text
      .split('_')
      .map((part) => slugify(part))
      .filter(Boolean)
      .join('_'),
    200,
  )

/** The slug for the nth of a name: 'jazz-2', never longer than the maximum. */
export function numberedSlug(slug: string, n: number, maximum = 200): string {
  const room = maximum - `-${n}`.length
  return [cut(slug, room), String(n)].filter(Boolean).join('-')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Between two graphemes. */
function cut(slug: string, maximum: number): string {
  if (slug.length <= maximum) return slug.replace(/[-_]$/, '')
  const { index = 0 } = graphemes.segment(slug).containing(Math.max(0, maximum)) ?? {}
  return slug.slice(0, index).replace(/[-_]$/, '')
}
