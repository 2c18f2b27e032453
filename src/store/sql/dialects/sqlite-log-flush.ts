import { open, type FileHandle } from 'node:fs/promises'

/**
 * Has the disk keep what was written to the log, as `synchronous=FULL` would, but outside the event loop: a slow disk
 * then holds up who waits for that write, and nobody else. SQLite itself takes care of everything but the end of each
 * transaction with `synchronous=NORMAL` (sqlite.org/pragma.html, "PRAGMA synchronous").
 */
export interface LogFlush {
  /** Resolves when all that was committed before the call survives a power cut. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/** Has the disk keep what was written to a file. */
export type SyncFile = (file: FileHandle) => Promise<void>

const syncData: SyncFile = (file) => file.datasync()

export function createLogFlush(path: string, sync: SyncFile = syncData): LogFlush {
  let log: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  /** SQLite makes the file with the first transaction, and keeps it for as long as it is open. */
  const logFile = () => (log ??= open(`${path}-wal`, 'r+'))

  function start(): Promise<void> {
    following = undefined
    const flush = logFile().then(sync)
    running = flush
    const done = () => {
      if (running === flush) running = undefined
    }
    flush.then(done, done)
    return flush
  }

  return {
    flushed() {
      if (running === undefined) return start()
      // One that has begun may have begun before the commit, so that all who come meanwhile share the next.
      return (following ??= running.then(start, start))
    },
    async close() {
      await running?.catch(() => undefined)
      await (await log?.catch(() => undefined))?.close()
    },
  }
}
