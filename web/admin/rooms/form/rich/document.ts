import { DOMParser as Reader, DOMSerializer, Schema, type Node } from 'prosemirror-model'
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list'

/** HTML as stored by the service (interface: HTML), and how much of it the editor supports. */

const link = { href: { default: '' }, title: { default: null } }

/** Of others the service keeps only the element, which the editor would not know (interface: HTML). */
const isLink = (href: string) => /^(?:(?:https?|mailto|tel):|[^:/?#]*(?:[/?#]|$))/i.test(href.trim())

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 3 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${String(attrs.level)}`, 0],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    bullet_list: { ...bulletList, group: 'block', content: 'list_item+' },
    ordered_list: { ...orderedList, group: 'block', content: 'list_item+' },
    list_item: { ...listItem, content: 'paragraph block*' },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: link,
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) =>
            isLink(element.getAttribute('href')!) && {
              href: element.getAttribute('href'),
              title: element.getAttribute('title'),
            },
        },
      ],
      toDOM: ({ attrs }) => [
        'a',
        attrs.title === null
          ? { href: attrs.href as string }
          : { href: attrs.href as string, title: attrs.title as string },
        0,
      ],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})

export const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

export const readHtml = (html: string): Node => Reader.fromSchema(schema).parse(bodyOf(html))

export function writeHtml(document: Node): string {
  const place = window.document.createElement('div')
  place.append(DOMSerializer.fromSchema(schema).serializeFragment(document.content))
  for (const paragraph of place.querySelectorAll('li > p:only-child'))
    paragraph.replaceWith(...paragraph.childNodes)
  const html = place.innerHTML.replaceAll('<br>', '<br />')
  return html === '<p></p>' ? '' : html
}

/** Removes invisible differences: white space between blocks, paragraphs in list items, and links that lead nowhere. */
function shape(html: string): string {
  const body = bodyOf(html)
  for (const link of body.querySelectorAll('a:not([href])')) link.replaceWith(...link.childNodes)
  for (const paragraph of body.querySelectorAll('li > p:only-child'))
    paragraph.replaceWith(...paragraph.childNodes)
  return body.innerHTML
    .replace(/<(\/?)b>/g, '<$1strong>')
    .replace(/<(\/?)i>/g, '<$1em>')
    .replace(/\s+/g, ' ')
    .replace(/\s*(<\/?(?:p|h\d|ul|ol|li|blockquote|hr|br)\b[^>]*>)\s*/g, '$1')
}

/** Whether the editor preserves the text; otherwise it is edited as HTML. */
export const isShowable = (html: string): boolean =>
  html === '' || shape(writeHtml(readHtml(html))) === shape(html)
