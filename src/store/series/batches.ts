import { batchesOf } from '../../batches-of.ts'
import { yieldIfDue } from '../../yielding.ts'

/** Rows per statement, limited because SQLite writes on the thread that serves all requests. */
const batchSize = 256

/** Processes the rows of a series, of which there may be thousands, in batches. */
export async function inBatches<T>(
  all: readonly T[],
  run: (some: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (const some of batchesOf(all, batchSize)) {
    await run(some)
    await yieldIfDue()
  }
}
