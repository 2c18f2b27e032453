import { HttpProblem } from '../../errors.ts'
import type { Reads, Store } from '../../store/index.ts'

/** Enough for one query to be worth it, and little to be held for each client. */
const batchSize = 100

/** Fewer where each has a thousand dates. */
export const seriesAtOnce = 20

type ReadBatch<T> = (reads: Reads, ids: readonly number[]) => Promise<T>

/** Each batch is read by itself, so that no client, however slow, keeps a transaction open. */
export async function* inBatches<T>(
  store: Store,
  ids: readonly number[],
  read: ReadBatch<T>,
  size = batchSize,
): AsyncIterable<T> {
  for (let first = 0; first < ids.length; first += size)
    yield* readBatch(store, ids.slice(first, first + size), read)
}

/** Very long texts are too large for one response, so fewer of them are read at a time. */
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

const isTooLarge = (error: unknown): boolean => error instanceof HttpProblem && error.status === 413
