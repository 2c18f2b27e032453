import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { unavailable } from '../../../errors.ts'

/**
 * Runs slow queries on a separate thread, so that they do not block requests; the thread starts with the first query.
 */
interface ReaderThread {
  /** Throws `unavailable` if the query has waited too long for the ones before it. */
  ids(query: CompiledQuery): Promise<Float64Array>
  /** Must be called after each commit; when the log has become long, runs a checkpoint. */
  committed(): void
  close(): Promise<void>
}

type Reply = { readonly number: number } & (
  | { readonly ids: Float64Array }
  | { readonly error: string }
  | { readonly isLate: true }
)

interface Waiting {
  resolve(ids: Float64Array): void
  reject(error: Error): void
}

/**
 * Processes requests in sequence; a request without a query is a checkpoint, which blocks nobody. The code is a
 * string, because a worker thread cannot load uncompiled TypeScript.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const open = (options) => new (require(workerData.driver))(workerData.path, options)
const connection = open({ readonly: true })
connection.pragma('busy_timeout = 5000')
connection.pragma('temp_store = MEMORY')
let writing
const checkpoint = () => {
  writing ??= open({ fileMustExist: true })
  writing.pragma('wal_checkpoint(PASSIVE)')
  return new Float64Array()
}
const find = (sql, parameters) => {
  // SQLite does not merge a query with a limit into one that aggregates, so its order is kept.
  const text = connection.prepare("select group_concat(id, ' ') from (" + sql + ')').pluck().get(...parameters)
  return text === null ? new Float64Array() : numbersIn(text + ' ')
}
const numbersIn = (text) => {
  const numbers = new Float64Array(text.length >>> 1)
  let [count, number] = [0, 0]
  for (let place = 0; place < text.length; place++) {
    const digit = text.charCodeAt(place) - 48
    if (digit >= 0) number = number * 10 + digit
    else [numbers[count++], number] = [number, 0]
  }
  return numbers.slice(0, count)
}
parentPort.on('message', ({ number, sql, parameters, startBefore }) => {
  if (process.hrtime.bigint() > startBefore) return parentPort.postMessage({ number, isLate: true })
  try {
    const ids = sql === undefined ? checkpoint() : find(sql, parameters)
    parentPort.postMessage({ number, ids }, [ids.buffer])
  } catch (error) {
    parentPort.postMessage({ number, error: String(error) })
  }
})`

/**
 * In megabytes. The thread holds little more than the text of the IDs it has found, because rows would take ten times
 * as much.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/** Size of the log in bytes from which a checkpoint is worthwhile, and milliseconds from one checkpoint to the next. */
const [checkpointBytes, checkpointIntervalMs] = [4 * 1024 * 1024, 200]

/**
 * Nothing stops a query whose client has left, and some take a second: hundreds of them would keep everybody waiting for
 * minutes, also after all of these clients have left.
 */
const longestWaitMs = 10_000

const driver = createRequire(import.meta.url).resolve('better-sqlite3')

export function createReaderThread(path: string, waitMs = longestWaitMs): ReaderThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0
  let nextCheckpoint = -Infinity

  function settle(reply: Reply) {
    const one = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('ids' in reply) one?.resolve(reply.ids)
    else if ('isLate' in reply) one?.reject(unavailable())
    else one?.reject(new Error(reply.error))
    if (waiting.size === 0) worker?.unref()
  }

  function rejectPending(error: Error) {
    worker = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const worker = new Worker(program, { eval: true, workerData: { driver, path }, resourceLimits })
    worker.on('message', settle)
    worker.on('error', rejectPending)
    worker.on('exit', () => rejectPending(new Error('The SQLite reader thread has exited.')))
    return worker
  }

  function ask(
    query: Partial<Pick<CompiledQuery, 'sql' | 'parameters'>> & { readonly startBefore?: bigint },
  ) {
    worker ??= start()
    worker.ref()
    const number = asked++
    worker.postMessage({ number, ...query })
    return new Promise<Float64Array>((resolve, reject) => waiting.set(number, { resolve, reject }))
  }

  const isLogLong = () => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= checkpointBytes

  return {
    ids: ({ sql, parameters }) =>
      ask({ sql, parameters, startBefore: process.hrtime.bigint() + BigInt(waitMs) * 1_000_000n }),
    committed() {
      if (performance.now() < nextCheckpoint || !isLogLong()) return
      nextCheckpoint = Infinity
      const done = () => void (nextCheckpoint = performance.now() + checkpointIntervalMs)
      // A failed checkpoint is retried; if the log grows too long, the writing connection checkpoints it and reports
      // the error.
      ask({}).then(done, done)
    },
    async close() {
      const ending = worker
      worker = undefined
      // If nothing else keeps the process alive, it would not wait for the thread to end.
      ending?.ref()
      await ending?.terminate()
    },
  }
}
