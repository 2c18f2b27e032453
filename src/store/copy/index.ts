import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { DatabaseError, migrate, pendingMigrations } from '../open.ts'
import { asUntyped } from '../sql/untyped.ts'
import type { Database } from '../sql/schema.ts'
import { databaseIdentity, inSnapshot } from './copy-engines.ts'
import {
  saveProgress,
  deleteJournal,
  isUnfinishedCopy,
  lastKey,
  markAsCopy,
  openJournal,
  invalidateJournal,
} from './copy-journal.ts'
import { versionOf } from '../changes/change-log.ts'
import { insertOrRefuse } from './insert-rows.ts'
import { readBatches, checksum, countRows, keyOf, type Row } from './read-rows.ts'
import { continueSequences, sequencesOf, type SequenceState } from './sequences.ts'
import { tablesCopiedByRow, type CopiedTable } from './tables.ts'

/** Copies all data from one database to another, including IDs; the engines may differ. */

export interface Progress {
  readonly phase: 'copy' | 'compare'
  readonly table: string
  /** Rows of this table, including those of an interrupted copy. */
  readonly rows: number
  readonly rowsOfTable: number
  /** Rows of all tables so far. */
  readonly done: number
  readonly total: number
}

interface CopyOptions {
  readonly source: OpenDatabase
  readonly target: OpenDatabase
  readonly progress?: (progress: Progress) => void
}

interface CopyResult {
  /** Whether an interrupted copy was continued. */
  readonly isResumed: boolean
  readonly rows: number
}

/** Copies everything and verifies the result; an interrupted copy continues where it stopped. */
export async function copyDatabase(copy: CopyOptions): Promise<CopyResult> {
  const { source, target } = copy
  await assertCopyable(copy)
  await markAsCopy(target.db, databaseIdentity(source.url))
  await migrate(target)
  await target.dialect.untrackChanges(target.db)
  const snapshot = await inSnapshot(source, (from) => copySnapshot(copy, from))
  if ((await versionOf(source.db)) !== snapshot.version)
    throw new DatabaseError(
      'The source changed during the copy; stop all writes to it and run the copy again.',
    )
  await target.db.transaction().execute((trx) => finish(target, trx, snapshot))
  await target.dialect.updateStatistics(target.db)
  return snapshot
}

/** Throws if a database cannot be copied. */
export async function requireSource(source: OpenDatabase): Promise<void> {
  if (await isUnfinishedCopy(source.db))
    throw new DatabaseError('The source is an unfinished copy; finish it first.')
  if ((await pendingMigrations(source)).length > 0)
    throw new DatabaseError(
      'The source is not a Calends database, or has pending migrations; run them with calends migrate.',
    )
}

async function assertCopyable({ source, target }: CopyOptions): Promise<void> {
  if (databaseIdentity(source.url) === databaseIdentity(target.url))
    throw new DatabaseError('The source and the target must be different databases.')
  await requireSource(source)
  // Throws if the target is of a newer version or of another program, and must stay as it is.
  await pendingMigrations(target)
}

interface Snapshot extends CopyResult {
  readonly version: number
  readonly state: readonly Row[]
  readonly numbers: readonly SequenceState[]
}

async function copySnapshot(copy: CopyOptions, from: Kysely<Database>): Promise<Snapshot> {
  const version = await versionOf(from)
  const journalState = await openJournal(copy.target.db, {
    source: databaseIdentity(copy.source.url),
    version,
  })
  const tables: TableWithCount[] = []
  for (const table of tablesCopiedByRow) tables.push({ ...table, count: await countRows(from, table) })
  const rows = tables.reduce((sum, { count }) => sum + count, 0)
  await copyTables(copy, from, tables, rows)
  await compare(copy, from, tables, rows)
  const state = (await asUntyped(from).selectFrom('state').selectAll().execute()) as Row[]
  return {
    isResumed: journalState === 'continued',
    rows,
    version,
    state,
    numbers: await sequencesOf(copy.source, from),
  }
}

interface TableWithCount extends CopiedTable {
  readonly count: number
}

async function copyTables(
  { target, progress }: CopyOptions,
  from: Kysely<Database>,
  tables: TableWithCount[],
  total: number,
) {
  let done = 0
  for (const table of tables) {
    let last = await lastKey(target.db, table)
    let rows = await countRows(target.db, table)
    done += rows
    const reportProgress = () =>
      progress?.({ phase: 'copy', table: table.name, rows, rowsOfTable: table.count, done, total })
    reportProgress()
    for await (const batch of readBatches(from, table, last)) {
      await write(target, table, batch, last)
      last = keyOf(table, batch.at(-1)!)
      rows += batch.length
      done += batch.length
      reportProgress()
    }
  }
}

type LastKey = Parameters<typeof saveProgress>[2]

/** Stores rows and progress in one transaction. */
function write({ db, dialect }: OpenDatabase, table: CopiedTable, rows: readonly Row[], last: LastKey) {
  const refused = (position: number, cause: Error) =>
    new DatabaseError(
      `The target rejected a row of ${table.name} with the key ${keyOf(table, rows[position]!).join(' ')}: ${cause.message}.`,
      { cause },
    )
  return db.transaction().execute(async (trx) => {
    await saveProgress(trx, table, last, keyOf(table, rows.at(-1)!))
    await insertOrRefuse({ dialect, trx, table: table.name, rows, refused })
  })
}

async function compare(
  { target, progress }: CopyOptions,
  from: Kysely<Database>,
  tables: TableWithCount[],
  total: number,
) {
  let done = 0
  const different: string[] = []
  for (const table of tables) {
    let rows = 0
    const seen = (count: number) => {
      rows += count
      done += count
      progress?.({ phase: 'compare', table: table.name, rows, rowsOfTable: table.count, done, total })
    }
    const [ours, theirs] = await Promise.all([checksum(from, table, seen), checksum(target.db, table)])
    if (ours.count !== theirs.count || ours.sum !== theirs.sum) different.push(table.name)
  }
  if (different.length === 0) return
  await invalidateJournal(target.db)
  throw new DatabaseError(
    `The copy differs from the source in ${different.join(', ')}; stop all writes to both and run the copy again.`,
  )
}

/** IDs continue where those of the source stop; only then is the target a database like any other. */
async function finish(target: OpenDatabase, trx: Kysely<Database>, { state, numbers }: Snapshot) {
  await continueSequences(target, trx, numbers)
  await deleteJournal(trx)
  await target.dialect.trackChanges(trx)
  await trx.deleteFrom('state').execute()
  await asUntyped(trx).insertInto('state').values(state).execute()
}
