import { existsSync } from 'node:fs'
import { withoutPassword, type Config } from '../config.ts'
import { isUnfinishedCopy } from '../store/copy/copy-journal.ts'
import { DatabaseError, migrate, openDatabase, type OpenOptions } from '../store/open.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { now } from './clock-and-random.ts'
import { CommandError, reasonFor } from './error-messages.ts'

const optionsOf = (config: Config): OpenOptions => ({
  pool: config.databasePool,
  replicas: config.readReplicas,
  readYourWrites: config.readYourWrites,
  rendering: config,
  now,
})

function openWithReason(config: Config, more: OpenOptions): OpenDatabase {
  const { databaseUrl } = config
  try {
    return openDatabase(databaseUrl, { ...optionsOf(config), ...more })
  } catch (error) {
    const reason = reasonFor((error as Error).cause)
    if (reason === undefined) throw error
    throw new DatabaseError(
      `Cannot open the database ${withoutPassword(databaseUrl)}: ${reason}. Check CALENDS_DATA_DIR and DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Opens the configured database, runs `work`, and closes the database again. */
export async function withDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
  more: OpenOptions = {},
): Promise<T> {
  const database = openWithReason(config, more)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Runs pending migrations, unless the database is an unfinished copy. */
export async function migrateUnlessCopying(database: OpenDatabase): Promise<void> {
  if (await isUnfinishedCopy(database.db))
    throw new DatabaseError('The database is an unfinished copy; finish it by running calends copy again.')
  await migrate(database)
}

/** Like `withDatabase`, but runs pending migrations first. */
export const withCurrentDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withDatabase(config, async (database) => {
    await migrateUnlessCopying(database)
    return work(database)
  })

/** Throws if the SQLite file does not exist, because opening it would create it. */
function requireDatabaseFile({ databaseUrl }: Config): void {
  const file = sqliteFile(databaseUrl)
  if (file === undefined || file === ':memory:' || existsSync(file)) return
  throw new CommandError(
    `The database file ${file} does not exist. CALENDS_DATA_DIR and DATABASE_URL say where it is.`,
  )
}

/** Throws if the database has no tables yet, as on a server before the first migration. */
async function requireTables({ migrator }: OpenDatabase): Promise<void> {
  const known = await migrator.getMigrations()
  if (known.every(({ executedAt }) => executedAt === undefined))
    throw new CommandError('The database is empty; calends migrate creates its tables.')
}

/** Like `withDatabase`, but throws if the database does not exist. */
export async function withExistingDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  requireDatabaseFile(config)
  return withDatabase(config, work)
}

/** Like `withCurrentDatabase`, but throws if the database does not exist or has no tables yet. */
export const withFilledDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withExistingDatabase(config, async (database) => {
    await requireTables(database)
    await migrateUnlessCopying(database)
    return work(database)
  })
