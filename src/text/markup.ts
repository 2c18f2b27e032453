import { decodeHTMLStrict } from 'entities/decode'

/**
 * Splits HTML into tags and text in linear time. It need not agree with browsers on every malformed tag, because the
 * output is rebuilt from the parsed elements, and everything except known tags is written as text.
 */

export interface MarkupReader {
  /** Raw text, to be decoded with `decodeEntities`. */
  text(text: string): void
  /** A start tag; `attributes` is the raw text after its name. */
  open(name: string, attributes: string): void
  close(name: string): void
}

/** Elements without visible text; their content is skipped. */
const silentTags = new Set([
  ...['head', 'iframe', 'noembed', 'noframes', 'noscript', 'object', 'option', 'script', 'select'],
  ...['style', 'svg', 'template', 'textarea', 'xmp'],
])

// Slash, name, attributes and end of a tag. Quoted values may contain either bracket.
const tag = /<(\/?)([a-z][^\s/<>]*)((?:[^<>=]+|=\s*"[^"]*"|=\s*'[^']*'|=)*)(>?)/
const comment = /<!--(?:-?>|[^]*?(?:--!?>|$))/
const declaration = /<[!?][a-z[][^>]*>?/
const markup = new RegExp([tag, comment, declaration].map(({ source }) => source).join('|'), 'gi')

/**
 * 'a<b' and '5 < 6' do not start an element, because a tag must end before the next one starts. Yields after each
 * match.
 */
export function* readMarkup(html: string, reader: MarkupReader): Generator<void, void> {
  const tags = new RegExp(markup)
  let from = 0
  const readText = (to: number) => {
    if (to > from) reader.text(html.slice(from, to))
    from = tags.lastIndex
  }
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    const [, slash, name, attributes, end] = found
    if (end !== '') {
      readText(found.index)
      if (name !== undefined) readTag(name.toLowerCase(), slash === '/', attributes!)
    }
    yield
  }
  readText(html.length)

  function readTag(name: string, isClosing: boolean, attributes: string) {
    if (isClosing) reader.close(name)
    else if (!silentTags.has(name)) reader.open(name, attributes)
    else if (!(name === 'svg' && attributes.endsWith('/'))) from = tags.lastIndex = endOf(name, html, from)
  }
}

/** Where the element ends: at its first end tag, otherwise at the end of the text. */
function endOf(name: string, html: string, from: number): number {
  const endTag = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, 'gi')
  endTag.lastIndex = from
  return endTag.test(html) ? endTag.lastIndex : html.length
}

/** Entities without a semicolon are text: 'AT&T', '?a=1&copy=2'. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text)

// An attribute, with its value in any of the three forms.
const attribute =
  /(?<name>[^\s"'<>/=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'<>=]+)))?/g

/** More than any allowed element has. */
const maxAttributes = 50

/** Attributes by name with their raw values; the first one of a name counts. */
export function readAttributes(attributes: string): Map<string, string> {
  const read = new Map<string, string>()
  for (const { groups } of attributes.matchAll(attribute)) {
    const { name, double, single, bare } = groups!
    const key = name!.toLowerCase()
    if (!read.has(key)) read.set(key, double ?? single ?? bare ?? '')
    if (read.size === maxAttributes) break
  }
  return read
}
