import { declared } from './pasted-styles.ts'

/**
 * Makes lists of what Microsoft Word copies as paragraphs that begin with a bullet or a number. Their style names the list
 * and the level, `mso-list: l0 level1 lfo1`, and that of the bullet is `mso-list: Ignore`.
 */
export function makeLists(body: HTMLElement): void {
  const made: Made = new Map()
  for (const paragraph of body.querySelectorAll('p[style*="mso-list" i]')) {
    const wanted = wantedFor(paragraph)
    if (wanted !== undefined) move(paragraph, wanted, made)
  }
}

/** The lists made so far, by what tells one from the other. */
type Made = Map<Element | null | undefined, string>

interface Wanted {
  readonly tag: 'ul' | 'ol'
  /** Where a numbered list starts, as it may go on after a paragraph. */
  readonly start: number
  readonly level: number
  readonly key: string
}

function wantedFor(paragraph: Element): Wanted | undefined {
  const [, list, level, override] =
    /^(\w+)\s+level(\d+)\s*(\w*)/.exec(declared(paragraph, 'mso-list') ?? '') ?? []
  if (level === undefined) return undefined
  const label = takeLabel(paragraph)
  // A bullet may be a letter, such as "o", but without punctuation.
  const tag = /^\(?(?:\w+\.)*\w+[.):]/.test(label) ? 'ol' : 'ul'
  return { tag, start: Number.parseInt(label, 10), level: Number(level), key: `${tag} ${list} ${override}` }
}

/** Removes the bullet or number, and answers with it. */
function takeLabel(paragraph: Element): string {
  const label = [...paragraph.querySelectorAll('[style]')].find(
    (element) => declared(element, 'mso-list') === 'ignore',
  )
  label?.remove()
  return label?.textContent.trim() ?? ''
}

function move(paragraph: Element, wanted: Wanted, made: Made): void {
  const item = document.createElement('li')
  const before = paragraph.previousElementSibling
  const outer = made.has(before) ? before! : undefined
  const list =
    outer === undefined
      ? begin(wanted, made, (begun) => paragraph.before(begun))
      : listWithin(outer, wanted, wanted.level, made)
  list.append(item)
  item.append(paragraph)
}

/** The list of the level, in the last item of those above it. */
function listWithin(outer: Element, wanted: Wanted, level: number, made: Made): Element {
  if (level <= 1)
    return made.get(outer) === wanted.key ? outer : begin(wanted, made, (begun) => outer.after(begun))
  const item = outer.lastElementChild!
  const inner = item.lastElementChild!
  if (made.has(inner)) return listWithin(inner, wanted, level - 1, made)
  return begin(wanted, made, (begun) => item.append(begun))
}

function begin({ tag, start, key }: Wanted, made: Made, put: (list: Element) => void): Element {
  const list = document.createElement(tag)
  if (tag === 'ol' && start > 1) list.setAttribute('start', String(start))
  put(list)
  made.set(list, key)
  return list
}
