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

/** Takes the lock for writing and gives it back, without waiting for it. */
function tryLock(connection: Sqlite.Database): void {
  const timeout = connection.pragma('busy_timeout', { simple: true }) as number
  connection.pragma('busy_timeout = 0')
  try {
    connection.exec('begin immediate; rollback')
  } finally {
    connection.pragma(`busy_timeout = ${timeout}`)
  }
}

export interface WriteGuard {
  /** Remembers the error if it tells of damage. */
  readonly observe: (error: unknown) => void
  /** Throws if the file is gone or known to be damaged. */
  readonly requireIntact: () => void
  /** Waits for the lock, while the process goes on reading. */
  readonly untilUnlocked: () => Promise<void>
}

export function writeGuard(connection: Sqlite.Database): WriteGuard {
  const path = connection.name
  const opened = connection.memory ? undefined : statSync(path)
  let damaged: unknown

  const isSameFile = () => {
    if (opened === undefined) return true
    const now = statSync(path, { throwIfNoEntry: false })
    return now?.ino === opened.ino && now.dev === opened.dev
  }
  return {
    observe(error) {
      if (isDamage(error)) damaged = error
    },
    requireIntact() {
      if (damaged !== undefined)
        throw new UnusableFile(`The database file ${path} is damaged; stop and restore a backup.`, {
          cause: damaged,
        })
      if (!isSameFile())
        throw new UnusableFile(
          `The database file ${path} was deleted or replaced while it was open; restart the service.`,
        )
    },
    async untilUnlocked() {
      if (opened === undefined) return
      for (const end = Date.now() + patienceMs; !connection.inTransaction;)
        try {
          return tryLock(connection)
        } catch (error) {
          if (!isBusy(error) || Date.now() > end) throw error
          await pause(stepMs)
        }
    },
  }
}
