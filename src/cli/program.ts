import { Command, CommanderError } from 'commander'
import { version } from '../version.ts'
import { addBackup, addRestore } from './backup.ts'
import { addCheck } from './check.ts'
import { addConfig } from './config.ts'
import { outliveReaders, tellOperator } from './console.ts'
import { addCopy } from './copy.ts'
import { addDemo } from './demo.ts'
import { addMigrate } from './migrate.ts'
import { sentencesOf } from './problem.ts'
import { makeRoomAsUsual } from './room.ts'
import { addServe } from './serve.ts'
import { addUser } from './user.ts'

/** 0 is done, 1 a problem, 2 a wrong call. */
const [done, problem, wrongCall] = [0, 1, 2]

/** Subcommands take over what is set before they are added. */
function makeProgram(): Command {
  const program = new Command('calends')
    .description('A calendar service: events, venues, organizers, categories and tags over HTTP.')
    .version(version)
    .showHelpAfterError('(calends --help tells more)')
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (command.name() !== 'serve') makeRoomAsUsual()
    })
  for (const add of [
    addServe,
    addMigrate,
    addConfig,
    addUser,
    addDemo,
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
    sentencesOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  return problem
}

/** Does what the command line says, and tells what went wrong. */
export async function run(): Promise<void> {
  outliveReaders()
  try {
    await makeProgram().parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}
