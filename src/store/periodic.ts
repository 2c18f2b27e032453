/** Work that every process repeats, one run at a time. */
export interface Periodic {
  start(): void
  /** Resolves when no run is in progress any more. */
  stop(): Promise<void>
}

export interface Wakeable extends Periodic {
  /** Starts, ends the pause, or leaves out the next one, because there is something to do. */
  wake(): void
}

interface PeriodicOptions {
  readonly work: (signal: AbortSignal) => Promise<unknown>
  /** The pause after each run. */
  readonly pauseMs: number
  readonly onError: (error: unknown) => void
}

export function periodically({ work, pauseMs, onError }: PeriodicOptions): Wakeable {
  const stopping = new AbortController()
  const { signal } = stopping
  let working: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  function run() {
    isWoken = false
    working = work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      .finally(() => {
        working = undefined
        if (!signal.aborted) timer = setTimeout(run, isWoken ? 0 : pauseMs).unref()
      })
  }
  function wake() {
    isWoken = true
    if (working !== undefined || signal.aborted) return
    clearTimeout(timer)
    run()
  }
  return {
    start: wake,
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
