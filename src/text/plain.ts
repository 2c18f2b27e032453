import { runAtOnce } from '../yielding.ts'
import { decodeEntities, readMarkup } from './markup.ts'
import { composed } from './normalization.ts'

/** Block elements, whose boundaries separate words. */
export const blockTags = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'center', 'dd', 'details', 'dialog', 'div'],
  ...['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hgroup', 'hr', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'section', 'summary'],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]

const separates = new Set([...blockTags, 'br'])

/** Unicode NFC without control characters except tabs; all line endings become line feeds. */
export const normalized = (text: string): string =>
  composed(
    text
      .toWellFormed()
      .replace(/\r\n?|[\v\f\u0085]/g, '\n')
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, ''),
  )

function textOf(html: string): string {
  const pieces: string[] = []
  const separate = (name: string) => {
    if (separates.has(name)) pieces.push('\n')
  }
  runAtOnce(
    readMarkup(html, {
      text: (raw) => void pieces.push(decodeEntities(raw)),
      open: separate,
      close: separate,
    }),
  )
  return pieces.join('')
}

/** The visible text of HTML, with the line breaks of the source and between blocks. */
export const visibleText = (value: string): string => normalized(/[<&]/.test(value) ? textOf(value) : value)

const lineBreak = /[\t-\r\u2028\u2029]/

/**
 * One line of plain text: HTML is reduced to its text, entities are decoded, line breaks and tabs become one space;
 * other spaces are preserved. Reading the result again changes nothing, unless it contains a tag or an entity:
 * '&amp;amp;' yields '&amp;', which yields '&'.
 */
export const plainText = (value: string): string =>
  visibleText(value)
    .replace(/\s+/g, (blanks) => (lineBreak.test(blanks) ? ' ' : blanks))
    .trim()

/** Plain text with its lines, for what people write as a letter; several empty lines become one. */
export const plainLines = (value: string): string =>
  visibleText(value)
    .split(/\r\n|[\n-\r\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
