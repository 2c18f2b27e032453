import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { scriptCommand } from './scripts.ts'

/** Commands that share a process, because a process takes ten times as long to start as most commands take. */

export interface Called {
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Started for the first command, and ends with this process. */
let shared: ChildProcess | undefined

function start(): ChildProcess {
  const child = spawn(process.execPath, scriptCommand('commands-process'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.once('exit', () => (shared = undefined))
  process.once('beforeExit', () => {
    child.ref()
    if (child.connected) child.disconnect()
  })
  return child
}

/** Keeps this process alive only while a command runs. */
async function call(called: Called): Promise<Outcome> {
  const child = (shared ??= start())
  child.ref()
  child.channel!.ref()
  const waiting = new AbortController()
  const { signal } = waiting
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`calends ${called.args.join(' ')} ended the process that it shares`)
  })
  child.send(called)
  try {
    const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Outcome]
    return outcome
  } finally {
    waiting.abort()
    child.unref()
    child.channel?.unref()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs a command when those before it have ended, because they share the working directory and the output. */
export function inTurn(called: Called): Promise<Outcome> {
  const outcome = last.then(() => call(called))
  last = outcome.catch(() => undefined)
  return outcome
}
