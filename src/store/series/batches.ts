import { shareTurn } from '../../turn.ts'

/** So many rows are written by one statement, because SQLite writes in the thread that answers everybody. */
const batchSize = 256

/** Writes the rows of a series, of which there may be thousands, some at a time. */
export async function inBatches<T>(
  all: readonly T[],
  run: (some: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += batchSize) {
    await run(all.slice(from, from + batchSize))
    await shareTurn()
  }
}
