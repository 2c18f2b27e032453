/** Work that every process does now and then, one run after the other. */
export interface Periodic {
  start(): void
  /** Resolves when nothing is being done any more. */
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
