import { isTooLarge } from '../../response-limit.ts'
import type { Reads, Store } from '../../store/index.ts'

/** Large enough to make each query worthwhile, small enough to be held in memory for each client. */
const batchSize = 100

/** Smaller, because each series may have a thousand dates. */
export const seriesPerBatch = 20

type ReadBatch<T> = (reads: Reads, ids: readonly number[]) => Promise<T>

/** Reads each batch in a transaction of its own, so that a slow client does not keep one open. */
export async function* inBatches<T>(
  store: Store,
  ids: readonly number[],
  read: ReadBatch<T>,
  size = batchSize,
): AsyncIterable<T> {
  for (let first = 0; first < ids.length; first += size)
    yield* readBatch(store, ids.slice(first, first + size), read)
}

/** Halves a batch whose texts are too large for one response. */
async function* readBatch<T>(store: Store, ids: readonly number[], read: ReadBatch<T>): AsyncIterable<T> {
  const found = await store
    .reading((reads) => read(reads, ids))
    .catch((error: unknown) => {
      if (ids.length > 1 && isTooLarge(error)) return undefined
      throw error
    })
  if (found !== undefined) return yield found
  const middle = Math.ceil(ids.length / 2)
  yield* readBatch(store, ids.slice(0, middle), read)
  yield* readBatch(store, ids.slice(middle), read)
}
