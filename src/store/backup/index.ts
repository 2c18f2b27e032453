import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { isUnfinishedCopy } from '../copy/journal.ts'
import type { Instant } from '../../time/index.ts'
import { DatabaseProblem, openDatabase, pendingMigrations } from '../open.ts'
import { recordBackup } from './record.ts'

/** Backups of a database in a file: whole, consistent, and looked through before they count. */

const everyPage = 0x7fffffff

const companions = ['-wal', '-shm']

const removeAll = (file: string) => {
  for (const suffix of ['', '-journal', ...companions]) rmSync(`${file}${suffix}`, { force: true })
}

/** What the operating system keeps in memory reaches the disk. */
function settle(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** All pages in one step, so that writers can neither get between them nor make it begin again. */
async function copyFile(from: string, to: string): Promise<void> {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  try {
    await source.backup(to, { progress: () => everyPage })
  } finally {
    source.close()
  }
}

/** Looks through every page, and leaves one file alone, without `-wal`. */
function verify(file: string): void {
  const database = new Sqlite(file)
  try {
    database.pragma('journal_mode = delete')
    const found = database.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new DatabaseProblem(`The copy is damaged: ${String(found)}.`)
  } finally {
    database.close()
  }
}

/** Writes a file and gives it its name only when it is whole and safe on the disk. */
async function making(file: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.unfinished`
  removeAll(unfinished)
  try {
    await make(unfinished)
    settle(unfinished)
    renameSync(unfinished, file)
    settle(dirname(file))
  } finally {
    removeAll(unfinished)
  }
}

/** A consistent copy of the database, which may be written to meanwhile; it is as old as its beginning. */
export async function backUp(database: string, file: string, moment: Instant): Promise<void> {
  if (!existsSync(database)) throw new DatabaseProblem(`There is no file ${database} to back up.`)
  if (existsSync(file)) throw new DatabaseProblem(`There is a file ${file} already; choose another name.`)
  await making(file, async (unfinished) => {
    await copyFile(database, unfinished)
    recordBackup(unfinished, moment)
    verify(unfinished)
  })
}

/** A backup must be of this program, whole, and not newer than the program. */
async function refuseUnsuitable(file: string): Promise<void> {
  const database = openDatabase(`sqlite:${file}`)
  try {
    await pendingMigrations(database)
    const known = await database.migrator.getMigrations()
    if (known.every(({ executedAt }) => executedAt === undefined))
      throw new DatabaseProblem('The backup is no database of this program.')
    if (await isUnfinishedCopy(database.db)) throw new DatabaseProblem('The backup is of an unfinished copy.')
  } finally {
    await database.close()
  }
}

const emptyTables = ['users', 'entry_ids', 'term_ids']

function holdsData(database: Sqlite.Database): boolean {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all()
  if (tables.length === 0) return false
  if (!emptyTables.every((name) => tables.includes(name))) return true
  return emptyTables.some((name) => database.prepare(`select 1 from ${name} limit 1`).get() !== undefined)
}

const codeOf = (error: unknown) => (error instanceof Sqlite.SqliteError ? error.code : '')

/** Whether something would be lost. Only a file that nobody has open can leave the mode with `-wal`. */
function isWorthKeeping(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const database = new Sqlite(path, { timeout: 1_000 })
    try {
      const isKept = holdsData(database)
      database.pragma('journal_mode = delete')
      return isKept
    } finally {
      database.close()
    }
  } catch (error) {
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error)))
      throw new DatabaseProblem('The database is in use; stop the service first.', { cause: error })
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))) return true
    throw error
  }
}

/** The file keeps its old name until the moment in which the new one takes it. */
function setAside(path: string, aside: string): void {
  linkSync(path, aside)
  for (const suffix of companions)
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
}

/** Puts a backup in place. What is there is kept under another name, or where none is given, refused. */
export async function restore(file: string, database: string, aside?: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseProblem(`There is no file ${file} to restore.`)
  await making(database, async (unfinished) => {
    await copyFile(file, unfinished)
    await refuseUnsuitable(unfinished)
    verify(unfinished)
    if (!isWorthKeeping(database)) return
    if (aside === undefined)
      throw new DatabaseProblem(
        `The database ${database} is not empty; --replace puts the backup in its place and keeps it under another name.`,
      )
    setAside(database, aside)
  })
}
