import type { PageContext } from '../context.ts'
import { escapeMarkup } from '../../text/escape.ts'
import { asHtml, html, type Content, type SafeHtml } from './html.ts'
import { typeset, typesetMarkup } from './words.ts'

/** Texts of people as part of a page. They were cleaned when they were written, so they may stand as they are. */

/** Headings begin below the title of the page and leave out no level, so that the outline of the page stays whole. */
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

/** Images of other sites are links: pages ask nobody else for anything. */
const linkedImages = (text: string, { links, words }: PageContext) =>
  text.replace(/<img\b[^>]*>/g, (tag) => {
    const source = valueOf(tag, 'src') ?? ''
    if (source.startsWith(`${links.site}/`))
      return tag.includes(' alt=') ? tag : tag.replace('<img', '<img alt=""')
    return source === ''
      ? ''
      : `<a href="${source}">${valueOf(tag, 'alt') || escapeMarkup(words('Picture'))}</a>`
  })

/** A table that is wider than the screen scrolls in a frame of its own, by keys as well. */
const framedTables = (text: string) =>
  text.replace(/<table\b/g, '<div class="wide" tabindex="0"><table').replaceAll('</table>', '</table></div>')

export const descriptionOf = (text: string, language: string, context: PageContext): SafeHtml =>
  asHtml(framedTables(linkedImages(outlined(typesetMarkup(text, language)), context)))

/** A short text of people without its paragraphs, for where a line stands; protected spaces stay. */
export const plainOf = (text: string): string =>
  decoded(text.replace(/<[^>]*>/g, ' '))
    .replace(/[^\S\u00A0\u202F]+/g, ' ')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }

const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** The first words, for search engines and for those that show links. */
export function summaryOf(language: string, ...texts: readonly string[]): string | undefined {
  const text = texts.map((one) => typeset(plainOf(one), language)).find((one) => one !== '')
  if (text === undefined || text.length <= 160) return text
  return `${text.slice(0, 160).replace(/\s+\S*$/, '')}…`
}

/** A row of the facts beside an event, a venue, an organizer. */
export const fact = (name: string, ...lines: readonly Content[]): Content =>
  lines.some((line) => line) &&
  html`<div>
    <dt>${name}</dt>
    ${lines.map((line) => line && html`<dd>${line}</dd>`)}
  </div> `
