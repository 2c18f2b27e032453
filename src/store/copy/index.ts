import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { DatabaseProblem, migrate, pendingMigrations } from '../open.ts'
import { untyped } from '../sql/reading.ts'
import type { Database } from '../sql/schema.ts'
import { engineOf, identityOf, inSnapshot } from './engines.ts'
import { advance, closeJournal, isUnfinishedCopy, lastKey, openJournal, spoil } from './journal.ts'
import { batches, checksum, countOf, keyOf, versionOf, type Row } from './reading.ts'
import { copiedTables, filledTables, type CopiedTable } from './tables.ts'

/** Carries all data from one database to another, ids and all, whichever engines they are. */

export interface Progress {
  readonly phase: 'copy' | 'compare'
  readonly table: string
  /** Rows of this table, those included that were there already. */
  readonly rows: number
  readonly rowsOfTable: number
  /** Rows of all tables. */
  readonly done: number
  readonly total: number
}

export interface Copy {
  readonly source: OpenDatabase
  readonly target: OpenDatabase
  readonly progress?: (progress: Progress) => void
}

export interface Copied {
  /** Whether an earlier copy had begun it. */
  readonly isContinued: boolean
  readonly rows: number
}

/** Copies everything and makes sure that it is there; what was interrupted goes on where it stopped. */
export async function copyDatabase(copy: Copy): Promise<Copied> {
  const { source, target } = copy
  await refuseUnsuitable(copy)
  await migrate(target)
  const snapshot = await inSnapshot(source, (from) => copySnapshot(copy, from))
  if ((await versionOf(source.db)) !== snapshot.version)
    throw new DatabaseProblem(
      'The source was written to while it was copied; stop what writes to it and run the copy again.',
    )
  await target.db.transaction().execute((trx) => finish(target, trx, snapshot))
  return snapshot
}

async function refuseUnsuitable({ source, target }: Copy): Promise<void> {
  if (identityOf(source.url) === identityOf(target.url))
    throw new DatabaseProblem('Source and target are the same database.')
  if ((await pendingMigrations(source)).length > 0)
    throw new DatabaseProblem(
      'The source is not up to date, or no database of this program; calends migrate brings it up to date.',
    )
  if (await isUnfinishedCopy(source.db))
    throw new DatabaseProblem('The source is itself an unfinished copy; finish that one first.')
}

interface Snapshot extends Copied {
  readonly version: number
  readonly state: readonly Row[]
  readonly numbers: readonly Numbered[]
}

interface Numbered {
  readonly table: string
  readonly column: string
  readonly last: number
}

async function copySnapshot(copy: Copy, from: Kysely<Database>): Promise<Snapshot> {
  const version = await versionOf(from)
  const begun = await openJournal(copy.target.db, { source: identityOf(copy.source.url), version })
  const tables: Counted[] = []
  for (const table of filledTables) tables.push({ ...table, count: await countOf(from, table) })
  const rows = tables.reduce((sum, { count }) => sum + count, 0)
  await fill(copy, from, tables, rows)
  await compare(copy, from, tables, rows)
  const state = (await untyped(from).selectFrom('state').selectAll().execute()) as Row[]
  return { isContinued: begun === 'continued', rows, version, state, numbers: await lastNumbers(copy, from) }
}

interface Counted extends CopiedTable {
  readonly count: number
}

async function fill({ target, progress }: Copy, from: Kysely<Database>, tables: Counted[], total: number) {
  let done = 0
  for (const table of tables) {
    let last = await lastKey(target.db, table)
    let rows = await countOf(target.db, table)
    done += rows
    const tell = () =>
      progress?.({ phase: 'copy', table: table.name, rows, rowsOfTable: table.count, done, total })
    tell()
    for await (const batch of batches(from, table, last)) {
      await write(target, table, batch, last)
      last = keyOf(table, batch.at(-1)!)
      rows += batch.length
      done += batch.length
      tell()
    }
  }
}

type Last = Parameters<typeof advance>[2]

/** Rows and how far they have come: both or neither. */
async function write({ db, dialect }: OpenDatabase, table: CopiedTable, rows: readonly Row[], last: Last) {
  try {
    await db.transaction().execute(async (trx) => {
      await advance(trx, table, last, keyOf(table, rows.at(-1)!))
      await untyped(trx).insertInto(table.name).values(rows).execute()
    })
  } catch (error) {
    if (error instanceof DatabaseProblem || dialect.isUnavailable(error)) throw error
    const from = keyOf(table, rows[0]!).join(' ')
    throw new DatabaseProblem(
      `The target refuses rows of ${table.name}, from ${from} on: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

async function compare({ target, progress }: Copy, from: Kysely<Database>, tables: Counted[], total: number) {
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
  await spoil(target.db)
  throw new DatabaseProblem(
    `The copy differs from its source in ${different.join(', ')}; stop what writes to either and run the copy again.`,
  )
}

async function lastNumbers({ source }: Copy, from: Kysely<Database>): Promise<Numbered[]> {
  const numbers: Numbered[] = []
  for (const { name: table, counted: column } of copiedTables)
    if (column !== undefined)
      numbers.push({ table, column, last: await engineOf(source).lastNumber(from, table, column) })
  return numbers
}

/** Ids go on where the source's stop; only then is the copy a database like any other. */
async function finish(target: OpenDatabase, trx: Kysely<Database>, { state, numbers }: Snapshot) {
  for (const { table, column, last } of numbers) await engineOf(target).countOnAfter(trx, table, column, last)
  await closeJournal(trx)
  await target.dialect.trackChanges(trx)
  await trx.deleteFrom('state').execute()
  await untyped(trx).insertInto('state').values(state).execute()
}
