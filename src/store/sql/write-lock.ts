/** How long a write waits for another process that writes to the same SQLite file, in milliseconds. */
export const writeLockTimeoutMs = 5_000

/** Another process has not finished its write in time; it may be suspended. */
export class WriteLockTimeout extends Error {
  constructor() {
    super('Another process of the service has not released the write lock in time.')
  }
}

/** Resolves when no other process is writing, with a function that releases the lock. */
export type AcquireWriteLock = () => Promise<() => void>

/** Throws if the lock is not granted in time; if it is granted later, it is released at once. */
export const acquireInTime = (acquire: AcquireWriteLock): Promise<() => void> =>
  new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new WriteLockTimeout())
    }, writeLockTimeoutMs)
    acquire().then((release) => {
      clearTimeout(timer)
      if (isLate) release()
      else resolve(release)
    }, reject)
  })
