/** Counts what is being sent, or waits to be, in the memory of this tab, besides mutations. */

let count = 0

export const countUnderWay = (): number => count

/** Counts the work until it ends. */
export async function underWay<T>(work: Promise<T>): Promise<T> {
  count += 1
  try {
    return await work
  } finally {
    count -= 1
  }
}
