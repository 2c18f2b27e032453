import Sqlite from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type RawBuilder,
  type QueryExecutorProvider,
} from 'kysely'
import { trackedTables } from '../../changes/tracking.ts'
import { contains } from '../../../resources/contains.ts'
import type { AdapterOfDialect, Dialect, InsertSource, Values } from './dialect.ts'
import { fileAt } from './location.ts'
import { createLogFlush, type SyncFile } from './sqlite-log-flush.ts'
import { createReaderThread } from './sqlite-reader-thread.ts'
import { WriteLockTimeout } from '../write-lock.ts'
import { UnusableFile, writeGuard } from './sqlite-write-guard.ts'
import { addSearchIndex, searchIndexesOf } from './sqlite-search-index.ts'
import type { TextTableName } from '../../../resources/kinds.ts'
import { closeLast, connect, hasLog, WritingDriver } from './sqlite-connection.ts'
import { OwnVersions, VersionReader } from './sqlite-versions.ts'

/** The trigram index requires at least three characters; shorter terms are searched in the text itself. */
const shortestIndexed = 3

/** Constraints, limits, and values of another type. */
const refusal = /^SQLITE_(?:CONSTRAINT|TOOBIG|MISMATCH)/

/** The file is locked by another process or corrupt, or the disk is full or failing. */
const unavailable = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/

const isIndexed = (term: string) => [...term].length >= shortestIndexed

const quotedPhrase = (term: string) => `"${term.replaceAll('"', '""')}"`

class Adapter extends SqliteAdapter implements AdapterOfDialect {
  constructor(readonly dialect: Dialect) {
    super()
  }

  /** A migration that fails half-way, or runs in another process, leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const operations = ['insert', 'update', 'delete'] as const

const nameOfTrigger = (table: string, operation: string) => `track_${table}_${operation}`

const triggerName = (table: string, operation: string) => sql.id(nameOfTrigger(table, operation))

async function trackChanges(db: QueryExecutorProvider): Promise<void> {
  for (const { table, columns, statements } of trackedTables)
    for (const operation of operations) {
      const row = operation === 'delete' ? 'old' : 'new'
      const of = operation === 'update' && columns !== undefined ? ` of ${columns.join(', ')}` : ''
      await sql`create trigger ${triggerName(table, operation)} before ${sql.raw(`${operation}${of} on ${table} begin ${statements(row).join(' ')} end`)}`.execute(
        db,
      )
    }
}

async function untrackChanges(db: QueryExecutorProvider): Promise<void> {
  for (const { table } of trackedTables)
    for (const operation of operations)
      await sql`drop trigger if exists ${triggerName(table, operation)}`.execute(db)
}

async function missingTriggers(db: QueryExecutorProvider): Promise<readonly string[]> {
  const found = sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`
  const names = new Set((await found.execute(db)).rows.map(({ name }) => name))
  return trackedTables
    .flatMap(({ table }) => operations.map((operation) => nameOfTrigger(table, operation)))
    .filter((name) => !names.has(name))
}

/** Forces the narrow index, because SQLite would otherwise read the wide rows of the texts. */
function textsContaining(
  table: TextTableName,
  terms: readonly string[],
  match: 'all' | 'any',
): RawBuilder<unknown> {
  const index = sql.table(`${table}_search`)
  const phrases = terms
    .filter(isIndexed)
    .map(quotedPhrase)
    .join(match === 'all' ? ' AND ' : ' OR ')
  const short = terms.filter((term) => !isIndexed(term)).map((term) => contains(sql`searched.search`, term))
  const shortFound = sql`(${sql.join(short, match === 'all' ? sql` and ` : sql` or `)})`
  if (phrases === '') return sql`from ${sql.table(table)} as searched where ${shortFound}`
  if (match === 'any' && short.length > 0)
    return sql`from ${sql.table(table)} as searched where (searched.text_id in (select rowid from ${index} where ${index} match ${phrases}) or ${shortFound})`
  const narrow = short.length === 0 ? sql`indexed by ${sql.id(`${table}_of`)}` : sql``
  const found = sql`searched.text_id = ${index}.rowid and ${index} match ${phrases}`
  return sql`from ${index} cross join ${sql.table(table)} as searched ${narrow} where ${sql.join([found, ...short], sql` and `)}`
}

const mostRows = 32

/** Length in characters from which a text takes long to store, so that its row gets a statement of its own. */
const longText = 64 * 1024

const hasLongText = (row: Values) =>
  Object.values(row).some((value) => typeof value === 'string' && value.length > longText)

/** Splits rows into parts whose lengths are powers of two, so that there are few statements to prepare. */
function inParts(rows: readonly Values[]): (readonly Values[])[] {
  const most = rows.some(hasLongText) ? 1 : mostRows
  const parts: (readonly Values[])[] = []
  for (let from = 0; from < rows.length;) {
    const length = Math.min(most, 2 ** Math.floor(Math.log2(rows.length - from)))
    parts.push(rows.slice(from, from + length))
    from += length
  }
  return parts
}

/** Binds each value as a parameter, because extracting them from JSON would take several times as long. */
function boundRows(columns: readonly string[], rows: readonly Values[]): InsertSource {
  const row = `(${columns.map(() => '?').join(', ')})`
  return {
    text: `values ${rows.map(() => row).join(', ')}`,
    parameters: rows.flatMap((values) => columns.map((column) => values[column] ?? null)),
  }
}

const readIds: Dialect['selectIds'] = async (db, query) => (await query.execute(db)).rows.map(({ id }) => id)

type OfConnection =
  | 'displayName'
  | 'kysely'
  | 'selectIds'
  | 'searchIndexes'
  | 'requireIntact'
  | 'onCommit'
  | 'version'
  | 'close'

/** The members that do not depend on a connection. */
const sqlite: Omit<Dialect, OfConnection> = {
  name: 'sqlite',
  hasOwnFile: true,
  isInProcess: true,
  integer: 'integer',
  sortedText: 'text',
  codePointCollation: 'binary',
  addId: (table, column) =>
    table.addColumn(column, 'integer', (definition) => definition.primaryKey().autoIncrement()),
  cluster: (table) => table.modifyEnd(sql`without rowid`),
  addSearchIndex,
  trackChanges,
  missingTriggers,
  untrackChanges,
  // Its plans are chosen without statistics, so that they are the same for every calendar.
  updateStatistics: () => Promise.resolve(),
  encodingOf: () => Promise.resolve('UTF8'),
  hasIdOf: (id, ids) => sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`,
  contains(table, alias, term) {
    if (!isIndexed(term)) return contains(sql.ref(`${alias}.search`), term)
    const index = sql.table(`${table}_search`)
    return sql`${sql.ref(`${alias}.text_id`)} in (select rowid from ${index} where ${index} match ${quotedPhrase(term)})`
  },
  textsContaining,
  isIndexed,
  insertSourcesFor: (_, columns, rows) => inParts(rows).map((part) => boundRows(columns, part)),
  async incrementVersion(trx) {
    const moved = sql<{
      value: number
    }>`update state set value = value + 1 where name = 'version' returning value`
    return (await moved.execute(trx)).rows[0]!.value
  },
  // A transaction that has begun is already the only writer.
  lockWriters: () => Promise.resolve(),
  replica: () => undefined,
  isUniqueViolation: (error) =>
    error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE',
  isRefusal: (error) => error instanceof Sqlite.SqliteError && refusal.test(error.code),
  isUnavailable: (error) =>
    error instanceof UnusableFile ||
    error instanceof WriteLockTimeout ||
    (error instanceof Sqlite.SqliteError && unavailable.test(error.code)),
  isRetryable: () => false,
}

/** The dialect for this file; `sync` flushes a file to the disk. */
export function sqliteDialect(location: string, sync?: SyncFile): Dialect {
  const path = fileAt(location)
  const connection = connect(path)
  const guard = writeGuard(connection)
  const log = hasLog(connection) ? createLogFlush(path, sync) : undefined
  const versions = path === ':memory:' ? new OwnVersions() : new VersionReader(path)
  const readerThread = path === ':memory:' ? undefined : createReaderThread(path)
  const dialect: Dialect = {
    ...sqlite,
    displayName: path === ':memory:' ? 'SQLite in memory' : `SQLite file ${path}`,
    kysely: {
      createDriver: () => new WritingDriver(connection, guard, log),
      createAdapter: () => new Adapter(dialect),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    selectIds: readerThread === undefined ? readIds : (db, query) => readerThread.ids(query.compile(db)),
    searchIndexes: searchIndexesOf(path),
    requireIntact: guard.requireIntact,
    onCommit(version) {
      versions.committed(version)
      readerThread?.committed()
    },
    version: () => versions.read(),
    async close() {
      versions.close()
      await Promise.all([readerThread?.close(), log?.close()])
      closeLast(connection)
    },
  }
  return dialect
}
