import Sqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import {
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
  type QueryResult,
} from 'kysely'
import { createPrivately } from '../../private-files.ts'
import { isYieldDue, yieldIfDue } from '../../../yielding.ts'
import type { LogFlush } from './sqlite-log-flush.ts'
import type { WriteGuard } from './sqlite-write-guard.ts'

/** The connection to a file, and the driver that writes with it. */

/** A single connection, in WAL mode if the file system supports it. */
export function connect(path: string) {
  if (path !== ':memory:') createPrivately(path)
  const connection = new Sqlite(path)
  // Affects only new files; most rendered events fit into one page of this size.
  connection.pragma('page_size = 8192')
  connection.pragma('journal_mode = WAL')
  // Acknowledged writes must survive a power cut; in WAL mode we flush the log ourselves after each transaction.
  connection.pragma(`synchronous = ${hasLog(connection) ? 'NORMAL' : 'FULL'}`)
  connection.pragma('busy_timeout = 5000')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -16384')
  connection.pragma('temp_store = MEMORY')
  // Usually the reader thread checkpoints the log before it becomes this long.
  connection.pragma('wal_autocheckpoint = 10000')
  return connection
}

export const hasLog = (connection: Sqlite.Database) =>
  connection.pragma('journal_mode', { simple: true }) === 'wal'

const maxCachedStatements = 400

/** Prepares statements once and evicts the least recently used. Reports those that write. */
function cacheStatements(connection: Sqlite.Database, onWrite: () => void): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>()
  return {
    prepare(text) {
      const statement = statements.get(text) ?? connection.prepare(text)
      statements.delete(text)
      statements.set(text, statement)
      if (!statement.readonly) onWrite()
      const [oldest] = statements.keys()
      if (statements.size > maxCachedStatements && oldest !== undefined) statements.delete(oldest)
      return statement as unknown as SqliteStatement
    },
    // The dialect closes the connection after its readers.
    close: () => undefined,
  }
}

/** Milliseconds for which shutdown waits for other processes that are reading or writing. */
const closeTimeoutMs = 1_000

/** The file may only be read, or the disk takes no more: what was committed remains in the log, where the next one finds it. */
const isCheckpointRefused = (error: unknown) =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:READONLY|FULL|IOERR)/.test(error.code)

/** Must be the last connection to close: a reader cannot checkpoint the log, so the data would remain in `-wal`. */
export function closeLast(connection: Sqlite.Database): void {
  try {
    connection.pragma(`busy_timeout = ${closeTimeoutMs}`)
    if (!connection.memory) connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isCheckpointRefused(error)) throw error
  } finally {
    connection.close()
  }
}

/** Reports errors to the guard, because corruption shows only when a query encounters it. */
class ObservedConnection implements DatabaseConnection {
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly guard: WriteGuard,
  ) {}

  /**
   * Statements of a transaction follow each other without a pause, so a long one would block all requests until its
   * end. Otherwise nothing is awaited, because that would cost as much as a short statement.
   */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return isYieldDue() ? yieldIfDue().then(() => this.executeNow<R>(query)) : this.executeNow<R>(query)
  }

  private executeNow<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return this.connection.executeQuery<R>(query)
    } catch (error) {
      this.guard.observe(error)
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.connection.streamQuery<R>(query, chunkSize)
  }
}

/**
 * Uses `begin immediate`, because a lock conflict later in the transaction could only fail. A writer first releases the
 * connection to others, and then waits until its transaction is flushed.
 */
export class WritingDriver extends SqliteDriver {
  private observed: ObservedConnection | undefined
  private hasWritten = false

  constructor(
    private readonly file: Sqlite.Database,
    private readonly guard: WriteGuard,
    private readonly log: LogFlush | undefined,
  ) {
    super({ database: cacheStatements(file, () => (this.hasWritten = true)) })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return (this.observed ??= new ObservedConnection(connection, this.guard))
  }

  override beginTransaction(): Promise<void> {
    return this.guard.begin({
      release: () => super.releaseConnection(),
      acquire: async () => void (await super.acquireConnection()),
    })
  }

  /** SQLite itself rolls back when the disk is full or fails; a second rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.file.inTransaction) await super.rollbackTransaction(connection)
  }

  override async releaseConnection(): Promise<void> {
    const { hasWritten } = this
    this.hasWritten = false
    await super.releaseConnection()
    if (!hasWritten) return
    try {
      await this.log?.flushed()
    } catch (error) {
      throw this.guard.notKept(error)
    }
    this.guard.requireSameFiles()
  }
}
