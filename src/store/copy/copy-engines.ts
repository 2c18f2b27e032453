import { realpathSync } from 'node:fs'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import { sqliteFile } from '../sql/dialects/location.ts'
import type { Dialect, OpenDatabase } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'

/** What copying needs to know of each database besides its dialect. */
interface Engine {
  /** Begins a transaction that reads one state of the data, without keeping anybody from writing. */
  readonly beginSnapshot: readonly string[]
  /** The highest number that a column has given out, even where its row is gone. */
  sequenceValue(db: Kysely<Database>, table: string, column: string): Promise<number>
  /** Lets a column go on counting after that number, and after every one that is there. */
  setSequence(db: Kysely<Database>, table: string, column: string, last: number): Promise<void>
}

const sequence = (table: string, column: string) => sql`pg_get_serial_sequence(${table}, ${column})::regclass`

const engines: Readonly<Record<Dialect['name'], Engine>> = {
  sqlite: {
    beginSnapshot: ['begin'],
    async sequenceValue(db, table) {
      const found = sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`
      return (await found.execute(db)).rows[0]?.last ?? 0
    },
    async setSequence(db, table, _, last) {
      await sql`insert into sqlite_sequence (name, seq) select ${table}, 0 where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(
        db,
      )
      await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(db)
    },
  },
  postgres: {
    beginSnapshot: [
      'begin isolation level repeatable read read only',
      'set local statement_timeout = 0',
      'set local idle_in_transaction_session_timeout = 0',
    ],
    async sequenceValue(db, table, column) {
      const found = sql<{
        last: number | null
      }>`select pg_sequence_last_value(${sequence(table, column)}) as last`
      return (await found.execute(db)).rows[0]?.last ?? 0
    },
    async setSequence(db, table, column, last) {
      await sql`select setval(${sequence(table, column)}, top) from (select greatest(${last}::bigint, max(${sql.ref(column)})) as top from ${sql.table(table)}) as tops where top > 0`.execute(
        db,
      )
    },
  },
}

export const engineOf = ({ dialect }: Pick<OpenDatabase, 'dialect'>): Engine => engines[dialect.name]

/** One state of the data for as long as the work lasts. */
export function inSnapshot<T>(
  database: OpenDatabase,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return database.db.connection().execute(async (db) => {
    for (const statement of engineOf(database).beginSnapshot)
      await db.executeQuery(CompiledQuery.raw(statement))
    try {
      return await work(db)
    } finally {
      // Nothing was written; a connection that is lost has forgotten the transaction anyway.
      await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
    }
  })
}

/** What tells two databases apart: the file, or server and name; no secrets. */
export function databaseIdentity(url: string): string {
  const file = sqliteFile(url)
  if (file !== undefined) return `sqlite:${file === ':memory:' ? file : realpathSync(file)}`
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
