import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { requireReadable } from '../store/backup/copy-file.ts'
import { backUp, withoutLog } from '../store/backup/index.ts'
import { dumpPostgres } from '../store/backup/postgres.ts'
import { recordBackup, recordBackupIn } from '../store/backup/record.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import type { Instant } from '../time/index.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { requireDatabaseFile, withDatabase } from './database.ts'
import { CommandError, explainErrors, explainNow, reasonOrMessage } from './error-messages.ts'
import { imageFolderOf, saveImages, withImages, type ImageOptions } from './images.ts'
import { requireFolderOf } from './paths.ts'
import { configOf, databaseSettings, imageSettings, withSettings } from './settings.ts'

export type Options = Readonly<Record<string, unknown>> & ImageOptions

export const backupSettings = [...databaseSettings, ...imageSettings]

export function declare(command: Command): void {
  withImages(withSettings(command, backupSettings), 'directory to which images are copied')
    .description(
      'Creates a backup of the database in a single file, for PostgreSQL with pg_dump, and copies images that are not in the directory yet. The service may keep running.',
    )
    .argument('<file>', 'the backup file to create; must not exist yet')
    .action((file: string, options: Options) =>
      save(configOf(options), resolve(file), imageFolderOf(options, resolve(file))),
    )
}

/** Returns the path of the SQLite file; undefined for PostgreSQL. */
export function fileOf({ databaseUrl }: Config): string | undefined {
  const file = sqliteFile(databaseUrl)
  if (file === ':memory:') throw new CommandError('An in-memory database cannot be backed up or restored.')
  return file
}

async function save(config: Config, file: string, images: string | undefined): Promise<void> {
  const database = fileOf(config)
  requireDatabaseFile(config)
  requireFolderOf(file)
  if (database !== undefined)
    explainNow(`Cannot read the database ${database}`, () => requireReadable(database))
  const moment = now()
  await explainErrors(`Cannot create the backup ${file}`, () =>
    database === undefined ? dumpPostgres(config.databaseUrl, file) : backUp(database, file, moment),
  )
  tellOperator(`Backup created: ${file}.`)
  const isRecorded = await recordBackupTime(config, database, moment)
  if (images === undefined) return
  // After the database, because the service stores files before the rows that refer to them.
  const save = (from: Config) => withDatabase(from, ({ db }) => saveImages(db, config, images))
  if (database === undefined || isRecorded) return save(config)
  // The backup names the same images as a database that may only be read, and opening a database writes to it.
  await save({ ...config, databaseUrl: `sqlite:${file}` }).finally(() => withoutLog(file))
}

/**
 * Returns whether the time was recorded. Only reports an error, because the backup is complete even if its time cannot be
 * recorded.
 */
async function recordBackupTime(
  config: Config,
  database: string | undefined,
  moment: Instant,
): Promise<boolean> {
  try {
    if (database !== undefined) recordBackup(database, moment)
    else await withDatabase(config, ({ db }) => recordBackupIn(db, moment))
    return true
  } catch (error) {
    tellOperator(`Its time could not be recorded in the database: ${reasonOrMessage(error)}.`)
    return false
  }
}
