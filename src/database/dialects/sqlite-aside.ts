import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'

/** Reads in a thread of its own, so that what takes long holds nobody up; the thread starts when first asked. */
export interface Aside {
  ids(query: CompiledQuery): Promise<Uint32Array>
  close(): Promise<void>
}

type Reply = { readonly number: number } & ({ readonly ids: Uint32Array } | { readonly error: string })

interface Waiting {
  resolve(ids: Uint32Array): void
  reject(error: Error): void
}

/** It answers one query after another. A text, because a thread cannot run what is not compiled yet. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const connection = new (require(workerData.driver))(workerData.path, { readonly: true })
connection.pragma('busy_timeout = 5000')
const read = (sql, parameters) => Uint32Array.from(connection.prepare(sql).pluck().all(...parameters))
parentPort.on('message', ({ number, sql, parameters }) => {
  try {
    const ids = read(sql, parameters)
    parentPort.postMessage({ number, ids }, [ids.buffer])
  } catch (error) {
    parentPort.postMessage({ number, error: String(error) })
  }
})`

/** Megabytes: it holds little but the ids that it has found. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

const driver = createRequire(import.meta.url).resolve('better-sqlite3')

export function readAside(path: string): Aside {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0

  function settle(reply: Reply) {
    const one = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('ids' in reply) one?.resolve(reply.ids)
    else one?.reject(new Error(reply.error))
    if (waiting.size === 0) worker?.unref()
  }

  function end(error: Error) {
    worker = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(program, { eval: true, workerData: { driver, path }, resourceLimits })
    started.on('message', settle)
    started.on('error', end)
    started.on('exit', () => end(new Error('The thread that reads aside has ended.')))
    return started
  }

  return {
    ids({ sql, parameters }) {
      worker ??= start()
      worker.ref()
      const number = asked++
      worker.postMessage({ number, sql, parameters })
      return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
    },
    async close() {
      await worker?.terminate()
    },
  }
}
