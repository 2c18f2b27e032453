import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Asked, Told } from './load.ts'
import { cpuOf } from './processes.ts'

/** The measured processes and the load generator; each has its own thread. */

export const administrator = 'admin:secret'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const forkTypeScript = (name: string, ...args: string[]) =>
  fork(file(name), args, { execArgv: ['--import', 'tsx'] })

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

export interface Server {
  readonly origin: string
  /** The processes that handle requests. */
  readonly pids: readonly number[]
  stop(): Promise<void>
}

export interface Service extends Server {
  readonly base: string
  /** Milliseconds from the start until the service was ready. */
  readonly ready: number
}

export interface ServiceOptions {
  readonly program: string
  readonly databaseUrl: string
  readonly folder: string
  /** The processes of its database server. */
  readonly database: readonly number[]
  /** Where to write a CPU profile on exit. */
  readonly profile?: string | undefined
  /** Whether rate limits apply, as by default. */
  readonly isLimited?: boolean
}

const patience = 60_000

/** Starts `calends serve` as in production, but without rate limits unless requested. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { program, databaseUrl, folder, database, profile } = options
  const began = performance.now()
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const child = spawn(process.execPath, [...profiling, program, 'serve'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      CALENDS_DATA_DIR: join(folder, 'data'),
      CALENDS_ADMIN: administrator,
      CALENDS_RATE_LIMIT: options.isLimited === true ? 'on' : 'off',
    },
  })
  const origin = await originOf(child)
  await untilReady(origin)
  const ready = performance.now() - began
  await untilCalm(child.pid!)
  return {
    origin,
    base: `${origin}/cal/events/v1`,
    ready,
    pids: [child.pid!, ...database],
    stop: () => end(child),
  }
}

/** The URL that the service reports in its log. */
function originOf(child: ChildProcess): Promise<string> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    createInterface(child.stderr!).on('line', (line) => {
      lines.push(line)
      const origin = /listening at (https?:\/\/[^/]+)/.exec(line)?.[1]
      if (origin !== undefined) resolve(origin)
    })
    child.on('exit', () => reject(new Error(`The service ended: ${lines.join('\n')}`)))
  })
}

async function untilReady(origin: string) {
  const began = performance.now()
  while (!(await fetch(`${origin}/health/ready`)).ok) {
    if (performance.now() - began > patience) throw new Error('The service is not ready in time.')
    await pause(5)
  }
}

/** A large calendar is loaded into memory while the service already responds. */
async function untilCalm(pid: number) {
  const began = performance.now()
  for (let before = -1; performance.now() - began < patience;) {
    const now = cpuOf([pid])
    if (now - before < 0.03) return
    before = now
    await pause(500)
  }
}

export interface BareServer extends Server {
  /** Sets the bytes that the server sends. */
  send(body: Buffer): Promise<void>
}

export async function startBare(): Promise<BareServer> {
  const child = forkTypeScript('bare.ts')
  const [origin] = (await once(child, 'message')) as [string]
  return {
    origin,
    pids: [child.pid!],
    async send(body) {
      const isReady = once(child, 'message')
      child.send(body.toString('base64'))
      await isReady
    },
    stop: () => end(child),
  }
}

export interface Load {
  ask(request: Asked): Promise<Told>
  stop(): Promise<void>
}

export async function startLoad(): Promise<Load> {
  const child = forkTypeScript('load.ts')
  await once(child, 'message')
  return {
    async ask(request) {
      const answer = once(child, 'message')
      child.send(request)
      const [outcome] = (await answer) as [Told | { readonly problem: string }]
      if ('problem' in outcome) throw new Error(outcome.problem)
      return outcome
    },
    stop: () => end(child),
  }
}

interface Watch {
  /** The longest response time since the last call, in milliseconds. */
  longestWait(): Promise<number>
  stop(): Promise<void>
}

export function startWatch(url: string): Watch {
  const child = forkTypeScript('health-watch.ts', url)
  return {
    async longestWait() {
      child.send('longest')
      const [longest] = (await once(child, 'message')) as [number]
      return longest
    },
    stop: () => end(child),
  }
}
