/** Work that every process repeats, one run at a time. */
export interface Periodic {
  start(): void
  /** Resolves when no run is in progress any more. */
  stop(): Promise<void>
}

interface PeriodicOptions {
  readonly work: (signal: AbortSignal) => Promise<unknown>
  /** The pause after each run. */
  readonly pauseMs: number
  readonly onError: (error: unknown) => void
}

export function periodically({ work, pauseMs, onError }: PeriodicOptions): Periodic {
  const stopping = new AbortController()
  const { signal } = stopping
  let working: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  function run() {
    working = work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(run, pauseMs).unref()
      })
  }
  return {
    start: run,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
