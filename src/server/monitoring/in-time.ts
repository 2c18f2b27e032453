import { setTimeout as pause } from 'node:timers/promises'

const databaseTimeoutMs = 2_000

/** What the database answers; `otherwise` if it fails, or does not answer in time. */
export async function inTime<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController()
  const late = pause(databaseTimeoutMs, otherwise, { signal: timer.signal })
  try {
    return await Promise.race([asked, late])
  } catch {
    return otherwise
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}
