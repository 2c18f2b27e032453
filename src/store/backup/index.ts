import { existsSync, linkSync, renameSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isUnfinishedCopy } from '../copy/copy-journal.ts'
import { renewLineage } from '../lineage.ts'
import type { Instant } from '../../time/index.ts'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { closingAfterwards, DatabaseError, openDatabase, pendingMigrations } from '../open.ts'
import { copyFile } from './copy-file.ts'
import { assertAbsent, walSuffixes, writeAtomically } from './files.ts'
import { requireKind } from './kind.ts'
import { recordBackup } from './record.ts'

/** Backups of a database file: complete, consistent, and verified. */

const openFile = (file: string) => openDatabase(`sqlite:${file}`)

const codeOf = (error: unknown) => (error instanceof Sqlite.SqliteError ? error.code : '')

/** Switches off WAL mode, which opening the database has switched on, so that a single file remains. */
export function withoutLog(file: string, check = (_database: Sqlite.Database): void => undefined): void {
  const database = new Sqlite(file)
  try {
    database.pragma('journal_mode = delete')
    check(database)
  } finally {
    database.close()
  }
}

/** Checks every page. */
const verifyIntegrity = (file: string): void =>
  withoutLog(file, (database) => {
    const found = database.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Damage(String(found).replaceAll('\n', ' '))
  })

/** What an integrity check has found. */
class Damage extends Error {}

const isDamage = (error: unknown) => error instanceof Damage || /^SQLITE_CORRUPT/.test(codeOf(error))

/** Names the original, because its copy is as damaged, and is removed. */
async function namingDamaged(original: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [damage] = [error, (error as Error).cause].filter(isDamage)
    if (damage === undefined) throw error
    throw new DatabaseError(`The file ${original} is damaged: ${(damage as Error).message}.`, {
      cause: error,
    })
  }
}

/** Makes a consistent copy of the database as it is at the beginning; it may be written to meanwhile. */
export async function backUp(database: string, file: string, moment: Instant): Promise<void> {
  assertAbsent(file)
  await writeAtomically(file, async (temporaryFile) => {
    await namingDamaged(database, async () => {
      await copyFile(database, temporaryFile)
      await closingAfterwards(openFile(temporaryFile), (copy) => assertComplete(copy, 'database'))
      recordBackup(temporaryFile, moment)
      verifyIntegrity(temporaryFile)
    })
  })
}

/** Only a complete Calends database can be restored. */
async function assertComplete({ db, migrator }: OpenDatabase, what: 'backup' | 'database'): Promise<void> {
  if (await isUnfinishedCopy(db))
    throw new DatabaseError(`The ${what} contains an unfinished copy and cannot be restored.`)
  const known = await migrator.getMigrations()
  if (known.every(({ executedAt }) => executedAt === undefined))
    throw new DatabaseError(`The ${what} is not a Calends database.`)
}

const emptyTables = ['users', 'entry_ids', 'term_ids']

function hasRows(database: Sqlite.Database): boolean {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all()
  if (tables.length === 0) return false
  if (!emptyTables.every((name) => tables.includes(name))) return true
  return emptyTables.some((name) => database.prepare(`select 1 from ${name} limit 1`).get() !== undefined)
}

/**
 * Whether the file contains data. Switching off WAL mode fails if another process has the file open, which detects a
 * running service.
 */
function containsData(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const database = new Sqlite(path, { timeout: 1_000 })
    try {
      const hasData = hasRows(database)
      database.pragma('journal_mode = delete')
      return hasData
    } finally {
      database.close()
    }
  } catch (error) {
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error)))
      throw new DatabaseError('The database is in use; stop the service first.', { cause: error })
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))) return true
    throw error
  }
}

/** Uses a hard link, so that the database path always exists until the new file replaces it. */
function keepUnderOtherName(path: string, aside: string): void {
  linkSync(path, aside)
  for (const suffix of walSuffixes)
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
}

/**
 * Restores a backup. An existing database with data is kept under the name `aside`; without one, it is not replaced.
 */
export async function restore(file: string, database: string, aside?: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseError(`The backup file ${file} does not exist.`)
  requireKind(file, 'SQLite')
  await writeAtomically(database, async (temporaryFile) => {
    await namingDamaged(file, async () => {
      await copyFile(file, temporaryFile)
      await closingAfterwards(openFile(temporaryFile), async (backup) => {
        await assertComplete(backup, 'backup')
        // Throws if it is of a newer version.
        await pendingMigrations(backup)
        await renewLineage(backup.db)
      })
      verifyIntegrity(temporaryFile)
    })
    if (!containsData(database)) return
    if (aside === undefined)
      throw new DatabaseError(
        `The database ${database} is not empty; use --replace to replace it and keep the old one under another name.`,
      )
    keepUnderOtherName(database, aside)
  })
}
