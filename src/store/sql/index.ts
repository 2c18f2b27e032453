import { DEFAULT_MIGRATION_TABLE, Kysely, Migrator, sql } from 'kysely'
import type { DatabaseOptions, Dialect, OpenDatabase } from './dialects/dialect.ts'
import { postgresDialect } from './dialects/postgres.ts'
import { sqliteDialect } from './dialects/sqlite.ts'
import { Db, type DbOptions } from './db.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

/** A database that cannot be used; the message is for the operator. */
export class DatabaseError extends Error {}

/** The table that a copy creates in its target before any other. */
export const copyJournal = 'unfinished_copy'

const ownMarks = [DEFAULT_MIGRATION_TABLE, copyJournal]

function createDialect(url: string, options: DatabaseOptions): Dialect {
  const [scheme, location] = [url.slice(0, url.indexOf(':')), url.slice(url.indexOf(':') + 1)]
  if (scheme === 'sqlite') return sqliteDialect(location.replace(/^\/\/(?=\/)/, ''))
  if (scheme === 'postgres' || scheme === 'postgresql') return postgresDialect(url, options)
  throw new DatabaseError(`"${scheme}" databases are not supported; use sqlite: or postgres:`)
}

function open(url: string, options: DatabaseOptions): Dialect {
  try {
    return createDialect(url, options)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`Cannot open the database ${url}: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** Opens the database at this URL without migrating it; see `migrate`. */
export function openSqlDatabase(url: string, options: DatabaseOptions & DbOptions): OpenDatabase {
  const dialect = open(url, options)
  const db = new Db(dialect, options)
  const unlimited =
    dialect.unlimited === undefined ? db : new Kysely<Database>({ dialect: dialect.unlimited })
  const migrator = new Migrator({
    db: unlimited,
    provider: { getMigrations: () => Promise.resolve(migrations(dialect)) },
  })
  const readDatabase = () => dialect.replica() ?? db
  const close = async () => {
    await Promise.all([...new Set([db, unlimited])].map((one) => one.destroy())).finally(() =>
      dialect.close(),
    )
  }
  return { url, db, unlimited, dialect, migrator, readDatabase, close }
}

/** Throws if a newer version of the program has run migrations that this one does not know. */
export async function assertNotNewer({ migrator }: OpenDatabase, executed: readonly string[]): Promise<void> {
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name))
  if (executed.some((name) => !known.has(name))) throw newerVersionError()
}

/** Throws if a file that Calends has to itself is that of another program. */
async function assertOwn({ db, dialect }: OpenDatabase): Promise<void> {
  if (!dialect.hasOwnFile) return
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.length > 0 && !tables.some(({ name }) => ownMarks.includes(name)))
    throw new DatabaseError(
      `${dialect.displayName} belongs to another program; name a Calends database, or a new file.`,
    )
}

/** Names of pending migrations, oldest first. */
export async function pendingMigrations(database: OpenDatabase): Promise<string[]> {
  await assertOwn(database)
  await assertNotNewer(database, await executedMigrations(database.db))
  const known = await database.migrator.getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Throws if there are texts that an empty database could not store. One that has tables already keeps working. */
export async function assertUnicode({ db, dialect }: OpenDatabase): Promise<void> {
  const encoding = await dialect.encodingOf(db)
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `The encoding of the database is ${encoding}, which cannot store all texts; create another one with createdb --template=template0 --encoding=UTF8.`,
    )
}

/** Runs the pending migrations and returns their names. */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  await assertOwn(database)
  if ((await executedMigrations(database.db)).length === 0) await assertUnicode(database)
  const { error, results = [] } = await database.migrator.migrateToLatest()
  if (error !== undefined) rethrowMigrationError(error)
  return results.map(({ migrationName }) => migrationName)
}

const newerVersionError = (cause?: unknown) =>
  new DatabaseError('The database was migrated by a newer version of Calends; use that version or later.', {
    cause,
  })

function rethrowMigrationError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  throw message.includes('corrupted migrations') ? newerVersionError(error) : error
}
