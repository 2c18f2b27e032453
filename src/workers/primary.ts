import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isOurs, type ToPrimary, type ToWorker } from './messages.ts'
import { Turns } from './turns.ts'

/** The process that answers nothing itself: it starts the workers, replaces those that die, and ends with them. */

const [shortestPause, longestPause] = [100, 10_000]

/** Whoever has lived for so long did not die of how it was started. */
const settledAfter = 10_000

const signals = ['SIGTERM', 'SIGINT'] as const

type Outcome = { readonly port: number } | { readonly code: number }

async function started(worker: Worker): Promise<Outcome> {
  const listening = once(worker, 'listening').then(([address]) => ({ port: (address as AddressInfo).port }))
  const ended = once(worker, 'exit').then(([code]) => ({ code: (code as number | null) ?? 1 }))
  return Promise.race([listening, ended])
}

const send = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message)
}

const others = (worker: Worker) =>
  Object.values(cluster.workers ?? {}).filter((other) => other !== undefined && other !== worker) as Worker[]

/** The metrics of all workers as one. */
async function metricsOfAll(): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  return new AggregatorRegistry().clusterMetrics()
}

function connect() {
  const turns = new Turns<Worker>((worker) => send(worker, { calends: 'granted' }))
  cluster.on('exit', (worker) => turns.forget(worker))
  cluster.on('message', (worker, message: ToPrimary) => {
    if (!isOurs(message)) return
    if (message.calends === 'take') turns.take(worker)
    if (message.calends === 'give') turns.give(worker)
    if (message.calends === 'limits') for (const other of others(worker)) send(other, message)
    if (message.calends === 'metrics')
      void metricsOfAll().then(
        (text) => send(worker, { ...message, text }),
        () => send(worker, message),
      )
  })
}

/** Replaces workers that die until `stopping` says so, more and more slowly where they die at once. */
function replace(log: FastifyBaseLogger, stopping: AbortSignal) {
  const begun = new Map<number, number>()
  let wait = shortestPause
  cluster.on('fork', ({ id }) => begun.set(id, Date.now()))
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    if (stopping.aborted) return
    const lived = Date.now() - (begun.get(id) ?? 0)
    begun.delete(id)
    wait = lived > settledAfter ? shortestPause : Math.min(2 * wait, longestPause)
    log.error({ worker: pid, code, signal }, 'a worker has died and is replaced')
    void pause(wait, undefined, { signal: stopping }).then(
      () => cluster.fork(),
      () => undefined,
    )
  })
}

/** Passes signals on; the second one is passed on too, and ends what still stops. */
function passSignalsOn(stopping: AbortController): () => number {
  let received: NodeJS.Signals | undefined
  for (const signal of signals)
    process.on(signal, () => {
      received = signal
      stopping.abort()
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    })
  return () => (received === undefined ? 1 : 128 + constants.signals[received])
}

/**
 * Starts the workers, the first alone: what keeps it from listening would keep the others too. Returns once all have
 * ended, with what this process ends with.
 */
export async function supervise(
  count: number,
  log: FastifyBaseLogger,
  tellWhere: (port: number) => void,
): Promise<number> {
  connect()
  const stopping = new AbortController()
  const codeOfSignal = passSignalsOn(stopping)
  const first = await started(cluster.fork())
  if ('code' in first) return first.code
  replace(log, stopping.signal)
  const codes: number[] = []
  cluster.on('exit', (_, code) => {
    if (stopping.signal.aborted) codes.push(code ?? 1)
  })
  if (!stopping.signal.aborted)
    await Promise.all(Array.from({ length: count - 1 }, () => started(cluster.fork())))
  if (!stopping.signal.aborted) tellWhere(first.port)
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  while (Object.keys(cluster.workers ?? {}).length > 0) await once(cluster, 'exit')
  return codes.every((code) => code === 0) ? 0 : codeOfSignal()
}
