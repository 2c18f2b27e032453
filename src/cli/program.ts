import { Command, CommanderError } from 'commander'
import { version } from '../version.ts'
import { addBackup, addRestore } from './backup.ts'
import { addCheck } from './check.ts'
import { addConfig } from './config.ts'
import { outliveReaders, tellOperator } from './console.ts'
import { addCopy } from './copy.ts'
import { addDemo } from './demo.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { errorMessageOf } from './error-messages.ts'
import { restoreYoungGeneration } from './heap-settings.ts'
import { addServe } from './serve.ts'
import { addUser } from './user.ts'

/** Exit codes: 0 success, 1 error, 2 wrong usage. */
const [done, problem, wrongCall] = [0, 1, 2]

/** Must be set before the subcommands are added, because these inherit it. */
function makeProgram(): Command {
  const program = new Command('calends')
    .description('A calendar service: events, venues, organizers, categories and tags over HTTP.')
    .version(version)
    .showHelpAfterError('(run calends --help for usage)')
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (command.name() !== 'serve') restoreYoungGeneration()
    })
  for (const add of [
    addServe,
    addMigrate,
    addConfig,
    addUser,
    addDemo,
    addImport,
    addCheck,
    addCopy,
    addBackup,
    addRestore,
  ])
    add(program)
  return program
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : wrongCall
  tellOperator(
    errorMessageOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  return problem
}

/** Runs the command line and reports errors. */
export async function run(): Promise<void> {
  outliveReaders()
  try {
    await makeProgram().parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}
