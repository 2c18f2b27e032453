import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTurn, type Outcome } from './commands.ts'
import { migratedFile, type Template } from './templates.ts'

/** The program as in production: in a separate process and folder. */

const source = fileURLToPath(new URL('../src/cli/index.ts', import.meta.url))

/** The compiled program in TEST_PROGRAM, if set, because it starts in half the time. */
const compiled = process.env.TEST_PROGRAM
/** Arguments of Node.js that start the program. */
export const programCommand =
  compiled === undefined ? ['--import', import.meta.resolve('tsx'), source] : [compiled]

/** Timeout for expected output; long, because programs start slowly on a busy machine. */
const patienceMs = 120_000

export class Run {
  stdout = ''
  stderr = ''
  private readonly ended: Promise<unknown[]>

  constructor(readonly child: ChildProcess) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.ended = once(child, 'close')
  }

  async outcome(): Promise<Outcome> {
    const [code] = (await this.ended) as [number | null]
    return { code, stdout: this.stdout, stderr: this.stderr }
  }

  /** The standard error output so far; fails if the program exits before it matches. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until('stderr', pattern)
  }

  /** Like `says`, but for the log on standard output. */
  logs(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until('stdout', pattern)
  }

  private async until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    const patience = AbortSignal.timeout(patienceMs)
    for (;;) {
      const found = pattern.exec(this[stream])
      if (found) return found
      const isOver = await Promise.race([
        this.ended.then(() => true),
        once(this.child[stream]!, 'data', { signal: patience }).catch(() => true),
      ])
      if (isOver === true && !pattern.test(this[stream]))
        throw new Error(`it never said ${String(pattern)}, but:\n${this.stderr}${this.stdout}`)
    }
  }

  /** Closes the reading end of its output. */
  closeOutput(): void {
    this.child.stdout!.destroy()
    this.child.stderr!.destroy()
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }
}

export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'calends-program-'))

  /** The launcher is a command that starts another one, such as `nice`. */
  constructor(private readonly launcher: readonly string[] = []) {}

  /** Reads standard input from the file `input`, by default from none. */
  start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    input = '/dev/null',
  ): Run {
    const from = openSync(input, 'r')
    const [command, ...words] = [...this.launcher, process.execPath, ...programCommand, ...args]
    const child = spawn(command!, words, {
      cwd: this.folder,
      env: environmentWith(environment),
      stdio: [from, 'pipe', 'pipe'],
    })
    closeSync(from)
    return new Run(child)
  }

  run(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<Outcome> {
    return this.start(args, environment, input).outcome()
  }

  /**
   * Like `run`, but in a process that commands share: for what a command does, where other tests show how its process
   * starts and ends.
   */
  call(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return inTurn({ args, folder: this.folder, environment: environmentWith(environment) })
  }

  /** Puts a migrated database where it would make one, because migrating takes half as long as a start. */
  async migrated(template: Template = 'empty'): Promise<this> {
    mkdirSync(join(this.folder, 'data'), { mode: 0o700 })
    await migratedFile(join(this.folder, 'data/calends.db'), template)
    return this
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const environmentWith = (more: Readonly<Record<string, string>>) => ({
  ...withoutOurs(process.env),
  HOST: '127.0.0.1',
  PORT: '0',
  ...more,
})

const withoutOurs = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(CALENDS_|DATABASE_URL$|LOG_LEVEL$|NODE_TEST)/.test(name),
    ),
  )
