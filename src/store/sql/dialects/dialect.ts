import type {
  CreateTableBuilder,
  DialectAdapter,
  Expression,
  Kysely,
  KyselyConfig,
  Migrator,
  QueryExecutorProvider,
  RawBuilder,
  SqlBool,
  Transaction,
} from 'kysely'
import type { Db } from '../db.ts'
import type { Database, TextTableName } from '../schema.ts'

/** Values of a row; missing ones are null. */
export type Values = Readonly<Record<string, unknown>>

/** What stands behind `insert into … (…)`. */
export interface InsertSource {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** Every difference between the databases has its name here; nothing else asks which database it is. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly kysely: KyselyConfig['dialect']
  /** For migrations, where those need connections with other limits. */
  readonly migrating?: KyselyConfig['dialect']
  /** The type of text that is ordered and compared by its code points. */
  readonly sortedText: 'text' | RawBuilder<unknown>
  /** The type of whole numbers and of ids, wide enough for any that we read. */
  readonly integer: 'integer' | 'bigint'
  /** A primary key that counts up and never gives a number twice. */
  addId<T extends string, C extends string, I extends string>(
    table: CreateTableBuilder<T, C>,
    column: I,
  ): CreateTableBuilder<T, C | I>
  /** A table stored in the order of its primary key, if the database supports that. */
  cluster<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Keeps an index over the column `search` of a table of texts, for `contains`. */
  addSearchIndex(db: Kysely<unknown>, table: TextTableName): Promise<void>
  /** Creates the triggers that record what changes: see changes/tracking.ts. */
  trackChanges(db: QueryExecutorProvider): Promise<void>
  /** Drops them, for work that fills whole tables and says itself that everything has changed. */
  untrackChanges(db: QueryExecutorProvider): Promise<void>
  /** True for rows of the table (under that alias) whose folded text contains the folded term. */
  contains(table: TextTableName, alias: string, term: string): Expression<SqlBool>
  /** The from- and where-clause of the texts, as `searched`, that contain all of the terms; what comes with `and` may follow. */
  textsContaining(table: TextTableName, terms: readonly string[]): RawBuilder<unknown>
  /** The ids that a query finds, however long it takes: it does not hold up other queries. */
  selectIds(db: Kysely<Database>, query: RawBuilder<{ id: number }>): Promise<ArrayLike<number>>
  /** Whether `contains` finds the term by its index, or has to look at each text. */
  isIndexed(term: string): boolean
  /** The rows that an insert takes its values from, in as few queries as are quick, and always in the same words. */
  insertSourcesFor(
    table: keyof Database,
    columns: readonly string[],
    rows: readonly Values[],
  ): readonly InsertSource[]
  isUniqueViolation(error: unknown): boolean
  /** Whether the database is out of reach, busy or full: no fault of ours, and it may pass. */
  isUnavailable(error: unknown): boolean
  /** Whether the same transaction may succeed if it is tried again from its beginning. */
  isRetryable(error: unknown): boolean
  /** Throws if what is written would be lost, because the database is gone or known to be damaged. */
  requireIntact(): void
  /** Resolves when a transaction can begin at once; rejects if the database is not intact or locked for too long. */
  readyToWrite(): Promise<void>
  /** Increments `state.version`, which blocks other writers until the commit, and notifies other nodes after it. */
  incrementVersion(trx: Transaction<Database>): Promise<number>
  /** Lets other writers wait for this transaction, as `incrementVersion` does, but moves nothing. */
  lockWriters(trx: Transaction<Database>): Promise<unknown>
  /**
   * Lets the transaction fail rather than wait long for another one. Undefined where a transaction that writes locks the
   * whole database, so that writers cannot do anything side by side.
   */
  readonly waitBriefly?: (trx: Transaction<Database>) => Promise<unknown>
  /** A transaction of this process that moved the version so far is committed. */
  onCommit(version: number): void
  /**
   * Version of the committed data, incremented by every write of any process; undefined if it is not known reliably
   * at the moment. Data read afterwards is at least as new.
   */
  version(): number | undefined
  /** A copy of the database that has all that `version` tells of; undefined where the database itself is to be read. */
  replica(): Kysely<Database> | undefined
  /** Closes all resources other than Kysely's own connections. */
  close(): Promise<void>
  /** Where the database stands, in words for operators; no secrets. */
  readonly displayName: string
}

export interface DatabaseOptions {
  /** The maximum number of connections to a server. */
  readonly pool?: number
  /** URLs of servers that follow the database and are asked in its place. */
  readonly replicas?: readonly string[]
  /** Whether readers see at once what was written on this node, or within a second. */
  readonly readYourWrites?: boolean
}

/** The adapter of each of our connections knows its dialect, so that a transaction does too. */
export interface AdapterOfDialect extends DialectAdapter {
  readonly dialect: Dialect
}

export const dialectFor = (db: Kysely<Database>): Dialect =>
  (db.getExecutor().adapter as AdapterOfDialect).dialect

export interface OpenDatabase {
  readonly db: Db
  readonly dialect: Dialect
  readonly migrator: Migrator
  /** Where answers to readers come from: the database, or a copy of it that is fresh enough. */
  readDatabase(): Kysely<Database>
  /** The URL that it was opened by. */
  readonly url: string
  close(): Promise<void>
}
