import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../sql/dialects/dialect.ts'
import { DatabaseProblem } from '../open.ts'
import { untyped } from '../sql/reading.ts'
import type { Database } from '../sql/schema.ts'
import { versionOf, type Key } from './reading.ts'
import { filledTables, leftBehind, type CopiedTable } from './tables.ts'

/**
 * How far a copy has come, kept in the target for as long as the copy is unfinished: of which source and which
 * version of it, and the last key of each table, written along with the rows.
 */

const journal = 'unfinished_copy'

export interface Origin {
  /** Which database is copied. */
  readonly source: string
  readonly version: number
}

export async function isUnfinishedCopy(db: Kysely<Database>): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === journal)
}

async function read(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await untyped(db).selectFrom(journal).select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name as string, value as string]))
}

async function hasRows(db: Kysely<Database>): Promise<boolean> {
  for (const name of [...filledTables.map((table) => table.name), ...leftBehind]) {
    const found = await untyped(db)
      .selectFrom(name)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst()
    if (found !== undefined) return true
  }
  return false
}

const place = ({ name }: CopiedTable) => `after ${name}`

async function begin(db: Kysely<Database>, { source, version }: Origin): Promise<void> {
  const values = [
    { name: 'source', value: source },
    { name: 'version', value: String(version) },
    { name: 'target version', value: String(await versionOf(db)) },
    ...filledTables.map((table) => ({ name: place(table), value: '' })),
  ]
  await untyped(db).insertInto(journal).values(values).execute()
}

async function make(db: Kysely<Database>, origin: Origin): Promise<void> {
  if (await hasRows(db))
    throw new DatabaseProblem('The target is not empty; copy fills only an empty database.')
  await db.schema
    .createTable(journal)
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await begin(db, origin)
}

/** What was copied of an older version, or not as it is, makes room for the present one. */
async function beginAgain(db: Kysely<Database>, origin: Origin): Promise<void> {
  for (const { name } of filledTables) await untyped(db).deleteFrom(name).execute()
  await untyped(db).deleteFrom(journal).execute()
  await begin(db, origin)
}

async function refuseWritten(db: Kysely<Database>, kept: ReadonlyMap<string, string>): Promise<void> {
  if (String(await versionOf(db)) !== kept.get('target version'))
    throw new DatabaseProblem(
      'Something else has written to the target while it was copied to; begin again with an empty database.',
    )
}

/** Goes on with a copy of the same version, begins where there is none, and begins again with what has changed. */
export async function openJournal(db: Kysely<Database>, origin: Origin): Promise<'begun' | 'continued'> {
  if (!(await isUnfinishedCopy(db))) {
    await db.transaction().execute(async (trx) => {
      await make(trx, origin)
      await dialectOf(trx).untrackChanges(trx)
    })
    return 'begun'
  }
  const kept = await read(db)
  if (kept.get('source') !== origin.source)
    throw new DatabaseProblem(
      `The target holds an unfinished copy of ${kept.get('source')}; finish that one, or take an empty database.`,
    )
  await refuseWritten(db, kept)
  if (kept.get('version') === String(origin.version)) return 'continued'
  await db.transaction().execute((trx) => beginAgain(trx, origin))
  return 'begun'
}

/** The key of the last row of a table that is there already. */
export async function lastKey(db: Kysely<Database>, table: CopiedTable): Promise<Key | undefined> {
  const value = (await read(db)).get(place(table))
  return value ? (JSON.parse(value) as Key) : undefined
}

/** Notes that a table has come that far; there must be no other copy that has taken it further. */
export async function advance(trx: Kysely<Database>, table: CopiedTable, from: Key | undefined, to: Key) {
  const { numUpdatedRows } = await untyped(trx)
    .updateTable(journal)
    .set({ value: JSON.stringify(to) })
    .where('name', '=', place(table))
    .where('value', '=', from === undefined ? '' : JSON.stringify(from))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DatabaseProblem('Another copy to the same target is under way.')
}

/** What is there is not what it should be: the next copy begins again. */
export const spoil = (db: Kysely<Database>) =>
  untyped(db).updateTable(journal).set({ value: '' }).where('name', '=', 'version').execute()

/** The target is a database like any other from here on. */
export async function closeJournal(trx: Kysely<Database>): Promise<void> {
  await refuseWritten(trx, await read(trx))
  await trx.schema.dropTable(journal).execute()
}
