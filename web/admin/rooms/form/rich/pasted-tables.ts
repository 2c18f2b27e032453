/** Makes paragraphs of the rows of tables, because the editor would join the cells to one word. */
export function makeRows(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table'))
    // Tables with others inside are layouts, as in e-mails.
    if (table.querySelector('table') === null)
      table.replaceWith(...[...(table.caption ? [table.caption] : []), ...table.rows].map(paragraphOf))
}

const blocks = 'p, div, ul, ol, blockquote, h1, h2, h3, h4, h5, h6, hr, pre'

function paragraphOf(row: HTMLTableRowElement | HTMLTableCaptionElement): HTMLElement {
  const cells = 'cells' in row ? [...row.cells] : [row]
  const filled = cells.map(withoutItsBlock).filter((cell) => cell.textContent.trim() !== '')
  const isText = filled.every((cell) => cell.querySelector(blocks) === null)
  const paragraph = document.createElement(isText ? 'p' : 'div')
  for (const [index, cell] of filled.entries()) {
    if (isText) paragraph.append(index === 0 ? '' : ' · ', ...cell.childNodes)
    else paragraph.append(divisionOf(cell))
  }
  return paragraph
}

function divisionOf(cell: Element): HTMLElement {
  const division = document.createElement('div')
  division.append(...cell.childNodes)
  return division
}

/** Word has a paragraph in every cell. */
function withoutItsBlock(cell: Element): Element {
  const [only, ...others] = cell.children
  return others.length === 0 && only?.matches('p, div') && only.textContent.trim() === cell.textContent.trim()
    ? only
    : cell
}
