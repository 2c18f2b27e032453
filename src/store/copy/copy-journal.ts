import { DEFAULT_MIGRATION_TABLE, sql, type Kysely } from 'kysely'
import { copyJournal as journal, DatabaseError } from '../open.ts'
import { asUntyped } from '../sql/untyped.ts'
import type { Database } from '../sql/schema.ts'
import { versionOf } from '../changes/change-log.ts'
import type { Key } from './read-rows.ts'
import { tablesCopiedByRow, tablesNotCopied, type CopiedTable } from './tables.ts'

/**
 * The progress of a copy, stored in the target until the copy is complete: the source, before anything else is done;
 * then its version, and the last copied key of each table, which is written together with the rows.
 */

interface CopyOrigin {
  /** The identity of the source database. */
  readonly source: string
  readonly version: number
}

export async function isUnfinishedCopy(db: Kysely<Database>): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === journal)
}

/** Throws if a copy into the database was interrupted. */
export async function requireFinishedCopy(db: Kysely<Database>): Promise<void> {
  if (await isUnfinishedCopy(db))
    throw new DatabaseError('The database is an unfinished copy; finish it by running calends copy again.')
}

async function read(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await asUntyped(db).selectFrom(journal).select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name as string, value as string]))
}

/** The names of the tables of Calends, of which a database of an older version lacks some. */
async function existingTables(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const names = new Set(tables.map(({ name }) => name))
  return names.has(DEFAULT_MIGRATION_TABLE) ? names : new Set()
}

/** Whether any table except `state` and `lineage` contains rows, whether it is copied or not; migrations may be pending. */
export async function hasRows(db: Kysely<Database>): Promise<boolean> {
  const existing = await existingTables(db)
  const names = [...tablesCopiedByRow.map((table) => table.name), ...tablesNotCopied]
  for (const name of names.filter((one) => one !== 'lineage' && existing.has(one))) {
    const found = await asUntyped(db)
      .selectFrom(name)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst()
    if (found !== undefined) return true
  }
  return false
}

const journalKeyOf = ({ name }: CopiedTable) => `after ${name}`

async function requireNoRows(db: Kysely<Database>): Promise<void> {
  if (await hasRows(db))
    throw new DatabaseError('The target is not empty; calends copy requires an empty database.')
}

/**
 * Marks an empty target as an unfinished copy, before it is migrated, because it must not be taken for a new database
 * until the copy is complete.
 */
export async function markAsCopy(db: Kysely<Database>, source: string): Promise<void> {
  if (await isUnfinishedCopy(db)) return requireSource(db, source)
  await requireNoRows(db)
  await db.transaction().execute(async (trx) => {
    await trx.schema
      .createTable(journal)
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await asUntyped(trx).insertInto(journal).values({ name: 'source', value: source }).execute()
  })
}

async function requireSource(db: Kysely<Database>, source: string): Promise<void> {
  const known = (await read(db)).get('source')
  if (known !== source)
    throw new DatabaseError(
      `The target contains an unfinished copy of ${known}; finish it, or use an empty database.`,
    )
}

async function begin(db: Kysely<Database>, { source, version }: CopyOrigin): Promise<void> {
  const values = [
    { name: 'source', value: source },
    { name: 'version', value: String(version) },
    { name: 'target version', value: String(await versionOf(db)) },
    ...tablesCopiedByRow.map((table) => ({ name: journalKeyOf(table), value: '' })),
  ]
  await asUntyped(db).deleteFrom(journal).execute()
  await asUntyped(db).insertInto(journal).values(values).execute()
}

/** Deletes what was copied from an older version, or differs from the source, and starts over. */
async function restart(db: Kysely<Database>, origin: CopyOrigin): Promise<void> {
  for (const { name } of tablesCopiedByRow) await asUntyped(db).deleteFrom(name).execute()
  await begin(db, origin)
}

async function assertUnmodified(db: Kysely<Database>, entries: ReadonlyMap<string, string>): Promise<void> {
  if (String(await versionOf(db)) !== entries.get('target version'))
    throw new DatabaseError('The target was modified during the copy; start again with an empty database.')
}

/** Continues a copy of the same version, starts one that is only marked, and starts over if the source has changed. */
export async function openJournal(db: Kysely<Database>, origin: CopyOrigin): Promise<'begun' | 'continued'> {
  const entries = await read(db)
  const isOnlyMarked = !entries.has('version')
  if (isOnlyMarked) await requireNoRows(db)
  else await assertUnmodified(db, entries)
  if (entries.get('version') === String(origin.version)) return 'continued'
  await db.transaction().execute((trx) => (isOnlyMarked ? begin(trx, origin) : restart(trx, origin)))
  return 'begun'
}

/** The key of the last row of a table that has been copied. */
export async function lastKey(db: Kysely<Database>, table: CopiedTable): Promise<Key | undefined> {
  const value = (await read(db)).get(journalKeyOf(table))
  return value ? (JSON.parse(value) as Key) : undefined
}

/** Records how far a table has been copied; throws if another copy has advanced it. */
export async function saveProgress(
  trx: Kysely<Database>,
  table: CopiedTable,
  from: Key | undefined,
  to: Key,
) {
  const { numUpdatedRows } = await asUntyped(trx)
    .updateTable(journal)
    .set({ value: JSON.stringify(to) })
    .where('name', '=', journalKeyOf(table))
    .where('value', '=', from === undefined ? '' : JSON.stringify(from))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DatabaseError('Another copy to the same target is in progress.')
}

/** Makes the next copy start over, because the target differs from the source. */
export const invalidateJournal = (db: Kysely<Database>) =>
  asUntyped(db).updateTable(journal).set({ value: '' }).where('name', '=', 'version').execute()

/** From here on, the target is a database like any other. */
export async function deleteJournal(trx: Kysely<Database>): Promise<void> {
  await assertUnmodified(trx, await read(trx))
  await trx.schema.dropTable(journal).execute()
}
