import type pg from 'pg'
import {
  DEFAULT_MIGRATION_TABLE,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  sql,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Kysely,
  type PostgresPool,
  type QueryExecutorProvider,
  type TransactionSettings,
} from 'kysely'
import { lazyRequire } from '../../../lazy-require.ts'
import { trackedTables } from '../../changes/tracking.ts'
import { contains } from '../../../resources/contains.ts'
import { createReplicaPool } from './replica-pool.ts'
import { VersionTracker } from '../../changes/version-tracker.ts'
import type { TextTableName } from '../../../resources/kinds.ts'
import type { Database } from '../schema.ts'
import type { AdapterOfDialect, DatabaseOptions, Dialect, SearchIndexes } from './dialect.ts'
import {
  closingClient,
  driverUrl,
  isConnectFailure,
  markingConnectFailures,
  waitingPool,
} from './postgres-connecting.ts'
import { isStatementNameError, withStatementNames, StatementNames } from './postgres-statement-names.ts'
import { serverOf } from './location.ts'
import { channel, watchVersion } from './postgres-version-watcher.ts'

/** Shorter terms have no trigram that the index could find. */
const shortestIndexed = 3

const bigint = 20

const library = lazyRequire<typeof pg>('pg')

/** Counts and instants stay far below 2^53, so they are read as numbers, as in SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === bigint ? Number : (library().types.getTypeParser(oid, format) as never),
}

/** Enough for the bitmap of a million rows: with less memory, PostgreSQL has to recheck many rows that do not match. */
const setWorkMemory = "set local work_mem = '32MB'"

const placeOf = (url: string) => {
  const at = new URL(url)
  return `PostgreSQL ${at.pathname.slice(1)} at ${serverOf(at)}`
}

const uniqueViolation = '23505'

/** SQLSTATE classes for data, integrity constraints and limits of the program. */
const refusal = /^(?:22|23|54)/

/**
 * SQLSTATE classes for connections, resources, operator intervention and lost races; timeouts; a read-only server,
 * because it is a standby; rights that the operator has yet to grant; and socket errors.
 */
const unavailable = /^(?:08|53|57P|40)|^(?:55P03|57014|25P03|25P04|25006|42501)$|^E[A-Z_]+$/

/** The driver gives no code to connections that timed out or were cut. */
const lostConnection = /^timeout e|^Connection terminated|not queryable$|^Query read timeout$/

/** Longer than other writes hold the version on a busy machine, and shorter than PostgreSQL's deadlock timeout. */
const maxWaitMs = 300

/** Conflicts between two writers: serialization_failure and deadlock_detected. */
const retryable = ['40001', '40P01']

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code

const connection = {
  application_name: 'calends',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** Timeouts for statements and idle transactions, so that no request waits indefinitely. */
const limits = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs,
  maxLifetimeSeconds: 1_800,
})

/** How much later than a statement times out its connection is cut, because the server says so itself if it can. */
const answerDelayMs = 3_000

function postgresPool(url: string, options: pg.PoolConfig): pg.Pool {
  const { Client, Pool } = library()
  const pool = new Pool({
    Client: closingClient(Client),
    connectionString: driverUrl(url),
    types,
    ...connection,
    ...options,
  })
  // A connection lost while idle is replaced on the next request. One lost between two queries of a transaction makes
  // the second fail, but without a listener its error event would end the process first.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

class Adapter extends PostgresAdapter implements AdapterOfDialect {
  constructor(readonly dialect: Dialect) {
    super()
  }
}

/**
 * Writers wait for each other at the version and then see what the other one has committed, which only this level allows.
 * The default of the server may be another one.
 */
class ReadCommittedDriver extends PostgresDriver {
  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isolationLevel = settings.isolationLevel ?? 'read committed'
    return super.beginTransaction(connection, { ...settings, isolationLevel })
  }
}

/** The schema that our tables are in, or will be: unqualified names lead there. */
export async function ownSchema(db: QueryExecutorProvider): Promise<string> {
  const found = sql<{ schema: string }>`
    select coalesce(
      (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = to_regclass(${DEFAULT_MIGRATION_TABLE})),
      current_schema()) as schema`
  return (await found.execute(db)).rows[0]!.schema
}

/** Knows only our schema, because others in the database may have tables of the same names. */
class Introspector extends PostgresIntrospector {
  constructor(private readonly db: ConstructorParameters<typeof PostgresIntrospector>[0]) {
    super(db)
  }

  override async getTables(...options: Parameters<PostgresIntrospector['getTables']>) {
    const own = await ownSchema(this.db)
    return (await super.getTables(...options)).filter(({ schema }) => schema === own)
  }
}

class WritingDialect extends PostgresDialect {
  private readonly pool: PostgresPool

  constructor(
    pool: PostgresPool,
    private readonly dialect: () => Dialect,
  ) {
    super({ pool })
    this.pool = markingConnectFailures(pool)
  }

  override createDriver(): PostgresDriver {
    return new ReadCommittedDriver({ pool: this.pool })
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter(this.dialect())
  }

  override createIntrospector(db: Kysely<Database>): DatabaseIntrospector {
    return new Introspector(db)
  }
}

const nameOfTracker = (table: string) => `track_${table}`

const trackerOf = (table: string) => sql.id(nameOfTracker(table))

/** One function per table, which reads the old row for deletes and the new one otherwise. */
async function trackChanges(db: QueryExecutorProvider): Promise<void> {
  for (const { table, columns, statements } of trackedTables) {
    const on = (row: string) => statements(row).join('\n')
    const body = `begin
      if tg_op = 'DELETE' then ${on('old')} return old; end if;
      ${on('new')} return new;
    end`
    await sql`create function ${trackerOf(table)}() returns trigger language plpgsql as ${sql.lit(body)}`.execute(
      db,
    )
    const update = columns === undefined ? 'update' : `update of ${columns.join(', ')}`
    await sql`create trigger ${trackerOf(table)} before ${sql.raw(`insert or delete or ${update} on ${table}`)} for each row execute function ${trackerOf(table)}()`.execute(
      db,
    )
  }
}

async function untrackChanges(db: QueryExecutorProvider): Promise<void> {
  const schema = await ownSchema(db)
  for (const { table } of trackedTables)
    await sql`drop function if exists ${sql.id(schema, nameOfTracker(table))}() cascade`.execute(db)
}

/** `O` and `A` are triggers that fire for writes of this server. */
async function missingTriggers(db: QueryExecutorProvider): Promise<readonly string[]> {
  const found = sql<{ name: string }>`
    select tgname as name from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = ${await ownSchema(db)} and tgenabled in ('O', 'A')`
  const names = new Set((await found.execute(db)).rows.map(({ name }) => name))
  return trackedTables.map(({ table }) => nameOfTracker(table)).filter((name) => !names.has(name))
}

const searchIndexOf = (table: TextTableName) => `${table}_search`

/** Creates the extension if it is missing. It may be in a schema outside of the search path. */
async function schemaOfTrigrams(db: QueryExecutorProvider): Promise<string> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  const found = sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`
  return (await found.execute(db)).rows[0]!.schema
}

/** Replaces one that the server has marked as invalid. */
async function addSearchIndex(db: QueryExecutorProvider, table: TextTableName): Promise<void> {
  const index = sql.id(searchIndexOf(table))
  const operators = sql.id(await schemaOfTrigrams(db), 'gin_trgm_ops')
  await sql`drop index if exists ${sql.id(await ownSchema(db), searchIndexOf(table))}`.execute(db)
  await sql`create index ${index} on ${sql.table(table)} using gin (search ${operators})`.execute(db)
}

/** The server keeps them up to date, but anybody with rights there can drop them, and then every search reads all texts. */
const searchIndexes: SearchIndexes = {
  async findStale(db, tables) {
    const found = sql<{ name: string }>`
      select relname as name from pg_index
        join pg_class on pg_class.oid = indexrelid
        join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = ${await ownSchema(db)} and indisvalid`
    const names = new Set((await found.execute(db)).rows.map(({ name }) => name))
    return tables
      .filter((table) => !names.has(searchIndexOf(table)))
      .map((table) => ({ table, isLost: true, missing: [] }))
  },
  async rebuild({ unlimited }, tables) {
    for (const table of tables) await addSearchIndex(unlimited, table)
  },
}

/** Table by table, because each statement has a time limit. */
async function updateStatistics(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = ${await ownSchema(db)}`.execute(db)
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
}

/** For work of any length: migrations, which wait for each other, and snapshots of everything. */
const unlimitedPool = { max: 2, idleTimeoutMillis: 1_000 }

type OfConnection = 'displayName' | 'kysely' | 'unlimited' | 'onCommit' | 'version' | 'replica' | 'close'

/** The members that do not depend on a connection. */
const postgres: Omit<Dialect, OfConnection> = {
  name: 'postgres',
  hasOwnFile: false,
  isInProcess: false,
  integer: 'bigint',
  sortedText: sql`text collate "C"`,
  codePointCollation: 'C',
  addId: (table, column) =>
    table.addColumn(column, 'bigint', (definition) => definition.generatedByDefaultAsIdentity().primaryKey()),
  cluster: (table) => table,
  addSearchIndex,
  searchIndexes,
  trackChanges,
  missingTriggers,
  untrackChanges,
  updateStatistics,
  contains: (_, alias, term) => contains(sql.ref(`${alias}.search`), term),
  textsContaining: (table, terms, match) =>
    sql`from ${sql.table(table)} as searched where (${sql.join(
      terms.map((term) => contains(sql`searched.search`, term)),
      match === 'all' ? sql` and ` : sql` or `,
    )})`,
  hasIdOf: (id, ids) => sql`${id} = any(${ids}::bigint[])`,
  selectIds: (db, query) =>
    db.transaction().execute(async (trx) => {
      await sql.raw(setWorkMemory).execute(trx)
      // Aggregated as JSON, because reading a hundred thousand separate rows takes ten times as long.
      const found = sql<{ ids: number[] | null }>`select json_agg(id) as ids from (${query}) as found`
      return (await found.execute(trx)).rows[0]?.ids ?? []
    }),
  isIndexed: (term) => [...term].length >= shortestIndexed,
  insertSourcesFor: (table, columns, rows) => [
    {
      text: `select ${columns.map((column) => `"${column}"`).join(', ')} from json_populate_recordset(null::${table}, $1)`,
      parameters: [JSON.stringify(rows)],
    },
  ],
  // The server itself rejects writes that it cannot store, and waiting for a lock does not block the process.
  requireIntact: () => undefined,
  async encodingOf(db) {
    const shown = sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`
    return (await shown.execute(db)).rows[0]!.encoding
  },
  async incrementVersion(trx) {
    const moved = sql<{
      value: number
    }>`with moved as (update state set value = value + 1 where name = 'version' returning value) select value, pg_notify(${sql.raw(channel)}, value::text) from moved`
    return (await moved.execute(trx)).rows[0]!.value
  },
  lockWriters: (trx) => sql`select value from state where name = 'version' for update`.execute(trx),
  waitBriefly: (trx) => sql.raw(`set local lock_timeout = ${maxWaitMs}`).execute(trx),
  isUniqueViolation: (error) => codeOf(error) === uniqueViolation,
  isRefusal: (error) => refusal.test(String(codeOf(error) ?? '')),
  isRetryable: (error) => retryable.includes(String(codeOf(error))) || isStatementNameError(error),
  isUnavailable: (error) =>
    error instanceof Error &&
    (isConnectFailure(error) ||
      isStatementNameError(error) ||
      unavailable.test(String(codeOf(error) ?? '')) ||
      lostConnection.test(error.message)),
}

export function postgresDialect(
  url: string,
  {
    pool: max = 10,
    replicas: urls = [],
    readYourWrites = true,
    statementTimeoutMs = 30_000,
    tell = () => undefined,
  }: DatabaseOptions,
): Dialect {
  const versions = new VersionTracker({ clock: () => performance.now(), readYourWrites })
  const names = new StatementNames()
  const limitedPool = (server: string) =>
    withStatementNames(
      waitingPool(postgresPool(server, { max, ...limits(statementTimeoutMs) }), tell),
      names,
      statementTimeoutMs + answerDelayMs,
    )
  const replicas = createReplicaPool(
    urls.map((replica) => ({ url: replica, pool: limitedPool(replica) })),
    () => versions.requiredVersion(),
  )
  let watch: { stop(): Promise<void> } | undefined
  /** Started on first use, because commands that only write do not need it. */
  const startWatch = () =>
    watchVersion(url, {
      beginPoll: () => versions.beginPoll(),
      onNotification: (version) => versions.onNotification(version),
      onDisconnect: () => versions.onDisconnect(),
      interval: () => 250,
    })
  const dialect: Dialect = {
    ...postgres,
    displayName: placeOf(url),
    kysely: new WritingDialect(limitedPool(url), () => dialect),
    unlimited: new WritingDialect(postgresPool(url, unlimitedPool) as PostgresPool, () => dialect),
    onCommit: (version) => versions.onNotification(version),
    version() {
      watch ??= startWatch()
      return versions.currentVersion()
    },
    replica: () => replicas.next(),
    async close() {
      await Promise.all([watch?.stop(), replicas.close()])
    },
  }
  return dialect
}
