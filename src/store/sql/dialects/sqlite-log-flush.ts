import { open, type FileHandle } from 'node:fs/promises'

/**
 * Flushes the write-ahead log to the disk, as `synchronous=FULL` would, but outside the event loop, so that a slow disk
 * delays only the write that waits for it. With `synchronous=NORMAL`, SQLite itself flushes everything except the end
 * of each transaction (sqlite.org/pragma.html, "PRAGMA synchronous").
 */
export interface LogFlush {
  /** Resolves when everything committed before the call survives a power cut. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/** Flushes what was written to a file to the disk. */
export type SyncFile = (file: FileHandle) => Promise<void>

const syncData: SyncFile = (file) => file.datasync()

export function createLogFlush(path: string, sync: SyncFile = syncData): LogFlush {
  let log: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  /** SQLite creates the log with the first transaction and keeps it while the database is open. */
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
      // A running flush may have started before this commit, so all calls in the meantime share the next one.
      return (following ??= running.then(start, start))
    },
    async close() {
      await running?.catch(() => undefined)
      await (await log?.catch(() => undefined))?.close()
    },
  }
}
