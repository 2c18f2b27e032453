import { Parser } from 'htmlparser2'
import { composed } from './normalization.ts'

/** Elements that begin and end on a line of their own: their edges separate words. */
export const blockTags = [
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'caption',
    'center',
    'dd',
    'details',
    'dialog',
    'div',
    'dl',
  ],
  ...[
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
  ],
  ...['hgroup', 'hr', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table', 'tbody'],
  ...['td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]

/** Elements whose content is not visible text; it is removed with them. */
export const silentTags = [
  ...['head', 'iframe', 'noscript', 'object', 'option', 'script', 'select', 'style', 'svg', 'template'],
  'textarea',
]

const separates = new Set([...blockTags, 'br'])
const isSilent = new Set(silentTags)

/** Unicode NFC without control characters, lines ended by a line feed alone. */
export const normalized = (text: string): string =>
  composed(
    text
      .toWellFormed()
      .replace(/\r\n?|\u0085/g, '\n')
      .replace(/(?!\s)\p{Cc}/gu, ''),
  )

// A tag ends before the next one begins, save for quoted attribute values, which alone may hold either bracket.
const strayBracket = /<(?!\/?[a-z]|[!?])|<(?=\/?[a-z](?:[^<>"']|(?<!=)["'])*(?:<|$))/gi
const strayAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z][a-z\d]*;)/gi

/** Escapes what only looks like HTML: 'a<b' and '5 < 6' begin no element, 'AT&T' and '?a=1&copy=2' no entity. */
export const escapeStray = (text: string): string =>
  text.replace(strayAmpersand, '&amp;').replace(strayBracket, '&lt;')

const deepest = 250

class NestedTooDeep extends Error {}

/** Limits the nesting depth, because the cost of closing tags in the parser grows with it. */
export function depthGuard() {
  let depth = 0
  return {
    open: () => {
      depth += 1
      if (depth > deepest) throw new NestedTooDeep()
    },
    close: () => {
      depth -= 1
    },
  }
}

/** Parses markup; if it is nested too deeply, only the text outside of tags is used. */
export function readMarkup(markup: string, read: (markup: string) => string): string {
  const sound = escapeStray(markup)
  try {
    return read(sound)
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error
    return read(sound.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'))
  }
}

function textOf(markup: string): string {
  const pieces: string[] = []
  const guard = depthGuard()
  let silence = 0
  const parser = new Parser({
    onopentagname(name) {
      guard.open()
      if (isSilent.has(name)) silence += 1
      if (separates.has(name)) pieces.push(' ')
    },
    ontext(text) {
      if (silence === 0) pieces.push(text)
    },
    onclosetag(name) {
      guard.close()
      if (isSilent.has(name)) silence -= 1
      if (separates.has(name)) pieces.push(' ')
    },
  })
  parser.end(markup)
  return pieces.join('')
}

/**
 * One line of plain text: given HTML is reduced to its text, entities become the characters they mean, white space
 * one blank. Text stays itself when read again, unless it shows a tag or an entity: '&amp;amp;' gives '&amp;', and
 * that gives '&'.
 */
export const plainText = (value: string): string =>
  normalized(/[<&]/.test(value) ? readMarkup(value, textOf) : value)
    .replace(/\s+/g, ' ')
    .trim()
