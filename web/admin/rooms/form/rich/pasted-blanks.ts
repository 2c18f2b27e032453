/** Removes the blank lines between blocks, because these have a distance of their own: Google Docs copies them as `<br>`. */
export function dropBlankLines(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, div')) if (isBlank(block)) block.remove()
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove()
}

const blocks = 'p, div, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6'

const isBlank = (element: Element) =>
  element.textContent.trim() === '' && element.querySelector('hr') === null

/** Or at the end of what was copied, where Chrome has one; text beside it would be on the same line. */
function isBetweenBlocks(line: Element): boolean {
  const besides = [beside(line, 'previousSibling'), beside(line, 'nextSibling')].filter(
    (node) => node !== null,
  )
  return besides.length > 0 && besides.every((node) => node instanceof Element && node.matches(blocks))
}

/** The next node that is neither white space nor another blank line. */
function beside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  const next = node[side]
  const isSkipped = next !== null && (next.nodeName === 'BR' || next.textContent?.trim() === '')
  return isSkipped ? beside(next, side) : next
}
