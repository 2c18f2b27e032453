import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { unavailable } from '../errors.ts'
import type { LimitUpdate } from '../server/limits/rate-limit.ts'
import { isWorkerMessage, type ToPrimary, type ToWorker } from './messages.ts'

/** Communication with the other workers of the service. */
export interface Peers {
  /** Resolves when the lock is acquired, with a function that releases it. */
  readonly acquireWriteLock: () => Promise<() => void>
  readonly limits: {
    broadcast(update: LimitUpdate): void
    subscribe(listener: (update: LimitUpdate) => void): void
  }
  /** Registers the metrics of this worker, and returns a function that reads those of all workers. */
  readonly metrics: (own: Registry) => () => Promise<string>
}

const send = (message: ToPrimary) => {
  if (process.connected) process.send!(message)
}

function onMessage(listener: (message: ToWorker) => void) {
  process.on('message', (message) => {
    if (isWorkerMessage(message)) listener(message as ToWorker)
  })
}

function createWriteLockClient(): Peers['acquireWriteLock'] {
  const waiting: (() => void)[] = []
  onMessage(({ calends }) => {
    if (calends === 'granted') waiting.shift()?.()
  })
  return () =>
    new Promise((resolve) => {
      waiting.push(() => resolve(() => send({ calends: 'give' })))
      send({ calends: 'take' })
    })
}

function createMetricsClient(): Peers['metrics'] {
  const waiting = new Map<number, (text: string | undefined) => void>()
  let last = 0
  onMessage((message) => {
    if (message.calends !== 'metrics') return
    waiting.get(message.id)?.(message.text)
    waiting.delete(message.id)
  })
  const ask = () =>
    new Promise<string | undefined>((resolve) => {
      waiting.set((last += 1), resolve)
      send({ calends: 'metrics', id: last })
    })
  return (own) => {
    AggregatorRegistry.setRegistries(own)
    // Creating the instance registers the message handler, so that this process contributes its metrics to the
    // aggregate.
    new AggregatorRegistry()
    return async () => {
      const text = await ask()
      if (text === undefined) throw unavailable()
      return text
    }
  }
}

/** Undefined if this process is not a worker. */
export function createPeers(): Peers | undefined {
  if (!cluster.isWorker) return undefined
  return {
    acquireWriteLock: createWriteLockClient(),
    metrics: createMetricsClient(),
    limits: {
      broadcast: (update) => send({ calends: 'limits', news: update }),
      subscribe: (listener) =>
        onMessage((message) => {
          if (message.calends === 'limits') listener(message.news)
        }),
    },
  }
}
