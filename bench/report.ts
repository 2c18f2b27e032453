/** Prints the results as a Markdown table, line by line. */

type Unit = 'of bare' | 'ms' | '/s' | 'MB' | 'KB' | 's' | 'times'

export interface Target {
  readonly must: number
  readonly aim?: number
}

export interface Row {
  readonly work: string
  readonly result: number
  readonly unit: Unit
  readonly target?: Target | undefined
  readonly p50?: number | undefined
  readonly p99?: number | undefined
  /** Microseconds per request, of the service and its database. */
  readonly cpu?: number | undefined
  readonly rate?: number | undefined
  readonly bytes?: number | undefined
}

const moreIsBetter: readonly Unit[] = ['of bare', '/s']

const isReached = ({ result, unit }: Row, wanted: number) =>
  moreIsBetter.includes(unit) ? result >= wanted : result <= wanted

function verdict(row: Row): string {
  const { target } = row
  if (target === undefined) return ''
  if (!isReached(row, target.must)) return 'no'
  return target.aim !== undefined && isReached(row, target.aim) ? 'aim' : 'yes'
}

const rounded = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const formatted = (value: number | undefined, unit = '') =>
  value === undefined ? '' : `${rounded(value)}${unit === '' ? '' : ` ${unit}`}`

const columns = [
  ['Work', 34],
  ['Result', 13],
  ['Must', 6],
  ['Aim', 6],
  ['Met', 4],
  ['p50', 9],
  ['p99', 9],
  ['CPU', 10],
  ['Rate', 9],
  ['Body', 8],
] as const

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell, place) => (place === 0 ? cell.padEnd(columns[0][1]) : cell.padStart(columns[place]![1]))).join(' | ')} |`

export const heading = (title: string): void => {
  console.log(`\n### ${title}\n`)
  console.log(line(columns.map(([name]) => name)))
  console.log(
    `| ${columns.map(([, width], place) => (place === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  )
}

export const report = (row: Row): void =>
  console.log(
    line([
      row.work,
      formatted(row.result, row.unit),
      formatted(row.target?.must),
      formatted(row.target?.aim),
      verdict(row),
      formatted(row.p50, 'ms'),
      formatted(row.p99, 'ms'),
      formatted(row.cpu, 'µs'),
      row.rate === undefined ? '' : `${row.rate.toFixed(0)}/s`,
      row.bytes === undefined ? '' : `${(row.bytes / 1_024).toFixed(1)} KB`,
    ]),
  )
