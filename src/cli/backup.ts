import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { withoutPassword, type Config } from '../config.ts'
import { requireReadable } from '../store/backup/copy-file.ts'
import { backUp, restore, withoutLog } from '../store/backup/index.ts'
import { dumpPostgres, restorePostgres } from '../store/backup/postgres.ts'
import { recordBackup, recordBackupIn } from '../store/backup/record.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import type { Instant } from '../time/index.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { requireDatabaseFile, withDatabase } from './database.ts'
import { CommandError, explainErrors, explainNow, reasonFor } from './error-messages.ts'
import { imageFolderOf, restoreImages, saveImages, withImages, type ImageOptions } from './images.ts'
import { isThere, requireFile, requireFolderOf } from './paths.ts'
import { configOf, databaseSettings, imageSettings, withSettings } from './settings.ts'

type Options = Readonly<Record<string, unknown>> & ImageOptions

const backupSettings = [...databaseSettings, ...imageSettings]

export function declareBackup(command: Command): void {
  withImages(withSettings(command, backupSettings), 'directory to which images are copied')
    .description(
      'Creates a backup of the database in a single file, for PostgreSQL with pg_dump, and copies images that are not in the directory yet. The service may keep running.',
    )
    .argument('<file>', 'the backup file to create; must not exist yet')
    .action((file: string, options: Options) =>
      save(configOf(options), resolve(file), imageFolderOf(options, resolve(file))),
    )
}

export function declareRestore(command: Command): void {
  withImages(withSettings(command, backupSettings), 'directory of the images of the backup')
    .description(
      'Restores a backup created by calends backup into an empty database, for PostgreSQL with pg_restore, and the images that it refers to. The service must be stopped.',
    )
    .argument('<file>', 'a backup created by calends backup')
    .option('--replace', 'replace a non-empty SQLite database, keeping it under another name')
    .action((file: string, options: Options & { replace?: boolean }) =>
      restoreBackup(
        resolve(file),
        configOf(options),
        options.replace ?? false,
        imageFolderOf(options, resolve(file)),
      ),
    )
}

/** Returns the path of the SQLite file; undefined for PostgreSQL. */
function fileOf({ databaseUrl }: Config): string | undefined {
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
    tellOperator(
      `Its time could not be recorded in the database: ${reasonFor(error) ?? (error as Error).message}.`,
    )
    return false
  }
}

async function restoreBackup(
  file: string,
  config: Config,
  mayReplace: boolean,
  images: string | undefined,
): Promise<void> {
  const database = fileOf(config)
  if (isThere(file)) requireFile(file)
  const target = database ?? withoutPassword(config.databaseUrl)
  const aside = mayReplace && database !== undefined ? `${database}.replaced-${now()}` : undefined
  await explainErrors(`Cannot restore the backup ${file} to ${target}`, async () => {
    if (database === undefined) return restorePostgres(file, config.databaseUrl)
    await restore(file, database, aside)
  })
  tellOperator(`Database restored: ${target}.`)
  if (aside !== undefined && existsSync(aside)) tellOperator(`The previous database is now in ${aside}.`)
  if (images !== undefined) await withDatabase(config, ({ db }) => restoreImages(db, config, images))
}
