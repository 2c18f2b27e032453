import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type * as Prometheus from 'prom-client'
import { lazyRequire } from '../lazy-require.ts'
import { exitCodeOfSignal, repeatedSignalMs, stopSignals } from '../stop-signals.ts'
import { isWorkerMessage, type ToPrimary, type ToWorker } from './messages.ts'
import { FairLock } from './fair-lock.ts'

/** The primary process: it serves no requests, starts workers, replaces those that exit, and stops with them. */

const [minRestartDelayMs, maxRestartDelayMs] = [100, 10_000]

/** A worker that ran this long did not fail at startup, so the restart delay is reset. */
const stableAfterMs = 10_000

/** Milliseconds until workers that have not stopped are killed: slightly more than they take for it at most. */
const killAfterMs = 15_500

/**
 * The exit code of a worker. One that a stop signal has ended had nothing to finish: it was only starting, or had finished
 * and was about to exit.
 */
const codeOf = (code: number | null, signal: string | null): number =>
  code ?? (stopSignals.some((one) => one === signal) ? 0 : 1)

type Outcome = { readonly port: number } | { readonly code: number }

async function waitUntilListening(worker: Worker): Promise<Outcome> {
  const listening = once(worker, 'listening').then(([address]) => ({ port: (address as AddressInfo).port }))
  const ended = once(worker, 'exit').then(([code, signal]) => ({ code: codeOf(code, signal) }))
  return Promise.race([listening, ended])
}

const send = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message)
}

const otherWorkers = (worker: Worker) =>
  Object.values(cluster.workers ?? {}).filter((other) => other !== undefined && other !== worker) as Worker[]

const library = lazyRequire<typeof Prometheus>('prom-client')

async function aggregateMetrics(): Promise<string> {
  return new (library().AggregatorRegistry)().clusterMetrics()
}

function handleWorkerMessages() {
  const lock = new FairLock<Worker>((worker) => send(worker, { calends: 'granted' }))
  cluster.on('exit', (worker) => lock.removeWaiter(worker))
  cluster.on('message', (worker, message: ToPrimary) => {
    if (!isWorkerMessage(message)) return
    if (message.calends === 'take') lock.acquire(worker)
    if (message.calends === 'give') lock.release(worker)
    if (message.calends === 'limits') for (const other of otherWorkers(worker)) send(other, message)
    if (message.calends === 'metrics')
      void aggregateMetrics().then(
        (text) => send(worker, { ...message, text }),
        () => send(worker, message),
      )
  })
}

/** Replaces workers that exit, until `stopping` is aborted; the delay grows if they exit soon after starting. */
function replaceExitedWorkers(log: FastifyBaseLogger, stopping: AbortSignal) {
  const startTimes = new Map<number, number>()
  let wait = minRestartDelayMs
  cluster.on('fork', ({ id }) => startTimes.set(id, Date.now()))
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    if (stopping.aborted) return
    const lived = Date.now() - (startTimes.get(id) ?? 0)
    startTimes.delete(id)
    wait = lived > stableAfterMs ? minRestartDelayMs : Math.min(2 * wait, maxRestartDelayMs)
    log.error({ worker: pid, code, signal }, 'worker exited unexpectedly; starting a replacement')
    void pause(wait, undefined, { signal: stopping }).then(
      () => cluster.fork(),
      () => undefined,
    )
  })
}

function signalWorkers(signal: NodeJS.Signals) {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
}

/**
 * Forwards a signal to the workers. They are killed by a second one, or if they do not stop in time, because one that is
 * suspended notices no other signal. Returns the exit code of a stop that was not graceful.
 */
function forwardSignals(log: FastifyBaseLogger, stopping: AbortController): () => number {
  let [forwardedAt, code] = [0, 1]
  function stop(signal: NodeJS.Signals) {
    forwardedAt = performance.now()
    stopping.abort()
    signalWorkers(signal)
    setTimeout(() => {
      log.error('killing workers, because they have not stopped in time')
      signalWorkers('SIGKILL')
    }, killAfterMs).unref()
  }
  function stopAtOnce(signal: NodeJS.Signals) {
    code = exitCodeOfSignal(signal)
    signalWorkers('SIGKILL')
  }
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (!stopping.signal.aborted) stop(signal)
      else if (performance.now() - forwardedAt > repeatedSignalMs) stopAtOnce(signal)
    })
  return () => code
}

/**
 * Starts the first worker alone, because a startup error would affect all workers. Resolves with the exit code when
 * all workers have exited.
 */
export async function supervise(
  count: number,
  log: FastifyBaseLogger,
  onListening: (port: number) => void,
): Promise<number> {
  handleWorkerMessages()
  const stopping = new AbortController()
  const failureCode = forwardSignals(log, stopping)
  const first = await waitUntilListening(cluster.fork())
  if ('code' in first) return first.code
  replaceExitedWorkers(log, stopping.signal)
  const codes: number[] = []
  cluster.on('exit', (_, code, signal) => {
    if (stopping.signal.aborted) codes.push(codeOf(code, signal))
  })
  if (!stopping.signal.aborted)
    await Promise.all(Array.from({ length: count - 1 }, () => waitUntilListening(cluster.fork())))
  if (!stopping.signal.aborted) onListening(first.port)
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  while (Object.keys(cluster.workers ?? {}).length > 0) await once(cluster, 'exit')
  return codes.every((code) => code === 0) ? 0 : failureCode()
}
