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

/** Opens the database of the settings for as long as the work lasts. */
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
export async function makeCurrent(database: OpenDatabase): Promise<void> {
  if (await isUnfinishedCopy(database.db))
    throw new DatabaseError('The database is an unfinished copy; finish it by running calends copy again.')
  await migrate(database)
}

/** The same, with pending migrations run first. */
export const withCurrentDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withDatabase(config, async (database) => {
    await makeCurrent(database)
    return work(database)
  })

/** Opening a SQLite file creates it, so commands that need what is in it look for it first. */
function refuseMissing({ databaseUrl }: Config): void {
  const file = sqliteFile(databaseUrl)
  if (file === undefined || file === ':memory:' || existsSync(file)) return
  throw new CommandError(
    `The database file ${file} does not exist. CALENDS_DATA_DIR and DATABASE_URL say where it is.`,
  )
}

/** On a server the database exists before its tables do. */
async function refuseEmpty({ migrator }: OpenDatabase): Promise<void> {
  const known = await migrator.getMigrations()
  if (known.every(({ executedAt }) => executedAt === undefined))
    throw new CommandError('The database is empty; calends migrate creates its tables.')
}

/** Opens the database only if it is there. */
export async function withExistingDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  refuseMissing(config)
  return withDatabase(config, work)
}

/** The same, with the tables that the command expects: a database without any is left as it is. */
export const withFilledDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withExistingDatabase(config, async (database) => {
    await refuseEmpty(database)
    await makeCurrent(database)
    return work(database)
  })
