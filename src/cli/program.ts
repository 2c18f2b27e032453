import { Command, CommanderError } from 'commander'
import { ConfigProblem } from '../config.ts'
import { version } from '../version.ts'
import { ignoreClosedPipes, tellOperator } from './console.ts'
import { errorMessageOf, Interrupted } from './error-messages.ts'
import { restoreYoungGeneration } from './heap-settings.ts'

/** Exit codes: 0 success, 1 error, 2 wrong usage. */
const [done, problem, usageError] = [0, 1, 2]

type AddCommand = (program: Command) => void

/** Commands, in the order of the help. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ['serve', () => import('./serve.ts').then(({ addServe }) => addServe)],
  ['migrate', () => import('./migrate.ts').then(({ addMigrate }) => addMigrate)],
  ['config', () => import('./config.ts').then(({ addConfig }) => addConfig)],
  ['user', () => import('./user.ts').then(({ addUser }) => addUser)],
  ['demo', () => import('./demo.ts').then(({ addDemo }) => addDemo)],
  ['check', () => import('./check.ts').then(({ addCheck }) => addCheck)],
  ['copy', () => import('./copy.ts').then(({ addCopy }) => addCopy)],
  ['backup', () => import('./backup.ts').then(({ addBackup }) => addBackup)],
  ['restore', () => import('./backup.ts').then(({ addRestore }) => addRestore)],
  ['export', () => import('./export.ts').then(({ addExport }) => addExport)],
  ['import', () => import('./import.ts').then(({ addImport }) => addImport)],
  ['mcp', () => import('./mcp.ts').then(({ addMcp }) => addMcp)],
])

const versionOptions = ['-V', '--version']

/**
 * Loads only the requested command, because loading all would take longer than most of them run; without a valid name,
 * loads all for the help, and none for the version.
 */
export function loadCommands([name = '']: readonly string[]): Promise<AddCommand[]> {
  if (versionOptions.includes(name)) return Promise.resolve([])
  const called = commands.get(name)
  return Promise.all((called === undefined ? [...commands.values()] : [called]).map((load) => load()))
}

/** Without `help` before a name that is no command, because commander would show the general help instead of saying so. */
function requested(words: readonly string[]): readonly string[] {
  const [first, name = ''] = words
  return first === 'help' && name !== '' && !commands.has(name) ? words.slice(1) : words
}

/** Options of the program must be set before the subcommands are added, because these inherit them. */
export function makeProgram(adding: readonly AddCommand[]): Command {
  const program = new Command('calends')
    .description('A calendar service: events, venues, organizers, categories and tags over HTTP.')
    .version(version)
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (command.name() !== 'serve') restoreYoungGeneration()
    })
  for (const add of adding) add(program)
  referToHelp(program)
  return program
}

/** For each command separately, because subcommands inherit the sentence of their parent. */
function referToHelp(command: Command, name = command.name()): void {
  command.showHelpAfterError(`(run ${name} --help for usage)`)
  for (const one of command.commands) referToHelp(one, `${name} ${one.name()}`)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : usageError
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
    await makeProgram(await loadCommands(words)).parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}
