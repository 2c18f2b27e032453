import type { PageContext } from '../context.ts'
import { escapeMarkup } from '../../text/escape.ts'
import { asHtml, type SafeHtml } from './html.ts'
import { typeset, typesetMarkup } from './words.ts'

/** Renders user content. It was sanitized when it was written, so it is inserted as it is. */

/**
 * Shifts headings below the title of the page and closes gaps between levels, so that the outline of the page is
 * complete.
 */
function outlined(text: string): string {
  const used = [...new Set([...text.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level)))].sort()
  const open: number[] = []
  let last = 1
  return text.replace(/<(\/?)h([1-6])\b/g, (_, end: string, level: string) => {
    if (end !== '') return `</h${open.pop() ?? last}`
    last = Math.min(last + 1, 2 + used.indexOf(Number(level)))
    open.push(last)
    return `<h${last}`
  })
}

const valueOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** Replaces images of other sites by links, because pages load nothing from other servers. */
const linkedImages = (text: string, { links, words }: PageContext) =>
  text.replace(/<img\b[^>]*>/g, (tag) => {
    const source = valueOf(tag, 'src') ?? ''
    if (source.startsWith(`${links.site}/`))
      return tag.includes(' alt=') ? tag : tag.replace('<img', '<img alt=""')
    return source === ''
      ? ''
      : `<a href="${source}">${valueOf(tag, 'alt') || escapeMarkup(words('Picture'))}</a>`
  })

/** Wraps tables in a scrollable container, which can be scrolled by keyboard too. */
const framedTables = (text: string) =>
  text.replace(/<table\b/g, '<div class="wide" tabindex="0"><table').replaceAll('</table>', '</table></div>')

export const descriptionOf = (text: string, language: string, context: PageContext): SafeHtml =>
  asHtml(framedTables(linkedImages(outlined(typesetMarkup(text, language)), context)))

/** Short user content as a single line of plain text; protected spaces stay. */
export const plainOf = (text: string): string =>
  decoded(text.replace(/<[^>]*>/g, ' '))
    .replace(/[^\S\u00A0\u202F]+/g, ' ')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }

const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Cuts a text between words, because a letter or an emoji may be several characters. */
export function shortened(text: string, length: number, language: string): string {
  if (text.length <= length) return text
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.slice(0, 2 * length))
  const end = [...words].findLast(({ index }) => index <= length)!.index
  return `${text.slice(0, end).trimEnd()}…`
}

const longestSummary = 160

/** The beginning of a text, for search engines and link previews. */
export function summaryOf(language: string, ...texts: readonly string[]): string | undefined {
  const text = texts.map((one) => typeset(plainOf(one), language)).find((one) => one !== '')
  return text && shortened(text, longestSummary, language)
}

/** Says what a page of events is about that has no text of its own, for search engines and link previews. */
export function whatIsOn({ words, config }: PageContext, name?: string): string {
  const sentence = words('What is on: {site}', { site: config.siteName })
  return name === undefined ? sentence : `${name} · ${sentence}`
}
