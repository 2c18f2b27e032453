import type sanitizeHtml from 'sanitize-html'
import { lazyRequire } from '../lazy-require.ts'
import { blockTags, depthGuard, normalized, plainText, readMarkup, silentTags } from './plain.ts'

const lineTags = [
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'br',
    'cite',
    'code',
    'del',
    'dfn',
    'em',
    'i',
    'img',
    'ins',
    'kbd',
    'mark',
  ],
  ...[
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'time',
    'u',
    'var',
    'wbr',
  ],
]

// Page-level elements become divisions, so that their edges still separate text.
const renamed = new Map([
  ...['address', 'article', 'aside', 'center', 'dialog', 'fieldset', 'footer', 'form'].map(asDivision),
  ...['header', 'hgroup', 'main', 'nav', 'section'].map(asDivision),
  ['menu', 'ul'],
  ['acronym', 'abbr'],
  ['strike', 's'],
])

function asDivision(name: string): [string, string] {
  return [name, 'div']
}

const allowedTags = [...blockTags.filter((name) => !renamed.has(name)), ...lineTags, 'col', 'colgroup']

const allowedAttributes = {
  '*': ['lang', 'dir'],
  a: ['href', 'hreflang', 'title', 'target', 'rel'],
  abbr: ['title'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['cite', 'datetime'],
  details: ['open'],
  dfn: ['title'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  q: ['cite'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope', 'abbr'],
  time: ['datetime'],
}

const attributeForms: Readonly<Record<string, RegExp>> = {
  colspan: /^\d{1,4}$/,
  dir: /^(?:ltr|rtl|auto)$/i,
  height: /^\d{1,5}%?$/,
  lang: /^[a-z\d-]{1,35}$/i,
  loading: /^(?:lazy|eager)$/i,
  rowspan: /^\d{1,4}$/,
  span: /^\d{1,4}$/,
  src: /^(?:https?:\/\/|\/)[^\s]+$/i,
  start: /^-?\d{1,9}$/,
  target: /^_blank$/i,
  type: /^[1aAiI]$/,
  value: /^-?\d{1,9}$/,
  width: /^\d{1,5}%?$/,
}

const sanitizer = lazyRequire<typeof sanitizeHtml>('sanitize-html')

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  nonTextTags: silentTags,
  selfClosing: ['img', 'br', 'hr', 'wbr', 'col'],
  transformTags: { '*': acceptableTag },
}

function acceptableTag(name: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs = Object.fromEntries(Object.entries(attributes).map(onOneLine).filter(hasItsForm))
  if (name === 'img' && !attribs.src) return { tagName: 'missing-image', attribs: {} }
  if (name === 'a') return { tagName: name, attribs: withRelation(attribs) }
  return { tagName: renamed.get(name) ?? name, attribs }
}

const onOneLine = ([name, value]: [string, string]): [string, string] => [name, plainSpaces(value)]

const plainSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

const hasItsForm = ([name, value]: [string, string]) => attributeForms[name]?.test(value) ?? true

const knownRelations = [
  'author',
  'external',
  'license',
  'nofollow',
  'noopener',
  'noreferrer',
  'sponsored',
  'ugc',
]

/** Prevents a page opened in a new window from accessing its opener. */
function withRelation({ rel, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const wanted = new Set((rel ?? '').toLowerCase().split(' '))
  if (others.target) wanted.add('noopener').add('noreferrer')
  const relations = knownRelations.filter((relation) => wanted.has(relation))
  return relations.length > 0 ? { ...others, rel: relations.join(' ') } : others
}

function sanitized(html: string): string {
  return readMarkup(html, (markup) => {
    const { open, close } = depthGuard()
    return sanitizer()(markup, { ...options, onOpenTag: open, onCloseTag: close } as sanitizeHtml.IOptions)
  }).trim()
}

const block = new RegExp(`<(?:${blockTags.join('|')})[ >]`)

/** Lines stay lines; a line that ends with a break needs no second one. */
const paragraph = (text: string): string => {
  const lines = text.trim().split('\n')
  return `<p>${lines.map((line) => line.trim().replace(/<br \/>$/, '')).join('<br />')}</p>`
}

const inParagraphs = (html: string): string =>
  /\n[^\S\n]*\n/.test(html) && !block.test(html)
    ? sanitized(
        html
          .split(/\n\s*\n/)
          .map(paragraph)
          .join('\n'),
      )
    : html

const cleanedOnce = (html: string): string => inParagraphs(sanitized(normalized(html)))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const mostRounds = 8

/**
 * HTML fit for a description: tags and attributes of the allow-list, blank-line separated text as paragraphs.
 * Cleaning is repeated until it changes nothing, so what was cleaned may be sent back as it is.
 */
export function cleanHtml(value: string): string {
  let html = value
  for (let round = 0; round < mostRounds; round += 1) {
    const cleaner = cleanedOnce(html)
    if (cleaner === html) return html
    html = cleaner
  }
  return escaped(plainText(html))
}

/** The visible text of HTML, on one line: for search and structured data. */
export const htmlToText = (html: string): string => plainText(html)
