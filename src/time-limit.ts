/** Rejects when the signal is aborted, even if the work does not end then. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    // The signal may outlive many such calls.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

interface TimeLimit {
  readonly signal: AbortSignal
  /** Ends the limit, when the work is done. */
  end(): void
}

/**
 * A signal that is aborted with a reason after some time, or with the given one. `AbortSignal.any` would not do, because
 * Node.js 20 collects an `AbortSignal.timeout` in it as garbage, and then nothing ends the work.
 */
export function limitTime(ms: number, signal: AbortSignal | undefined, reason: () => Error): TimeLimit {
  const limit = new AbortController()
  const stop = () => limit.abort(signal!.reason)
  const timer = setTimeout(() => limit.abort(reason()), ms).unref()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: limit.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}

const tooLate = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

/** Runs work with a signal that is aborted after some time, or with the given one; then rejects without waiting for its end. */
export async function withinTime<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = limitTime(ms, signal, tooLate)
  try {
    return await untilAborted(limit.signal, work(limit.signal))
  } finally {
    limit.end()
  }
}
