import type { PageContext } from './context.ts'
import { asHtml, escapeText, html, type Content, type SafeHtml } from './html.ts'

/** Texts of people as part of a page. They were cleaned when they were written, so they may stand as they are. */

/** Headings begin below those of the page, so that the outline stays one. */
const lowered = (text: string) =>
  text.replace(
    /<(\/?)h([1-6])\b/g,
    (_, end: string, level: string) => `<${end}h${Math.min(6, Math.max(3, Number(level) + 2))}`,
  )

const valueOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** Images of other sites are links: pages ask nobody else for anything. */
const linkedImages = (text: string, { links, words }: PageContext) =>
  text.replace(/<img\b[^>]*>/g, (tag) => {
    const source = valueOf(tag, 'src') ?? ''
    if (source.startsWith(`${links.site}/`))
      return tag.includes(' alt=') ? tag : tag.replace('<img', '<img alt=""')
    return source === ''
      ? ''
      : `<a href="${source}">${valueOf(tag, 'alt') || escapeText(words('Picture'))}</a>`
  })

export const descriptionOf = (text: string, context: PageContext): SafeHtml =>
  asHtml(linkedImages(lowered(text), context))

/** A short text of people without its paragraphs, for where a line stands. */
export const plainOf = (text: string): string =>
  decoded(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }

const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** The first words, for search engines and for those that show links. */
export function summaryOf(...texts: readonly string[]): string | undefined {
  const text = texts.map(plainOf).find((one) => one !== '')
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
