import type { Progress } from '../store/copy/index.ts'
import { tellOperator } from './console.ts'

const width = 30

function bar({ phase, table, done, total }: Progress): string {
  const filled = total === 0 ? width : Math.floor((width * done) / total)
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total)
  const what = phase === 'copy' ? 'copying' : 'comparing'
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} % ${what} ${table}`
}

/** A progress bar for interactive terminals. */
function showBar() {
  let longest = 0
  const draw = (text: string) => {
    longest = Math.max(longest, text.length)
    process.stderr.write(`\r${text.padEnd(longest)}`)
  }
  return {
    progress: (progress: Progress) => draw(bar(progress)),
    finish: () => void (longest > 0 && process.stderr.write('\n')),
  }
}

/** One line per table, for logs. */
const showLines = () => ({
  progress({ phase, table, rows, rowsOfTable }: Progress) {
    if (phase === 'copy' && rows === rowsOfTable) tellOperator(`${table}: ${rows} rows`)
  },
  finish: () => undefined,
})

interface Shown {
  readonly progress: (progress: Progress) => void
  readonly finish: () => void
}

export const showProgress = (): Shown => (process.stderr.isTTY ? showBar() : showLines())
