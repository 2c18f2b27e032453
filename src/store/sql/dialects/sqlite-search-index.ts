import Sqlite from 'better-sqlite3'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { SearchIndexes, StaleIndex } from './dialect.ts'
import type { TextTableName } from '../../../resources/kinds.ts'
import { changeEverything } from '../../changes/change-log.ts'
import { inTransaction } from '../write-queue.ts'

/**
 * Makes full-text indexes, compares them with their texts, and builds them anew.
 *
 * SQLite compares an index by itself, but as a write to it, which would make the service refuse writes for as long as
 * that takes. So a read-only connection copies the index to a temporary file and has the copy compared, in one
 * transaction, because the service may write meanwhile.
 */

/** What keeps the index up to date, by the name of the trigger. */
function triggersOf(table: TextTableName): ReadonlyMap<string, string> {
  const forget = `insert into ${table}_search(${table}_search, rowid, search) values ('delete', old.text_id, old.search);`
  const remember = `insert into ${table}_search(rowid, search) values (new.text_id, new.search);`
  return new Map([
    [`${table}_search_insert`, `after insert on ${table} begin ${remember} end`],
    [`${table}_search_delete`, `after delete on ${table} begin ${forget} end`],
    [
      `${table}_search_update`,
      `after update of search on ${table} when old.search <> new.search begin ${forget} ${remember} end`,
    ],
  ])
}

async function createTriggers(db: QueryExecutorProvider, table: TextTableName): Promise<void> {
  for (const [name, definition] of triggersOf(table)) {
    await sql`drop trigger if exists ${sql.id(name)}`.execute(db)
    await sql`create trigger ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
  }
}

export async function addSearchIndex(db: Kysely<unknown>, table: TextTableName): Promise<void> {
  const index = sql.table(`${table}_search`)
  await sql`create virtual table ${index} using fts5(search, content=${sql.lit(table)}, content_rowid='text_id', tokenize='trigram')`.execute(
    db,
  )
  await db.schema.createIndex(`${table}_of`).on(table).columns(['text_id', 'id', 'language']).execute()
  await createTriggers(db, table)
}

/** The tables of an index that hold its content. */
const contents = ['data', 'idx', 'docsize', 'config']

function copyIndex(connection: Sqlite.Database, table: TextTableName): void {
  connection.exec(`create temp view copied_texts as select text_id, search from main.${table};
    create virtual table temp.copied using fts5(search, content='copied_texts', content_rowid='text_id', tokenize='trigram');`)
  for (const content of contents)
    connection.exec(`delete from temp.copied_${content};
      insert into temp.copied_${content} select * from main.${table}_search_${content};`)
}

function isIntact(connection: Sqlite.Database): boolean {
  try {
    connection.exec("insert into temp.copied (copied, rank) values ('integrity-check', 1)")
    return true
  } catch (error) {
    // The copy differs from the texts or cannot be read; the file itself may be in order.
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CORRUPT_VTAB') return false
    throw error
  }
}

const missingIds = (connection: Sqlite.Database, table: TextTableName) =>
  connection
    .prepare<[], number>(
      `select distinct id from ${table} where text_id not in (select id from ${table}_search_docsize) order by id`,
    )
    .pluck()
    .all()

function lacksTriggers(connection: Sqlite.Database, table: TextTableName): boolean {
  const found = connection
    .prepare<[], string>("select name from sqlite_master where type = 'trigger'")
    .pluck()
    .all()
  return [...triggersOf(table).keys()].some((name) => !found.includes(name))
}

function findStale(connection: Sqlite.Database, table: TextTableName): readonly StaleIndex[] {
  connection.exec('begin')
  try {
    // Before the contents, which may still be right but would not remain so.
    if (lacksTriggers(connection, table)) return [{ table, isAbandoned: true, missing: [] }]
    copyIndex(connection, table)
    return isIntact(connection) ? [] : [{ table, missing: missingIds(connection, table) }]
  } finally {
    connection.exec('rollback')
  }
}

const cachedKiB = 65_536

/** The indexes of the file at this path; those of a database in memory are as new as the process. */
export const searchIndexesOf = (path: string): SearchIndexes => ({
  findStale(_, tables) {
    if (path === ':memory:') return []
    const connection = new Sqlite(path, { readonly: true })
    try {
      connection.pragma('busy_timeout = 5000')
      // A copy that is too large for this cache is written to a temporary file.
      connection.pragma('temp_store = FILE')
      connection.pragma(`temp.cache_size = -${cachedKiB}`)
      connection.pragma('temp.journal_mode = MEMORY')
      // Otherwise the tables of an index can only be read.
      connection.unsafeMode(true)
      return tables.flatMap((table) => findStale(connection, table))
    } finally {
      connection.close()
    }
  },
  rebuild: ({ db }, tables) =>
    inTransaction(db, async (trx) => {
      for (const table of tables) {
        const index = sql.table(`${table}_search`)
        await createTriggers(trx, table)
        await sql`insert into ${index}(${index}) values ('rebuild')`.execute(trx)
      }
      // Results of searches are cached.
      await changeEverything(trx)
    }),
})
