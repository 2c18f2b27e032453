import { realpathSync } from 'node:fs'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import { serverOf, sqliteFile } from '../sql/dialects/location.ts'
import type { Dialect, OpenDatabase } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'

/** Differences between the databases that only copying depends on. */
interface Engine {
  /** Begins a transaction that reads a consistent snapshot without blocking writers. */
  readonly beginSnapshot: readonly string[]
  /** The highest number that a column has assigned, even if its row no longer exists. */
  sequenceValue(db: Kysely<Database>, table: string, column: string): Promise<number>
  /** Makes a column continue after this number, and after every number in use. */
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

/** Runs the work on one consistent snapshot. */
export function inSnapshot<T>(
  database: OpenDatabase,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return database.unlimited.connection().execute(async (db) => {
    for (const statement of engineOf(database).beginSnapshot)
      await db.executeQuery(CompiledQuery.raw(statement))
    try {
      return await work(db)
    } finally {
      // Nothing was written, and a lost connection has rolled back anyway.
      await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
    }
  })
}

/** Identifies a database by its file, or by server, name and options, as of a schema; contains no credentials. */
export function databaseIdentity(url: string): string {
  const file = sqliteFile(url)
  if (file !== undefined) return `sqlite:${file === ':memory:' ? file : realpathSync(file)}`
  const at = new URL(url)
  const more = ['port', 'options'].flatMap((name) =>
    at.searchParams.getAll(name).map((value) => `${name}=${value}`),
  )
  return `postgres://${serverOf(at)}${at.pathname}${more.length === 0 ? '' : `?${more.join('&')}`}`
}
