import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { importExport } from '../store/export/index.ts'
import { tellOperator } from './console.ts'
import { withDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { linesOfFile } from './export.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addImport(program: Command): void {
  withSettings(program.command('import'), databaseSettings)
    .summary('import an export of calends into an empty database')
    .description(
      'Reads an export of calends export to its end, and imports all of it into an empty database, or nothing.',
    )
    .argument('<file>', 'the export')
    .addOption(new Option('--format <format>', 'what the file is').choices(['calends']).default('calends'))
    .action(async (file: string, options: Readonly<Record<string, unknown>>) => {
      const path = resolve(file)
      if (!existsSync(path)) throw new CommandError(`The file ${path} does not exist.`)
      const { rows } = await withDatabase(configOf(options), (database) =>
        importExport(database, () => linesOfFile(path)),
      )
      tellOperator(`Import complete: ${rows} rows.`)
    })
}
