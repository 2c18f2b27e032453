/** Data and logs go to standard output, messages to standard error. */

/**
 * Ignores errors of both streams, because a reader that has exited (`calends serve 2>&1 | head`) is no reason to stop.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Reports data that could not be written. A closed pipe is not an error, because the reader may have read enough. */
function reportWriteError(error: Error | null | undefined) {
  if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') return
  process.exitCode = 1
  tellOperator(`Standard output cannot be written: ${error.message}.`)
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`, reportWriteError)

export const tellOperator = (text: string): void => void process.stderr.write(`${text}\n`)

/** Overwrites the current line, to show progress on interactive terminals. */
export function rewriteLine(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`)
}

export const showProgressOf =
  (things: string) =>
  (done: number, total: number): void =>
    rewriteLine(`${done} of ${total} ${things}${done === total ? '\n' : ''}`)

export const showEventProgress = showProgressOf('events')

/** Formats rows as columns that are as wide as their longest cell. */
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
