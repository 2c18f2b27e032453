import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from '../../gate.ts'
import { isTooLarge } from '../../response-limit.ts'
import type { Reads, Store } from '../../store/index.ts'

/** Large enough to make each query worthwhile. */
const batchSize = 100

/** Smaller, because each series may have a thousand dates. */
export const seriesPerBatch = 20

/** A batch with longer texts is read again in parts, because each client holds one for as long as it reads slowly. */
const mostHeldBytes = 256 * 1024

type ReadBatch<T> = (reads: Reads, ids: readonly number[]) => Promise<T>

interface BatchOptions<T> {
  readonly size?: number
  /** The size of the texts that a batch holds. */
  readonly bytesOf?: (found: T) => number
}

/** Reads items in batches, each in a transaction of its own, so that a slow client does not keep one open. */
export type ReadBatches = <T>(
  ids: readonly number[],
  read: ReadBatch<T>,
  options?: BatchOptions<T>,
) => AsyncIterable<T>

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

  /** Undefined if the texts of several items are too large for one response. */
  const readIfPossible = async <T>(ids: readonly number[], read: ReadBatch<T>) => {
    try {
      return { found: await readNext(ids, read) }
    } catch (error) {
      if (ids.length > 1 && isTooLarge(error)) return undefined
      throw error
    }
  }

  return async function* (ids, read, { size = batchSize, bytesOf = () => 0 } = {}) {
    for (let [first, count] = [0, size]; first < ids.length;) {
      const some = ids.slice(first, first + count)
      const batch = await readIfPossible(some, read)
      const room = batch === undefined ? 1 / 2 : mostHeldBytes / bytesOf(batch.found)
      if (room < 1 && some.length > 1) count = Math.max(1, Math.floor(some.length * room))
      else {
        yield batch!.found
        first += some.length
        if (room >= 2) count = Math.min(size, 2 * count)
      }
    }
  }
}
