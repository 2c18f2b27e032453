import type { Store } from './index.ts'

/**
 * A text that the first who asks for it settles, for all processes and for good; `value` is what it is settled to then. Later
 * it is remembered.
 */
export function createSettledText(store: Store, name: string): (value: () => string) => Promise<string> {
  let known: string | undefined
  return async (value) => {
    known ??= await store.latest.settled(name)
    known ??= await store.write((transaction) => transaction.settle(name, value()))
    return known
  }
}
