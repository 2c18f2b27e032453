import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { checkExport, importExport, requireEmpty } from '../store/export/index.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { tellOperator } from './console.ts'
import { withDatabase } from './database.ts'
import { linesOfFile } from './export.ts'
import { imageFolderOf, restoreImages, type ImageOptions } from './images.ts'
import { isThere, requireFile } from './paths.ts'

/** Imports a complete service, as `calends export` wrote it, into an empty database. */

/** The first characters of every export. */
const exportBeginning = '{"calends":"export"'

export async function isExportFile(path: string): Promise<boolean> {
  requireFile(path)
  const beginning = await open(path)
  try {
    const { buffer, bytesRead } = await beginning.read({ length: exportBeginning.length })
    return buffer.toString('utf8', 0, bytesRead) === exportBeginning
  } finally {
    await beginning.close()
  }
}

/** Options that choose among events or change them, which an export does not allow. */
const optionsForEvents = ['source', 'policy', 'status', 'report', 'user', 'map']

/** Refuses what would have no effect, because an export is imported as it is. */
export function refuseOptionsForEvents(command: Command): void {
  const given = optionsForEvents.filter((name) => command.getOptionValueSource(name) === 'cli')
  if (given.length > 0)
    command.error(
      `error: ${given.map((name) => `--${name}`).join(', ')} cannot be used with an export, which is imported as it is.`,
    )
}

export async function importWhole(config: Config, path: string, options: ImageOptions): Promise<void> {
  requireFile(path)
  const folder = imageFolderOf(options, path)
  await withDatabase(rehearsalConfig(config), (database) => checkExport(database, linesOfFile(path)))
  await withDatabase(config, async (database) => {
    const { rows } = await importExport(database, linesOfFile(path))
    tellOperator(`Import complete: ${rows} rows.`)
    if (folder !== undefined) await restoreImages(database.db, config, folder)
  })
}

/** Opening a file that does not exist would create it, so an empty database in memory stands in for it. */
function rehearsalConfig(config: Config): Config {
  const file = sqliteFile(config.databaseUrl)
  return file === undefined || isThere(file) ? config : { ...config, databaseUrl: 'sqlite::memory:' }
}

/** Says what would be imported, after the same checks. */
export async function rehearseWhole(config: Config, path: string): Promise<void> {
  requireFile(path)
  await withDatabase(rehearsalConfig(config), async (database) => {
    const tables = await checkExport(database, linesOfFile(path))
    await requireEmpty(database)
    for (const [name, rows] of tables) tellOperator(`${name}: ${rows} rows`)
    const all = [...tables.values()].reduce((sum, rows) => sum + rows, 0)
    tellOperator(`The export is complete; ${all} rows would be imported.`)
  })
}
