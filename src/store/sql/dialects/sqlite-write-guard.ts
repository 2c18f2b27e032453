import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { writeLockTimeoutMs } from '../write-lock.ts'

/**
 * Checks before each transaction whether it can begin, because SQLite itself would block the whole process, or not
 * notice that the file is gone.
 */

const pollIntervalMs = 20

/** The only connection: reads need it too. */
interface SharedConnection {
  release(): Promise<void>
  acquire(): Promise<void>
}

/** The file is in a state in which writes would be lost or cause further damage, until the operator intervenes. */
export class UnusableFile extends Error {}

const damage = /^SQLITE_(?:CORRUPT|NOTADB)/

const isDamage = (error: unknown) => error instanceof Sqlite.SqliteError && damage.test(error.code)

const isBusy = (error: unknown) => error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Begins a transaction with the write lock, without waiting for it. */
function tryToBegin(connection: Sqlite.Database): void {
  const timeout = connection.pragma('busy_timeout', { simple: true }) as number
  connection.pragma('busy_timeout = 0')
  try {
    connection.exec('begin immediate')
  } finally {
    connection.pragma(`busy_timeout = ${timeout}`)
  }
}

export interface WriteGuard {
  /** Remembers the error if it indicates corruption. */
  readonly observe: (error: unknown) => void
  /**
   * Called when a flush failed. No further writes are accepted, because the operating system discards data that it
   * could not write, so that the next flush would succeed without them.
   */
  readonly notKept: (error: unknown) => UnusableFile
  /** Throws if the file or its log is not the one that was opened, so that nobody would find what is written there. */
  readonly requireSameFiles: () => void
  /** Throws if the file is gone or known to be corrupt. */
  readonly requireIntact: () => void
  /**
   * Begins a transaction with the write lock. While another process holds the lock, the connection is released again
   * and again, because reads would otherwise wait as long as the write does.
   */
  readonly begin: (shared: SharedConnection) => Promise<void>
}

const identityOf = (path: string) => {
  const file = statSync(path, { throwIfNoEntry: false })
  return file === undefined ? undefined : `${file.dev} ${file.ino}`
}

/** Whatever holds what is written, with its identity: checkpoints empty the log, but keep its file. */
function openedFiles(connection: Sqlite.Database): (readonly [path: string, identity: string])[] {
  if (connection.memory) return []
  // SQLite opens the log with the first read, and no connection deletes it before this one is closed.
  connection.pragma('schema_version')
  return [connection.name, `${connection.name}-wal`].flatMap((path) => {
    const identity = identityOf(path)
    return identity === undefined ? [] : [[path, identity] as const]
  })
}

export function writeGuard(connection: Sqlite.Database): WriteGuard {
  const path = connection.name
  const opened = openedFiles(connection)
  let unusable: UnusableFile | undefined

  const observe = (error: unknown) => {
    if (isDamage(error))
      unusable = new UnusableFile(`The database file ${path} is damaged; stop and restore a backup.`, {
        cause: error,
      })
  }
  function requireSameFiles(): void {
    const missing = opened.find(([file, identity]) => identityOf(file) !== identity)
    if (missing !== undefined)
      throw new UnusableFile(
        `The database file ${missing[0]} was deleted or replaced while it was open; restart the service.`,
      )
  }
  function requireIntact(): void {
    if (unusable !== undefined) throw unusable
    requireSameFiles()
  }
  return {
    observe,
    notKept: (cause) =>
      (unusable = new UnusableFile(
        `The disk did not keep what was written to ${path}; look after the disk, then restart the service.`,
        { cause },
      )),
    requireSameFiles,
    requireIntact,
    async begin(shared) {
      for (const end = Date.now() + writeLockTimeoutMs; ;) {
        requireIntact()
        try {
          return tryToBegin(connection)
        } catch (error) {
          observe(error)
          if (!isBusy(error) || Date.now() > end) throw error
        }
        await shared.release()
        await pause(pollIntervalMs)
        await shared.acquire()
      }
    },
  }
}
