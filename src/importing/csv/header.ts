import type { Line } from '../lines.ts'
import { fieldsOfColumns } from './columns.ts'

/** Finds the row that names the columns, which programs and people put below a title and blank lines. */

const delimiters = [',', ';', '\t', '|'] as const

/** Where the names of the columns are, and what separates them. */
export interface Header {
  readonly line: number
  readonly delimiter: string
}

/** How many lines that are not blank are looked at. */
export const mostLines = 10

/** How much of each is looked at, because a line may be a million cells; a thousand columns have names of fewer characters. */
const mostCharacters = 65_536

const countOf = (text: string, delimiter: string) => text.split(delimiter).length

/** Returns the delimiter that occurs most often in a line. */
function guessDelimiter(text: string): string {
  const unquoted = text.replace(/"[^"]*"/g, '')
  return delimiters.toSorted((one, other) => countOf(unquoted, other) - countOf(unquoted, one))[0]!
}

/** Names rarely contain delimiters or quotation marks, and a line that is not recognized counts as no header. */
const cellsIn = (text: string, delimiter: string) =>
  text.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

const isFilled = (cell: string) => cell !== ''

/**
 * The first line whose cells are known to name titles and days. Without one, the first line that has at least two cells,
 * because the names in it may be mapped.
 */
export function findHeader(
  lines: readonly Line[],
  mapping: Readonly<Record<string, string>>,
  delimiter?: string,
): Header | undefined {
  const read = lines.map(({ number, text: whole }) => {
    const text = whole.slice(0, mostCharacters)
    const between = delimiter ?? guessDelimiter(text)
    return { line: number, delimiter: between, cells: cellsIn(text, between) }
  })
  const names = ({ cells }: (typeof read)[number]) => {
    const { fields } = fieldsOfColumns(cells, mapping)
    return fields.includes('title') && fields.includes('start_date')
  }
  return read.find(names) ?? read.find(({ cells }) => cells.filter(isFilled).length > 1) ?? read[0]
}
