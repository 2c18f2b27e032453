import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { unavailable } from '../errors.ts'
import type { LimitNews } from '../server/rate-limit.ts'
import { isOurs, type ToPrimary, type ToWorker } from './messages.ts'

/** The other workers of this service, as one of them sees them. */
export interface Colleagues {
  /** Resolves when nobody else writes; what it resolves with lets the next one. */
  readonly turn: () => Promise<() => void>
  readonly limits: {
    tell(news: LimitNews): void
    listen(listener: (news: LimitNews) => void): void
  }
  /** Lets the others know what is counted here, and returns what tells of them all. */
  readonly metrics: (own: Registry) => () => Promise<string>
}

const tell = (message: ToPrimary) => {
  if (process.connected) process.send!(message)
}

function listen(listener: (message: ToWorker) => void) {
  process.on('message', (message) => {
    if (isOurs(message)) listener(message as ToWorker)
  })
}

function takingTurns(): Colleagues['turn'] {
  const waiting: (() => void)[] = []
  listen(({ calends }) => {
    if (calends === 'granted') waiting.shift()?.()
  })
  return () =>
    new Promise((resolve) => {
      waiting.push(() => resolve(() => tell({ calends: 'give' })))
      tell({ calends: 'take' })
    })
}

function askingForMetrics(): Colleagues['metrics'] {
  const waiting = new Map<number, (text: string | undefined) => void>()
  let last = 0
  listen((message) => {
    if (message.calends !== 'metrics') return
    waiting.get(message.id)?.(message.text)
    waiting.delete(message.id)
  })
  const ask = () =>
    new Promise<string | undefined>((resolve) => {
      waiting.set((last += 1), resolve)
      tell({ calends: 'metrics', id: last })
    })
  return (own) => {
    AggregatorRegistry.setRegistries(own)
    // Making one is what lets this process answer when the others are asked.
    new AggregatorRegistry()
    return async () => {
      const text = await ask()
      if (text === undefined) throw unavailable()
      return text
    }
  }
}

/** Undefined where this process serves alone. */
export function colleagues(): Colleagues | undefined {
  if (!cluster.isWorker) return undefined
  return {
    turn: takingTurns(),
    metrics: askingForMetrics(),
    limits: {
      tell: (news) => tell({ calends: 'limits', news }),
      listen: (listener) =>
        listen((message) => {
          if (message.calends === 'limits') listener(message.news)
        }),
    },
  }
}
