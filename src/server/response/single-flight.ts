/** Work that is under way for a key is waited for instead of being done again. If it fails, each waiter tries for itself. */
export function singleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return async (key, run) => {
    const others = inFlight.get(key)
    if (others !== undefined) return others.catch(run)
    const own = run()
    inFlight.set(key, own)
    try {
      return await own
    } finally {
      inFlight.delete(key)
    }
  }
}
