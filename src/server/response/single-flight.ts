/**
 * Runs work once per key at a time: concurrent callers wait for the result. If it fails or may not be shared, each of them
 * tries on its own.
 */
export function singleFlight<T>(
  isShareable: (result: T) => boolean,
): (key: string, run: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return async (key, run) => {
    const pending = inFlight.get(key)
    if (pending !== undefined) return pending.then((result) => (isShareable(result) ? result : run()), run)
    const own = run()
    inFlight.set(key, own)
    try {
      return await own
    } finally {
      inFlight.delete(key)
    }
  }
}
