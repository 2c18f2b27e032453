import { withoutPassword, type Config } from '../config.ts'
import { requireFinishedCopy } from '../store/copy/copy-journal.ts'
import {
  closingAfterwards,
  DatabaseError,
  migrate,
  openDatabase,
  pendingMigrations,
  type OpenOptions,
} from '../store/open.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { CommandError, reasonFor } from './error-messages.ts'
import { isThere } from './paths.ts'

const optionsOf = (config: Config): OpenOptions => ({
  pool: config.databasePool,
  replicas: config.readReplicas,
  readYourWrites: config.readYourWrites,
  rendering: config,
  tell: tellOperator,
  now,
})

/** Missing directories are created, so what is missing after all is where a symbolic link leads, or cannot be created. */
const reasonForPath = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
    ? 'a part of the path is a symbolic link to something that does not exist, or no directory can be created there'
    : reasonFor(error)

function openWithReason(config: Config, more: OpenOptions): OpenDatabase {
  const { databaseUrl } = config
  try {
    return openDatabase(databaseUrl, { ...optionsOf(config), ...more })
  } catch (error) {
    const reason = reasonForPath((error as Error).cause)
    if (reason === undefined) throw error
    throw new DatabaseError(
      `Cannot open the database ${withoutPassword(databaseUrl)}: ${reason}. Check CALENDS_DATA_DIR and DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Opens the configured database, runs `work`, and closes the database again. */
export const withDatabase = async <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
  more: OpenOptions = {},
): Promise<T> => closingAfterwards(openWithReason(config, more), work)

/** Runs pending migrations, unless the database is an unfinished copy. */
export async function migrateUnlessCopying(database: OpenDatabase): Promise<void> {
  await requireFinishedCopy(database.db)
  await migrate(database)
}

/** Whether no migration has run yet. */
async function hasNoTables({ migrator }: OpenDatabase): Promise<boolean> {
  return (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined)
}

/** Throws if migrations are pending: only `serve` and `migrate` upgrade, because there is no way back. */
async function requireCurrent(database: OpenDatabase): Promise<void> {
  await requireFinishedCopy(database.db)
  if ((await pendingMigrations(database)).length === 0) return
  throw new CommandError(
    (await hasNoTables(database))
      ? 'The database is empty; calends migrate creates its tables.'
      : 'The database is of an older version of Calends. Create a backup with calends backup; then calends migrate or the start of the service upgrades it.',
  )
}

/** Like `withDatabase`, but creates the tables if there are none yet, and throws if migrations are pending. */
export const withCurrentDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withDatabase(config, async (database) => {
    if (await hasNoTables(database)) await migrateUnlessCopying(database)
    else await requireCurrent(database)
    return work(database)
  })

/** Throws if the SQLite file does not exist, because opening it would create it. */
export function requireDatabaseFile({ databaseUrl }: Config): void {
  const file = sqliteFile(databaseUrl)
  if (file === undefined || file === ':memory:' || isThere(file)) return
  throw new CommandError(
    `The database file ${file} does not exist. CALENDS_DATA_DIR and DATABASE_URL say where it is.`,
  )
}

/** Like `withDatabase`, but throws if the database does not exist. */
export async function withExistingDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  requireDatabaseFile(config)
  return withDatabase(config, work)
}

/** Like `withExistingDatabase`, but throws if the database has no tables yet, or migrations are pending. */
export const withFilledDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withExistingDatabase(config, async (database) => {
    await requireCurrent(database)
    return work(database)
  })
