import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { withoutPassword, type Config } from '../config.ts'
import { restore } from '../store/backup/index.ts'
import { restorePostgres } from '../store/backup/postgres.ts'
import { backupSettings, fileOf, type Options } from './backup.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { withDatabase } from './database.ts'
import { explainErrors } from './error-messages.ts'
import { imageFolderOf, restoreImages, withImages } from './images.ts'
import { isThere, requireFile } from './paths.ts'
import { configOf, withSettings } from './settings.ts'

export function declare(command: Command): void {
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
