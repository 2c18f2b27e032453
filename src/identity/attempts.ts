import { tooManyRequests } from '../errors.ts'
import { createKeyedLock } from './keyed-lock.ts'

/** Wrong secrets within the last minute, by key. */
interface Failures {
  isBlocked(key: string): boolean
  recordFailure(key: string): void
  /** Whole seconds, at least one. */
  retryAfter(key: string): number
}

/** Limits the number of wrong secrets, to prevent brute-force attacks. */
export interface Attempts<Key> {
  isBlocked(key: Key): boolean
  recordFailure(key: Key): void
  retryAfter(key: Key): number
  /** Throws if there were too many wrong secrets. */
  requireAllowed(key: Key): void
  /** Returns what the secret opens; a secret that opens nothing counts as wrong. */
  verify<T>(key: Key, open: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Attempts on the same address. */
export type CredentialAttempts = Attempts<string>

export function createAttempts<Key>(failures: Failures, nameOf: (key: Key) => string): Attempts<Key> {
  const withKeyLock = createKeyedLock()

  function requireAllowed(name: string) {
    if (failures.isBlocked(name)) throw tooManyRequests(failures.retryAfter(name))
  }

  async function verify<T>(name: string, open: () => Promise<T | undefined>) {
    requireAllowed(name)
    const opened = await open()
    // Check the limit before the result, because other processes may have counted failures meanwhile; otherwise the
    // response would reveal whether the secret was correct.
    requireAllowed(name)
    if (opened === undefined) failures.recordFailure(name)
    return opened
  }

  return {
    isBlocked: (key) => failures.isBlocked(nameOf(key)),
    recordFailure: (key) => failures.recordFailure(nameOf(key)),
    retryAfter: (key) => failures.retryAfter(nameOf(key)),
    requireAllowed: (key) => requireAllowed(nameOf(key)),
    // One after another, so that attempts beyond the limit are refused without hashing.
    verify: async (key, open) => {
      const name = nameOf(key)
      requireAllowed(name)
      return withKeyLock(name, () => verify(name, open))
    },
  }
}
