import type { Store } from './index.ts'

/**
 * A text that is chosen once for all processes and never changes: the first call stores `value()`, later calls return
 * the stored text, which is cached.
 */
export function createSettledText(store: Store, name: string): (value: () => string) => Promise<string> {
  let cached: string | undefined
  return async (value) => {
    cached ??= await store.latest.settled(name)
    cached ??= await store.write((transaction) => transaction.settle(name, value()))
    return cached
  }
}
