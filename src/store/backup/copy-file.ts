import { accessSync, constants, createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import { DatabaseError } from '../open.ts'

/** Copies of a database file, also of one that may only be read. */

const allPages = 0x7fffffff

/** What SQLite says if it cannot create its files beside the database, without which it does not read one with a log. */
const lacksPlace = (error: unknown) =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:CANTOPEN|READONLY)/.test(error.code)

/** Undefined if only SQLite cannot read the file; throws what SQLite says if it cannot be read at all. */
function open(file: string): Sqlite.Database | undefined {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('schema_version')
    return database
  } catch (error) {
    database.close()
    if (!lacksPlace(error)) throw error
    accessSync(file, constants.R_OK)
    return undefined
  }
}

/** Throws what SQLite says if it cannot read the database. */
export const requireReadable = (file: string): void => void open(file)?.close()

/** What a writer leaves beside the file for the next one to find. */
const unfinished = ['-wal', '-journal'] as const

const stateOf = (file: string) =>
  JSON.stringify(
    ['', ...unfinished].map((suffix) => statSync(`${file}${suffix}`, { throwIfNoEntry: false })?.mtimeMs),
  )

/** Streams keep the permissions of a file that exists. */
const copyBytes = (from: string, to: string) =>
  pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }))

/** Safe where SQLite cannot create its files, because a service that is running has created them already. */
async function copyPlainly(from: string, to: string): Promise<void> {
  const before = stateOf(from)
  for (const suffix of ['', ...unfinished])
    if (existsSync(`${from}${suffix}`)) await copyBytes(`${from}${suffix}`, `${to}${suffix}`)
  if (stateOf(from) !== before) throw new DatabaseError(`The file ${from} has changed while it was copied.`)
}

/** Copies all pages in one step; otherwise a concurrent write would restart the backup. */
export async function copyFile(from: string, to: string): Promise<void> {
  const source = open(from)
  if (source === undefined) return copyPlainly(from, to)
  try {
    await source.backup(to, { progress: () => allPages })
  } finally {
    source.close()
  }
}
