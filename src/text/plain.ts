import { takeAll } from '../turn.ts'
import { decodeEntities, readMarkup } from './markup.ts'
import { composed } from './normalization.ts'

/** Elements that begin and end on a line of their own: their edges separate words. */
export const blockTags = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'center', 'dd', 'details', 'dialog', 'div'],
  ...['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hgroup', 'hr', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'section', 'summary'],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]

const separates = new Set([...blockTags, 'br'])

/** Unicode NFC without control characters but tabs; lines are ended by a line feed alone. */
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
  takeAll(
    readMarkup(html, {
      text: (raw) => void pieces.push(decodeEntities(raw)),
      open: separate,
      close: separate,
    }),
  )
  return pieces.join('')
}

/** The text that HTML shows, its lines divided as in the HTML and by blocks. */
export const visibleText = (value: string): string => normalized(/[<&]/.test(value) ? textOf(value) : value)

const lineBreak = /[\t-\r\u2028\u2029]/

/**
 * One line of plain text: given HTML is reduced to its text, entities become the characters they mean, line breaks and
 * tabs become one blank; other blanks stay. Text stays itself when read again, unless it shows a tag or an entity:
 * '&amp;amp;' gives '&amp;', and that gives '&'.
 */
export const plainText = (value: string): string =>
  visibleText(value)
    .replace(/\s+/g, (blanks) => (lineBreak.test(blanks) ? ' ' : blanks))
    .trim()
