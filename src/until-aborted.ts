/** Rejects when the signal is aborted, even if the work does not end then. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    // The signal may outlive many such calls.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

const tooLate = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

/**
 * Runs work with a signal that is aborted after some time, or with the given one. `AbortSignal.any` would not do, because
 * Node.js 20 collects an `AbortSignal.timeout` in it as garbage, and then nothing ends the work.
 */
export async function withinTime<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const stop = () => limit.abort(signal!.reason)
  const timer = setTimeout(() => limit.abort(tooLate()), ms).unref()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await untilAborted(limit.signal, work(limit.signal))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
