import pg from 'pg'
import { PostgresDialect, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/** Fewer characters than a trigram has make none that an index could find. */
const shortestIndexed = 3

const bigint = 20

/** Counts and instants stay far below 2^53, so they are numbers here as in SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === bigint ? Number : (pg.types.getTypeParser(oid, format) as never)),
}

const likePattern = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

const placeOf = (url: string) => {
  const { host, pathname } = new URL(url)
  return `PostgreSQL ${pathname.slice(1)} at ${host}`
}

const uniqueViolation = '23505'

/** Classes of SQLSTATE for connections, resources, operators and lost races; and what sockets say. */
const unavailable = /^(?:08|53|57P|40)|^55P03$|^E[A-Z]+$/

/** The driver gives no code to connections that it could not make in time, or that were cut. */
const lostConnection = /timeout exceeded when trying to connect|^Connection terminated/

export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({ connectionString: url, types, max: 16, connectionTimeoutMillis: 5_000 })
  // A connection that is lost while idle is replaced when the next one is asked for.
  pool.on('error', () => undefined)
  return {
    name: 'postgres',
    place: placeOf(url),
    kysely: new PostgresDialect({ pool }),
    sortedText: sql`text collate "C"`,
    addId: (table, column) =>
      table.addColumn(column, 'integer', (definition) =>
        definition.generatedByDefaultAsIdentity().primaryKey(),
      ),
    async addSearchIndex(db, table) {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await sql`create index ${sql.id(`${table}_search`)} on ${sql.table(table)} using gin (search gin_trgm_ops)`.execute(
        db,
      )
    },
    contains: (_, alias, term) => sql`${sql.ref(`${alias}.search`)} like ${likePattern(term)} escape '\\'`,
    isIndexed: (term) => [...term].length >= shortestIndexed,
    version: () => undefined,
    close: () => undefined,
    isUniqueViolation: (error) => (error as { code?: unknown }).code === uniqueViolation,
    isUnavailable: (error) =>
      error instanceof Error &&
      (unavailable.test((error as { code?: string }).code ?? '') || lostConnection.test(error.message)),
  }
}
