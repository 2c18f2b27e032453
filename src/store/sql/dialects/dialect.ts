import type {
  CreateTableBuilder,
  DialectAdapter,
  Expression,
  Kysely,
  KyselyConfig,
  Migrator,
  OrderByItemBuilder,
  QueryExecutorProvider,
  RawBuilder,
  SqlBool,
} from 'kysely'
import type { Db } from '../db.ts'
import type { Database } from '../schema.ts'
import type { Trx } from '../write-queue.ts'
import type { TextTableName } from '../../../resources/kinds.ts'

/** Values of a row; missing ones are null. */
export type Values = Readonly<Record<string, unknown>>

/** What follows `insert into … (…)`. */
export interface InsertSource {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** A full-text index that differs from the texts, or will, or is missing. */
export interface StaleIndex {
  readonly table: TextTableName
  readonly isLost?: true
  /** Triggers that keep it up to date are missing. */
  readonly isAbandoned?: true
  /** IDs of resources with texts that it lacks; it may also have other words than these. */
  readonly missing: readonly number[]
}

export interface SearchIndexes {
  findStale(db: Db, tables: readonly TextTableName[]): readonly StaleIndex[] | Promise<readonly StaleIndex[]>
  rebuild(database: Pick<OpenDatabase, 'db' | 'unlimited'>, tables: readonly TextTableName[]): Promise<void>
}

/** Every difference between the databases is a member of this interface; nothing else asks which database it is. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether the database is a file that no other program has tables in. */
  readonly hasOwnFile: boolean
  /** Whether most queries run on the thread that asks, so that several at a time take as long as one after the other. */
  readonly isInProcess: boolean
  readonly kysely: KyselyConfig['dialect']
  /** The dialect for work of any length, if other connections limit how long a statement may take. */
  readonly unlimited?: KyselyConfig['dialect']
  /** The type of text that is ordered and compared by code points. */
  readonly sortedText: 'text' | RawBuilder<unknown>
  /** The collation that orders by code points any other text, which a database may order as its locale does. */
  readonly codePointCollation: 'binary' | 'C'
  /** The type of integers and IDs, wide enough for any number that we accept. */
  readonly integer: 'integer' | 'bigint'
  /** An auto-increment primary key that never assigns a number twice. */
  addId<T extends string, C extends string, I extends string>(
    table: CreateTableBuilder<T, C>,
    column: I,
  ): CreateTableBuilder<T, C | I>
  /** A table stored in the order of its primary key, if the database supports that. */
  cluster<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Maintains an index over the column `search` of a table of texts, for `contains`. */
  addSearchIndex(db: Kysely<unknown>, table: TextTableName): Promise<void>
  readonly searchIndexes: SearchIndexes
  /** Creates the triggers that record changes: see changes/tracking.ts. */
  trackChanges(db: QueryExecutorProvider): Promise<void>
  /** The names of those that are missing, or that somebody has disabled. */
  missingTriggers(db: QueryExecutorProvider): Promise<readonly string[]>
  /** Drops them, for work that fills whole tables and marks everything as changed itself. */
  untrackChanges(db: QueryExecutorProvider): Promise<void>
  /**
   * Tells the planner how much the tables hold, for work that fills them: a server finds out by itself, but only after a
   * minute, and reads whole tables until then.
   */
  updateStatistics(db: QueryExecutorProvider): Promise<void>
  /** True for rows of the table (under that alias) whose normalized text contains the normalized term. */
  contains(table: TextTableName, alias: string, term: string): Expression<SqlBool>
  /**
   * The `from` and `where` clauses that find the texts, as `searched`, that contain all of the terms, or any of them;
   * `and …` may follow.
   */
  textsContaining(table: TextTableName, terms: readonly string[], match: 'all' | 'any'): RawBuilder<unknown>
  /** True for rows whose ID is among these, however many they are. */
  hasIdOf(id: Expression<unknown>, ids: readonly number[]): Expression<SqlBool>
  /** The IDs that a query finds, in its order; a slow query does not block others. */
  selectIds(db: Kysely<Database>, query: RawBuilder<{ id: number }>): Promise<ArrayLike<number>>
  /** Whether `contains` finds the term with its index, or has to scan the texts. */
  isIndexed(term: string): boolean
  /** The rows that an insert takes its values from, in as few queries as is efficient and with few different texts. */
  insertSourcesFor(
    table: keyof Database,
    columns: readonly string[],
    rows: readonly Values[],
  ): readonly InsertSource[]
  isUniqueViolation(error: unknown): boolean
  /** Whether the database refuses the values that were written, so that it would refuse them again. */
  isRefusal(error: unknown): boolean
  /** Whether the database is unreachable, busy or full, which is not a bug and may pass. */
  isUnavailable(error: unknown): boolean
  /** Whether the same transaction may succeed if it is retried from the start. */
  isRetryable(error: unknown): boolean
  /** Throws if writes would be lost, because the database is gone or known to be corrupt. */
  requireIntact(): void
  /** How the database stores text, in the words of PostgreSQL: `UTF8` has all characters. */
  encodingOf(db: QueryExecutorProvider): Promise<string>
  /** Increments `state.version`, which blocks other writers until the commit, and notifies other nodes after it. */
  incrementVersion(trx: Trx): Promise<number>
  /** Makes other writers wait for this transaction, as `incrementVersion` does, but changes nothing. */
  lockWriters(trx: Trx): Promise<unknown>
  /**
   * Makes the transaction fail instead of waiting long for another one. Undefined if a writing transaction locks the
   * whole database, so that writers never run side by side.
   */
  readonly waitBriefly?: (trx: Trx) => Promise<unknown>
  /** Called after a transaction of this process has committed this version. */
  onCommit(version: number): void
  /**
   * Version of the committed data, incremented by every write of any process; undefined if it is not known reliably
   * at the moment. Data read afterwards is at least as new.
   */
  version(): number | undefined
  /** A replica that has reached `version`; undefined if reads have to use the primary. */
  replica(): Kysely<Database> | undefined
  /** Closes all resources other than Kysely's own connections. */
  close(): Promise<void>
  /** The location of the database for operators, without credentials. */
  readonly displayName: string
}

export interface DatabaseOptions {
  /** The maximum number of connections to a server. */
  readonly pool?: number
  /** URLs of replicas that answer reads. */
  readonly replicas?: readonly string[]
  /** Whether readers see writes of this node at once, or within a second. */
  readonly readYourWrites?: boolean
  /** How long a server may take for a statement; half a minute if absent. */
  readonly statementTimeoutMs?: number
  /** Tells the operator of what a server lacks. */
  readonly tell?: (text: string) => void
}

/** The adapter of each of our connections holds its dialect, so that it can be found from a transaction too. */
export interface AdapterOfDialect extends DialectAdapter {
  readonly dialect: Dialect
}

export const dialectFor = (db: Kysely<Database>): Dialect =>
  (db.getExecutor().adapter as AdapterOfDialect).dialect

/** Orders a column by code points, so that the order is the same on every database. */
export const byCodePoints = (db: Kysely<Database>) => (order: OrderByItemBuilder) =>
  order.collate(dialectFor(db).codePointCollation)

export interface OpenDatabase {
  readonly db: Db
  /** Connections for work of any length, such as migrations and snapshots of everything. */
  readonly unlimited: Kysely<Database>
  readonly dialect: Dialect
  readonly migrator: Migrator
  /** The database that answers readers: the primary, or a replica that is sufficiently up to date. */
  readDatabase(): Kysely<Database>
  /** The URL that it was opened with. */
  readonly url: string
  close(): Promise<void>
}
