import { withoutPassword, type Config } from '../config.ts'
import { DatabaseProblem, migrate, openDatabase } from '../database/index.ts'
import type { OpenDatabase } from '../database/dialects/dialect.ts'
import { refusal } from './problem.ts'

function openWithReason({ databaseUrl }: Config): OpenDatabase {
  try {
    return openDatabase(databaseUrl)
  } catch (error) {
    const reason = refusal((error as Error).cause)
    if (reason === undefined) throw error
    throw new DatabaseProblem(
      `The database ${withoutPassword(databaseUrl)} cannot be opened: ${reason}. CALENDS_DATA_DIR and DATABASE_URL say where it is.`,
      { cause: error },
    )
  }
}

/** Opens the database of the settings for as long as the work lasts. */
export async function withDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = openWithReason(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The same, brought up to date first. */
export const withCurrentDatabase = <T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> =>
  withDatabase(config, async (database) => {
    await migrate(database)
    return work(database)
  })
