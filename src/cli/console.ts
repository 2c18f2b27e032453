/** Data goes to standard output, everything else to standard error. */

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const tellOperator = (text: string): void => void process.stderr.write(`${text}\n`)

/** Columns as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
