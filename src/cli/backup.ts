import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { backUp, restore } from '../store/backup/index.ts'
import { recordBackup } from '../store/backup/record.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import type { Instant } from '../time/index.ts'
import { now } from './chance.ts'
import { tellOperator } from './console.ts'
import { CommandProblem, refusal } from './problem.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

type Options = Readonly<Record<string, unknown>>

export function addBackup(program: Command): void {
  withSettings(program.command('backup'), databaseSettings)
    .summary('save the database to a file')
    .description(
      'Saves a SQLite database to a file, whole and looked through; the service may run meanwhile.',
    )
    .argument('<file>', 'a file that is not there yet')
    .action((file: string, options: Options) => save(fileOf(configOf(options)), resolve(file)))
}

export function addRestore(program: Command): void {
  withSettings(program.command('restore'), databaseSettings)
    .summary('put a saved database in place')
    .description(
      'Puts a file that calends backup has made in the place of the database. The service must not run.',
    )
    .argument('<file>', 'what calends backup has made')
    .option('--replace', 'even if the database holds something, which is kept under another name')
    .action((file: string, options: Options & { replace?: boolean }) =>
      putBack(resolve(file), fileOf(configOf(options)), options.replace ?? false),
    )
}

function fileOf({ databaseUrl }: Config): string {
  const file = sqliteFile(databaseUrl)
  if (file === undefined)
    throw new CommandProblem(
      'The database is PostgreSQL; pg_dump saves it and pg_restore puts it back, both while its server runs.',
    )
  if (file === ':memory:')
    throw new CommandProblem('The database is in memory; there is nothing to save it from.')
  return file
}

async function save(database: string, file: string): Promise<void> {
  if (!existsSync(dirname(file))) throw new CommandProblem(`There is no folder ${dirname(file)}.`)
  const moment = now()
  await telling(`The backup ${file} cannot be made`, () => backUp(database, file, moment))
  tellOperator(`The backup ${file} is complete.`)
  noteIn(database, moment)
}

/** The backup is good even where the database that it was made from cannot be written to. */
function noteIn(database: string, moment: Instant) {
  try {
    recordBackup(database, moment)
  } catch (error) {
    tellOperator(
      `Its time could not be noted in the database: ${refusal(error) ?? (error as Error).message}.`,
    )
  }
}

async function putBack(file: string, database: string, mayReplace: boolean): Promise<void> {
  const aside = mayReplace ? `${database}.replaced-${now()}` : undefined
  await telling(`The backup ${file} cannot be restored`, async () => {
    mkdirSync(dirname(database), { recursive: true })
    await restore(file, database, aside)
  })
  tellOperator(`The database ${database} is that of the backup.`)
  if (aside !== undefined && existsSync(aside)) tellOperator(`What it was before is in ${aside}.`)
}

/** What the system refuses, in a sentence of the command. */
async function telling(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = refusal(error) ?? refusal((error as Error).cause)
    if (reason === undefined || (error as { code?: unknown }).code === undefined) throw error
    throw new CommandProblem(`${what}: ${reason}.`, { cause: error })
  }
}
