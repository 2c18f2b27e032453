/**
 * Runs work once per key at a time: concurrent callers wait for the result. If it fails, each of them tries on its own.
 */
export function singleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return async (key, run) => {
    const pending = inFlight.get(key)
    if (pending !== undefined) return pending.catch(run)
    const own = run()
    inFlight.set(key, own)
    try {
      return await own
    } finally {
      inFlight.delete(key)
    }
  }
}
