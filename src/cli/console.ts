/** Data and logs go to standard output, everything else to standard error. */

/** Their reader may be gone (`calends serve 2>&1 | head`), which is no reason to stop working. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Somebody who has read enough is no problem; data that could not be written is one. */
function noteLoss(error: Error | null | undefined) {
  if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') return
  process.exitCode = 1
  tellOperator(`Standard output cannot be written: ${error.message}.`)
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`, noteLoss)

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
