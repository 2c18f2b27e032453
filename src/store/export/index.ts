import type { Kysely } from 'kysely'
import { inSnapshot } from '../copy/copy-engines.ts'
import { hasRows, requireFinishedCopy } from '../copy/copy-journal.ts'
import { insertOrRefuse } from '../copy/insert-rows.ts'
import { readBatches, type Row } from '../copy/read-rows.ts'
import { continueSequences, sequencesOf, type SequenceState } from '../copy/sequences.ts'
import { copiedTables, type TableName } from '../copy/tables.ts'
import { DatabaseError, migrate, pendingMigrations } from '../open.ts'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import { version } from '../../version.ts'
import { formatVersion, misfit, sealed, unsealed, type Header, type Line } from './format.ts'
import { misfitOf, readColumns } from './row-check.ts'

/** All data as lines of text, and back; covers the tables that are copied between databases (docs/backup.md). */

async function* linesOf(source: OpenDatabase, from: Kysely<Database>): AsyncGenerator<Line> {
  for (const table of copiedTables)
    for await (const rows of readBatches(from, table))
      for (const row of rows) yield { table: table.name, row }
  for (const sequence of await sequencesOf(source, from)) yield { sequence }
}

const schemaOf = async ({ migrator }: OpenDatabase): Promise<string> =>
  (await migrator.getMigrations()).at(-1)!.name

/** Passes the lines of a consistent snapshot to `write`, while other processes may write to the database. */
export async function exportLines(
  source: OpenDatabase,
  exported: string,
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  if ((await pendingMigrations(source)).length > 0)
    throw new DatabaseError('The database has pending migrations; run them with calends migrate.')
  const schema = await schemaOf(source)
  const header: Header = { calends: 'export', format: formatVersion, version, schema, exported }
  await inSnapshot(source, (from) => write(sealed(header, linesOf(source, from))))
}

/** Reads the whole export, before anything is written. Returns how many rows it has of each table. */
export async function checkExport(
  target: OpenDatabase,
  lines: AsyncIterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const schema = await schemaOf(target)
  const columns = await readColumns()
  const rows = new Map<string, number>()
  for await (const { number, line } of unsealed(lines)) {
    if ('calends' in line && line.schema !== schema)
      throw new DatabaseError(
        `The export was made by Calends ${line.version}, whose database is another; import it with that version and upgrade then.`,
      )
    if (!('row' in line)) continue
    const why = misfitOf(line.table, line.row, columns)
    if (why !== undefined) throw misfit(number, line.table, why)
    rows.set(line.table, (rows.get(line.table) ?? 0) + 1)
  }
  return rows
}

/** Called before the database is migrated, because one that is refused must stay as it is. */
export async function requireEmpty(target: OpenDatabase): Promise<void> {
  const { db } = target
  // Throws if it is of a newer version, or of another program.
  await pendingMigrations(target)
  await requireFinishedCopy(db)
  if (await hasRows(db))
    throw new DatabaseError('The database is not empty; an export is imported into an empty one.')
}

interface NumberedRow {
  /** Of the line in the export. */
  readonly number: number
  readonly row: Row
}

type Insert = (table: TableName, rows: readonly NumberedRow[]) => Promise<unknown>

const batchSize = 200

/** Inserts rows in the order of the export, in batches. */
async function insertAll(lines: AsyncIterable<string>, insert: Insert): Promise<SequenceState[]> {
  const sequences: SequenceState[] = []
  let [table, rows]: [string, NumberedRow[]] = ['', []]
  const flush = async () => {
    if (rows.length > 0) await insert(table as TableName, rows)
    rows = []
  }
  for await (const { number, line } of unsealed(lines)) {
    if ('sequence' in line) sequences.push(line.sequence)
    if (!('row' in line)) continue
    if (line.table !== table || rows.length === batchSize) await flush()
    table = line.table
    rows.push({ number, row: line.row })
  }
  await flush()
  return sequences
}

/** Imports an export that was checked into an empty database, completely or not at all. */
export async function importExport(
  target: OpenDatabase,
  lines: AsyncIterable<string>,
): Promise<{ readonly rows: number }> {
  await requireEmpty(target)
  await migrate(target)
  let count = 0
  await target.db.transaction().execute(async (trx) => {
    await target.dialect.untrackChanges(trx)
    await trx.deleteFrom('state').execute()
    const insert: Insert = async (table, numbered) => {
      const rows = numbered.map(({ row }) => row)
      const refused = (position: number, cause: Error) =>
        misfit(numbered[position]!.number, table, 'the database refuses it', cause)
      await insertOrRefuse({ dialect: target.dialect, trx, table, rows, refused })
      count += rows.length
    }
    await continueSequences(target, trx, await insertAll(lines, insert))
    await target.dialect.trackChanges(trx)
  })
  await target.dialect.updateStatistics(target.db)
  return { rows: count }
}
