import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { backUp, restore } from '../store/backup/index.ts'
import { recordBackup } from '../store/backup/record.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import type { Instant } from '../time/index.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { CommandError, reasonFor } from './error-messages.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

type Options = Readonly<Record<string, unknown>>

export function addBackup(program: Command): void {
  withSettings(program.command('backup'), databaseSettings)
    .summary('back up the database to a file')
    .description(
      'Creates a verified backup of an SQLite database in a single file; the service may keep running.',
    )
    .argument('<file>', 'the backup file to create; must not exist yet')
    .action((file: string, options: Options) => save(fileOf(configOf(options)), resolve(file)))
}

export function addRestore(program: Command): void {
  withSettings(program.command('restore'), databaseSettings)
    .summary('restore a database backup')
    .description(
      'Replaces the database with a backup created by calends backup. The service must be stopped.',
    )
    .argument('<file>', 'a backup created by calends backup')
    .option('--replace', 'replace a non-empty database, keeping it under another name')
    .action((file: string, options: Options & { replace?: boolean }) =>
      putBack(resolve(file), fileOf(configOf(options)), options.replace ?? false),
    )
}

function fileOf({ databaseUrl }: Config): string {
  const file = sqliteFile(databaseUrl)
  if (file === undefined)
    throw new CommandError(
      'calends backup and restore support only SQLite; for PostgreSQL, use pg_dump and pg_restore.',
    )
  if (file === ':memory:') throw new CommandError('An in-memory database cannot be backed up or restored.')
  return file
}

async function save(database: string, file: string): Promise<void> {
  if (!existsSync(dirname(file))) throw new CommandError(`The directory ${dirname(file)} does not exist.`)
  const moment = now()
  await telling(`Cannot create the backup ${file}`, () => backUp(database, file, moment))
  tellOperator(`Backup created: ${file}.`)
  noteIn(database, moment)
}

/** The backup is good even where the database that it was made from cannot be written to. */
function noteIn(database: string, moment: Instant) {
  try {
    recordBackup(database, moment)
  } catch (error) {
    tellOperator(
      `Its time could not be recorded in the database: ${reasonFor(error) ?? (error as Error).message}.`,
    )
  }
}

async function putBack(file: string, database: string, mayReplace: boolean): Promise<void> {
  const aside = mayReplace ? `${database}.replaced-${now()}` : undefined
  await telling(`Cannot restore the backup ${file}`, async () => {
    mkdirSync(dirname(database), { recursive: true })
    await restore(file, database, aside)
  })
  tellOperator(`Database restored: ${database}.`)
  if (aside !== undefined && existsSync(aside)) tellOperator(`The previous database is now in ${aside}.`)
}

/** Turns errors of the operating system into messages of the command. */
async function telling(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = reasonFor(error) ?? reasonFor((error as Error).cause)
    if (reason === undefined || (error as { code?: unknown }).code === undefined) throw error
    throw new CommandError(`${what}: ${reason}.`, { cause: error })
  }
}
