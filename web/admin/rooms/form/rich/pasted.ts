import { bodyOf } from './document.ts'
import { dropBlankLines } from './pasted-blanks.ts'
import { makeLists } from './pasted-lists.ts'
import { declared } from './pasted-styles.ts'
import { makeRows } from './pasted-tables.ts'

/**
 * Rewrites HTML of word processors, which say with styles what the editor knows as elements. Styles are read from the
 * attribute, because the policy of the page keeps browsers from parsing them.
 */
export function cleanPasted(html: string): string {
  // Copied in an editor like this one; its position in the slice must not be moved.
  if (html.includes('data-pm-slice')) return html
  const body = bodyOf(html)
  makeLists(body)
  for (const emphasis of emphases) mark(body, emphasis)
  makeRows(body)
  dropBlankLines(body)
  for (const element of body.querySelectorAll('[style]')) element.removeAttribute('style')
  return body.innerHTML
}

interface Emphasis {
  readonly written: 'strong' | 'em'
  readonly tags: string
  readonly property: string
  readonly isMeant: (value: string) => boolean
}

const emphases: readonly Emphasis[] = [
  {
    written: 'strong',
    tags: 'b, strong',
    property: 'font-weight',
    isMeant: (weight) => /^bold/.test(weight) || Number(weight) >= 600,
  },
  {
    written: 'em',
    tags: 'i, em',
    property: 'font-style',
    isMeant: (style) => /^(?:italic|oblique)/.test(style),
  },
]

/** Text by text, because a style may also take back what an outer element says: Google Docs wraps everything in `<b>`. */
function mark(body: HTMLElement, emphasis: Emphasis): void {
  const marked = textsIn(body).filter((text) => isMarked(text.parentElement, emphasis))
  for (const element of body.querySelectorAll(emphasis.tags)) element.replaceWith(...element.childNodes)
  for (const text of marked) {
    const element = document.createElement(emphasis.written)
    text.replaceWith(element)
    element.append(text)
  }
}

/** All but white space, which may stand between blocks. */
function textsIn(body: HTMLElement): Text[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  return texts.filter(({ data }) => data.trim() !== '')
}

/** Whether the innermost element that says anything about it says so. Headings are bold anyway. */
function isMarked(element: Element | null, emphasis: Emphasis): boolean {
  if (element === null || element.matches('h1, h2, h3, h4, h5, h6')) return false
  const value = declared(element, emphasis.property)
  if (value !== undefined && value !== 'inherit') return emphasis.isMeant(value)
  return element.matches(emphasis.tags) || isMarked(element.parentElement, emphasis)
}
