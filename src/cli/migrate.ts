import { Option, type Command } from 'commander'
import { renewLineage } from '../store/lineage.ts'
import { migrate, pendingMigrations } from '../store/open.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { print, tellOperator } from './console.ts'
import { withDatabase, withExistingDatabase } from './database.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function declare(command: Command): void {
  withSettings(command, databaseSettings)
    .description(
      'Runs pending migrations of the database, and creates it if it does not exist; serve does the same at startup.',
    )
    .option('--dry-run', 'list pending migrations without running them')
    .addOption(
      new Option(
        '--restored',
        'after the database was restored by other means than calends restore: begin another history',
      ).conflicts('dryRun'),
    )
    .action((options: { dryRun?: boolean; restored?: boolean }) => {
      const config = configOf(options)
      if (options.dryRun)
        return withExistingDatabase(config, async (database) => show(await pendingMigrations(database)))
      if (options.restored) return withExistingDatabase(config, migrateRestored)
      return withDatabase(config, async (database) => show(await migrate(database)))
    })
}

async function migrateRestored(database: OpenDatabase): Promise<void> {
  show(await migrate(database))
  await renewLineage(database.db)
  tellOperator('Another history has begun: clients that follow the changes read everything again.')
}

function show(names: readonly string[]) {
  for (const name of names) print(name)
  if (names.length === 0) tellOperator('The database is up to date.')
}
