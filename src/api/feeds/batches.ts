import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from '../../gate.ts'
import { isTooLarge } from '../../response-limit.ts'
import type { Reads, Store } from '../../store/index.ts'

/** Large enough to make each query worthwhile, small enough to be held in memory for each client. */
const batchSize = 100

/** Smaller, because each series may have a thousand dates. */
export const seriesPerBatch = 20

type ReadBatch<T> = (reads: Reads, ids: readonly number[]) => Promise<T>

/** Reads items in batches, each in a transaction of its own, so that a slow client does not keep one open. */
export type ReadBatches = <T>(ids: readonly number[], read: ReadBatch<T>, size?: number) => AsyncIterable<T>

/**
 * Of all feeds that are being sent, one batch is read and written in each turn of the event loop, because other requests
 * would wait for one batch of every feed.
 */
export function createBatches(store: Store): ReadBatches {
  const gate = new Gate(Infinity)
  const readNext = <T>(ids: readonly number[], read: ReadBatch<T>): Promise<T> =>
    gate.passPatiently(async () => {
      await nextTurn()
      return store.reading((reads) => read(reads, ids))
    })

  /** Halves a batch whose texts are too large for one response. */
  async function* readBatch<T>(ids: readonly number[], read: ReadBatch<T>): AsyncIterable<T> {
    const found = await readNext(ids, read).catch((error: unknown) => {
      if (ids.length > 1 && isTooLarge(error)) return undefined
      throw error
    })
    if (found !== undefined) return yield found
    const middle = Math.ceil(ids.length / 2)
    yield* readBatch(ids.slice(0, middle), read)
    yield* readBatch(ids.slice(middle), read)
  }

  return async function* (ids, read, size = batchSize) {
    for (let first = 0; first < ids.length; first += size)
      yield* readBatch(ids.slice(first, first + size), read)
  }
}
