import type { Feed, Form } from '../form.ts'

export type Cell = string | number | boolean | undefined

/** Columns by their names, in their order. */
export type Columns<Shown> = Readonly<Record<string, (shown: Shown) => Cell>>

/** Spreadsheets take a text that begins like this for a formula, which could read other cells or call programs. */
const formula = /^[=+\-@\t\r]/

function escapeCell(cell: Cell = ''): string {
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const row = (cells: readonly Cell[]) => `${cells.map(escapeCell).join(',')}\r\n`

/** Without it, Excel takes the text for one in an encoding of Windows. */
const byteOrderMark = '\ufeff'

/** RFC 4180, with the rights of the caller. */
export function csv<Shown>(columns: Columns<Shown>): Form {
  const cellsOf = Object.values(columns)

  async function* write(feed: Feed<Shown>): AsyncIterable<string> {
    yield byteOrderMark + row(Object.keys(columns))
    for await (const batch of feed.items())
      yield batch.map(({ shown }) => row(cellsOf.map((cellOf) => cellOf(shown)))).join('')
  }

  return { extension: 'csv', mediaType: 'text/csv', followsRights: true, write }
}
