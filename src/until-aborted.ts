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
