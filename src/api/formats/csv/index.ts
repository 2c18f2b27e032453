import { escapeFormulas } from '../../../text/formulas.ts'
import type { Feed, Form } from '../form.ts'

type Cell = string | number | boolean | undefined

/** Columns by name, in the order of the file. */
export type Columns<Shown> = Readonly<Record<string, (shown: Shown) => Cell>>

/** The names of fields that are cells as they are. */
type CellName<Shown> = { [Name in keyof Shown]-?: Shown[Name] extends Cell ? Name : never }[keyof Shown]

/** Columns of the fields with these names. */
export const columnsOf = <Shown>(...names: CellName<Shown>[]): Columns<Shown> =>
  Object.fromEntries(names.map((name) => [name, (shown: Shown) => shown[name] as Cell]))

function escapeCell(cell: Cell = ''): string {
  if (typeof cell !== 'string') return String(cell)
  const text = escapeFormulas(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const row = (cells: readonly Cell[]) => `${cells.map(escapeCell).join(',')}\r\n`

/** Without it, Excel assumes a Windows encoding. */
const byteOrderMark = '\ufeff'

export const csvForm = { extension: 'csv', mediaType: 'text/csv' } as const

/** Writes CSV (RFC 4180). */
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

/** Contains everything that the caller may read. */
export const csv = <Shown>(columns: Columns<Shown>): Form => ({
  ...csvForm,
  followsRights: true,
  write: (feed: Feed<Shown>) => csvLines(columns, shownBy(feed)),
})
