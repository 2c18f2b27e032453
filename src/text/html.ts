import { elements, escaped, openingTag } from './elements.ts'
import { decodeEntities, readMarkup, type MarkupReader } from './markup.ts'
import { inParagraphs } from './paragraphs.ts'
import { blockTags, normalized, visibleText } from './plain.ts'

const deepest = 100

/**
 * Writes acceptable elements anew, each with its end tag, and everything else as text. What it writes is read again as
 * the same elements and the same text.
 */
class Writer implements MarkupReader {
  /** Tags and texts. */
  readonly pieces: string[] = []
  hasBlock = false
  isTooDeep = false
  /** Names of the elements that are open. */
  private readonly ancestors: string[] = []
  private pendingText = ''
  private isNormalized = true

  text(raw: string): void {
    const text = decodeEntities(raw)
    this.isNormalized &&= text === raw && this.pendingText === ''
    this.pendingText += text
  }

  open(name: string, attributes: string): void {
    const element = this.isTooDeep ? undefined : elements.get(name)
    const tag = element && openingTag(element, attributes)
    if (element === undefined || tag === undefined) return
    while (element.ends.has(this.ancestors.at(-1) ?? '')) this.closeOne()
    this.writeTag(tag)
    this.hasBlock ||= element.isBlock
    if (!element.isVoid) this.ancestors.push(element.name)
    this.isTooDeep ||= this.ancestors.length > deepest
  }

  close(name: string): void {
    const at = this.ancestors.lastIndexOf(elements.get(name)?.name ?? '')
    while (at >= 0 && this.ancestors.length > at) this.closeOne()
  }

  end(): void {
    while (this.ancestors.length > 0) this.closeOne()
    this.writeText()
  }

  private closeOne() {
    this.writeTag(`</${this.ancestors.pop()!}>`)
  }

  private writeTag(tag: string) {
    this.writeText()
    this.pieces.push(tag)
  }

  /** Entities and texts that come together may have to be composed. */
  private writeText() {
    if (this.pendingText === '') return
    this.pieces.push(escaped(this.isNormalized ? this.pendingText : normalized(this.pendingText)))
    this.pendingText = ''
    this.isNormalized = true
  }
}

function* rewritten(html: string): Generator<void, string> {
  const writer = new Writer()
  yield* readMarkup(html, writer)
  writer.end()
  if (writer.isTooDeep) return yield* inParagraphs([escaped(visibleText(html))])
  return writer.hasBlock ? writer.pieces.join('').trim() : yield* inParagraphs(writer.pieces)
}

/**
 * HTML of the elements and attributes that are allowed; text without block elements is divided into paragraphs. In
 * steps, because a description may have hundreds of thousands of tags.
 */
export function* cleaning(value: string): Generator<void, string> {
  const html = yield* rewritten(normalized(value))
  // U+0338 would compose with the bracket before it, so that the tag were none.
  return html.replace(/>\u0338+/g, '>')
}

/** Several at once, because there may be hundreds of thousands. */
const blockEdges = new RegExp(`(?:</?(?:${[...blockTags, 'br'].join('|')})(?=[ />])[^>]*>\\s*){1,8}`, 'g')

/**
 * The edges of paragraphs come first, because most are these, and they are found faster by themselves; divided and
 * joined, those that we write take a quarter of the time that replacing them takes.
 */
const withoutTags = (html: string): string =>
  html
    .split('</p>\n<p>')
    .join(' ')
    .replace(/<\/p>\s*<p>/g, ' ')
    .replace(blockEdges, ' ')
    .replace(/<[^>]*>/g, '')

const otherEntity = /&(?!(?:amp|lt|gt|quot);)/

/** Divided and joined, because a million entities take five times as long to replace. */
const decodeWritten = (text: string): string =>
  otherEntity.test(text)
    ? decodeEntities(text)
    : [
        ['&lt;', '<'],
        ['&gt;', '>'],
        ['&quot;', '"'],
        ['&amp;', '&'],
      ].reduce((decoded, [entity, sign]) => decoded.split(entity!).join(sign), text)

/**
 * The visible text of clean HTML, on one line: for search and structured data. Clean HTML has brackets around its tags
 * alone, so it need not be read as carefully as what is sent.
 */
export const htmlToText = (html: string): string =>
  normalized(decodeWritten(withoutTags(html)))
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
