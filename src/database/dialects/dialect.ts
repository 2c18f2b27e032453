import type {
  CreateTableBuilder,
  Expression,
  Kysely,
  KyselyConfig,
  Migrator,
  RawBuilder,
  SqlBool,
} from 'kysely'
import type { Database, TextTableName } from '../schema.ts'

/** Every difference between the databases has its name here; nothing else asks which database it is. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly kysely: KyselyConfig['dialect']
  /** The type of text that is ordered and compared by its code points. */
  readonly sortedText: 'text' | RawBuilder<unknown>
  /** A primary key that counts up and never gives a number twice. */
  addId<T extends string, C extends string, I extends string>(
    table: CreateTableBuilder<T, C>,
    column: I,
  ): CreateTableBuilder<T, C | I>
  /** Keeps an index over the column `search` of a table of texts, for `contains`. */
  addSearchIndex(db: Kysely<unknown>, table: TextTableName): Promise<void>
  /** True for rows of the table (under that alias) whose folded text contains the folded term. */
  contains(table: TextTableName, alias: string, term: string): Expression<SqlBool>
  /** Whether `contains` finds the term by its index, or has to look at each text. */
  isIndexed(term: string): boolean
  isUniqueViolation(error: unknown): boolean
  /** Whether the database is out of reach, busy or full: no fault of ours, and it may pass. */
  isUnavailable(error: unknown): boolean
  /**
   * The version of the committed data, moved by every write of any process; undefined where it cannot be told
   * without asking a server.
   */
  version(): number | undefined
  /** Lets go of what the dialect holds beside Kysely's own connections. */
  close(): void
  /** Where the database stands, in words for operators; no secrets. */
  readonly place: string
}

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  readonly migrator: Migrator
  /** The URL that it was opened by. */
  readonly url: string
  close(): Promise<void>
}
