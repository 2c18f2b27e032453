import { yieldIfDue } from '../../yielding.ts'

/** Rows per statement, limited because SQLite writes on the thread that serves all requests. */
const batchSize = 256

/** Processes the rows of a series, of which there may be thousands, in batches. */
export async function inBatches<T>(
  all: readonly T[],
  run: (some: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += batchSize) {
    await run(all.slice(from, from + batchSize))
    await yieldIfDue()
  }
}
