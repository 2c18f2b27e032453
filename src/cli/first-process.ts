import { exitCodeOfSignal, stopSignals } from '../stop-signals.ts'

/**
 * The first process of a container is not ended by signals for which it has no listener. This listener ends it as they
 * end any other process, unless something else listens for them.
 */
export function endOnStopSignals(): void {
  if (process.pid !== 1) return
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCodeOfSignal(signal))
    })
}
