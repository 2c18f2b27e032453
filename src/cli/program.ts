import { Command, CommanderError } from 'commander'
import { ConfigProblem } from '../config.ts'
import { version } from '../version.ts'
import { ignoreClosedPipes, tellOperator } from './console.ts'
import { restoreYoungGeneration } from './heap-settings.ts'

/** Exit codes: 0 success, 1 error, 2 wrong usage. */
const [done, problem, usageError] = [0, 1, 2]

/** A file of a command, which declares its arguments, its options and its action. */
interface CommandFile {
  readonly declare: (command: Command) => void
}

/** The summary and the file of each command, in the order of the help. */
const commands = new Map<string, readonly [summary: string, load: () => Promise<CommandFile>]>([
  ['serve', ['start the service', () => import('./serve.ts')]],
  ['migrate', ['migrate the database to the current schema', () => import('./migrate.ts')]],
  ['config', ['show the effective settings', () => import('./config.ts')]],
  ['user', ['manage users and their application passwords', () => import('./user.ts')]],
  ['demo', ['fill an empty database with sample events', () => import('./demo.ts')]],
  ['check', ['check derived data and images against their source', () => import('./check.ts')]],
  ['copy', ['copy all data to another database', () => import('./copy.ts')]],
  ['backup', ['back up the database to a file, and images to a directory', () => import('./backup.ts')]],
  ['restore', ['restore a backup of the database and its images', () => import('./restore.ts')]],
  ['export', ['export all data as JSON lines, and copy images', () => import('./export.ts')]],
  ['import', ['import events from a file or URL, a whole site, or an export', () => import('./import.ts')]],
  ['mcp', ['offer the calendar to an assistant on this machine', () => import('./mcp.ts')]],
])

export const commandNames: readonly string[] = [...commands.keys()]

/** Without `help` before a name that is no command, because commander would show the general help instead of saying so. */
function requested(words: readonly string[]): readonly string[] {
  const [first, name = ''] = words
  return first === 'help' && name !== '' && !commands.has(name) ? words.slice(1) : words
}

/** The name of the command that is called or explained, if it is one. */
const nameOf = ([first = '', name = '']: readonly string[]) => (first === 'help' ? name : first)

/**
 * The command line. Only the named commands are loaded, because loading all would take longer than most of them run; the
 * others have their line in the help. Options of the program must be set before the commands are added, because these
 * inherit them.
 */
export async function makeProgram(named: readonly string[]): Promise<Command> {
  const program = new Command('calends')
    .description('A calendar service: events, venues, organizers, categories and tags over HTTP.')
    .version(version)
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (command.name() !== 'serve') restoreYoungGeneration()
    })
  for (const [name, [summary, load]] of commands) {
    const command = program.command(name).summary(summary)
    if (named.includes(name)) (await load()).declare(command)
  }
  referToHelp(program)
  return program
}

/** For each command separately, because subcommands inherit the sentence of their parent. */
function referToHelp(command: Command, name = command.name()): void {
  command.showHelpAfterError(`(run ${name} --help for usage)`)
  for (const one of command.commands) referToHelp(one, `${name} ${one.name()}`)
}

/** The messages are loaded only for an error, because they know those of the database. */
async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : usageError
  const { errorMessageOf, Interrupted } = await import('./error-messages.ts')
  tellOperator(
    errorMessageOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  if (error instanceof Interrupted) return error.exitCode
  return error instanceof ConfigProblem && error.isUsage ? usageError : problem
}

/** Runs the command line and reports errors. */
export async function run(): Promise<void> {
  ignoreClosedPipes()
  try {
    const words = requested(process.argv.slice(2))
    const program = await makeProgram([nameOf(words)])
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = await exitCodeOf(error)
  }
}
