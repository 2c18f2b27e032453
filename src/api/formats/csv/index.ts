import type { Feed, Form } from '../form.ts'

type Cell = string | number | boolean | undefined

/** Columns by their names, in their order. */
export type Columns<Shown> = Readonly<Record<string, (shown: Shown) => Cell>>

/**
 * Spreadsheets take a text that begins like this for a formula, which could read other cells or call programs; some
 * also where the sign has the width of a Chinese character.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/

function escapeCell(cell: Cell = ''): string {
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const row = (cells: readonly Cell[]) => `${cells.map(escapeCell).join(',')}\r\n`

/** Without it, Excel takes the text for one in an encoding of Windows. */
const byteOrderMark = '\ufeff'

export const csvForm = { extension: 'csv', mediaType: 'text/csv' } as const

/** RFC 4180. */
export async function* csvLines<Shown>(
  columns: Columns<Shown>,
  batches: AsyncIterable<readonly Shown[]>,
): AsyncIterable<string> {
  const cellsOf = Object.values(columns)
  yield byteOrderMark + row(Object.keys(columns))
  for await (const batch of batches)
    yield batch.map((shown) => row(cellsOf.map((cellOf) => cellOf(shown)))).join('')
}

async function* shownBy<Shown>(feed: Feed<Shown>): AsyncIterable<readonly Shown[]> {
  for await (const batch of feed.items()) yield batch.map(({ shown }) => shown)
}

/** With the rights of the caller. */
export const csv = <Shown>(columns: Columns<Shown>): Form => ({
  ...csvForm,
  followsRights: true,
  write: (feed: Feed<Shown>) => csvLines(columns, shownBy(feed)),
})
