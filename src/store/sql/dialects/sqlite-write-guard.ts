import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

/** Looks before each transaction whether it can begin, because SQLite itself would block the whole process or not notice. */

const [patienceMs, stepMs] = [5_000, 20]

/** A state of the file in which writes would be lost or make matters worse; it lasts until the operator acts. */
export class UnusableFile extends Error {}

const damage = /^SQLITE_(?:CORRUPT|NOTADB)/

const isDamage = (error: unknown) => error instanceof Sqlite.SqliteError && damage.test(error.code)

const isBusy = (error: unknown) => error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Runs statements that take the lock for writing, without waiting for it. */
function tryLock(connection: Sqlite.Database, statements: string): void {
  const timeout = connection.pragma('busy_timeout', { simple: true }) as number
  connection.pragma('busy_timeout = 0')
  try {
    connection.exec(statements)
  } finally {
    connection.pragma(`busy_timeout = ${timeout}`)
  }
}

export interface WriteGuard {
  /** Remembers the error if it tells of damage. */
  readonly observe: (error: unknown) => void
  /**
   * The disk has not kept what was committed. Nothing more is written, because a system forgets what it could not
   * write, so that the next attempt would succeed without it.
   */
  readonly notKept: (error: unknown) => UnusableFile
  /** Throws if the file is gone or known to be damaged. */
  readonly requireIntact: () => void
  /** Waits for the lock, while the process goes on reading. */
  readonly untilUnlocked: () => Promise<void>
  /** Begins a transaction with the lock, which somebody may have taken since it was free. */
  readonly begin: () => Promise<void>
}

export function writeGuard(connection: Sqlite.Database): WriteGuard {
  const path = connection.name
  const opened = connection.memory ? undefined : statSync(path)
  let unusable: UnusableFile | undefined

  const isSameFile = () => {
    if (opened === undefined) return true
    const now = statSync(path, { throwIfNoEntry: false })
    return now?.ino === opened.ino && now.dev === opened.dev
  }
  const observe = (error: unknown) => {
    if (isDamage(error))
      unusable = new UnusableFile(`The database file ${path} is damaged; stop and restore a backup.`, {
        cause: error,
      })
  }
  /** Nothing if this process is within a transaction, because then it has the lock. */
  async function whenUnlocked(statements: string): Promise<void> {
    for (const end = Date.now() + patienceMs; !connection.inTransaction; await pause(stepMs))
      try {
        return tryLock(connection, statements)
      } catch (error) {
        observe(error)
        if (!isBusy(error) || Date.now() > end) throw error
      }
  }
  return {
    observe,
    notKept: (cause) =>
      (unusable = new UnusableFile(
        `The disk did not keep what was written to ${path}; look after the disk, then restart the service.`,
        { cause },
      )),
    requireIntact() {
      if (unusable !== undefined) throw unusable
      if (!isSameFile())
        throw new UnusableFile(
          `The database file ${path} was deleted or replaced while it was open; restart the service.`,
        )
    },
    async untilUnlocked() {
      if (opened !== undefined) await whenUnlocked('begin immediate; rollback')
    },
    begin: () => whenUnlocked('begin immediate'),
  }
}
