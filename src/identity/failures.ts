/** Limits the number of wrong secrets, to prevent brute-force attacks. */
export interface Failures<Key extends unknown[]> {
  isBlocked(...key: Key): boolean
  recordFailure(...key: Key): void
  /** Whole seconds, at least one. */
  retryAfter(...key: Key): number
}

/**
 * Check before verifying a password, and again before accepting a correct one, because concurrent wrong attempts may
 * have exhausted the limit meanwhile.
 */
export type CredentialFailures = Failures<[address: string]>
