/** Counts wrong secrets, so that nobody can try one after the other. */
export interface Failures<Key extends unknown[]> {
  isBlocked(...key: Key): boolean
  recordFailure(...key: Key): void
  /** Whole seconds, at least one. */
  retryAfter(...key: Key): number
}

/**
 * Ask before a password is verified, and again before a right one is accepted: between the two, wrong ones sent at the
 * same time may have used up the limit.
 */
export type CredentialFailures = Failures<[address: string]>
