import { run } from '../src/cli/program.ts'
import type { Called, Outcome } from './commands.ts'

/** Runs commands that its parent sends, one after the other, each as a process of its own would. */

const streams = ['stdout', 'stderr'] as const

// Each command begins to listen to them.
for (const name of streams) process[name].setMaxListeners(0)

/** Collects what is written instead of writing it. */
function collect(name: (typeof streams)[number]): { readonly text: () => string; readonly end: () => void } {
  const chunks: Buffer[] = []
  const stream = process[name]
  const write = stream.write.bind(stream)
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    chunks.push(Buffer.from(chunk))
    const written = more.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }
  return { text: () => Buffer.concat(chunks).toString(), end: () => void (stream.write = write) }
}

function become({ args, folder, environment }: Called) {
  process.argv = [process.execPath, 'calends', ...args]
  process.chdir(folder)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = undefined
}

async function outcomeOf(called: Called): Promise<Outcome> {
  become(called)
  const [stdout, stderr] = [collect('stdout'), collect('stderr')]
  try {
    await run()
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    stdout.end()
    stderr.end()
    process.exitCode = undefined
    // The folder may be removed now.
    process.chdir('/')
  }
}

process.on('message', (called: Called) => void outcomeOf(called).then((outcome) => process.send!(outcome)))
process.on('disconnect', () => process.exit())
