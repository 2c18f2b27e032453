import type { PostgresPool } from 'kysely'

const failures = new WeakSet<object>()

/**
 * Whether no connection was to be had, for whatever reason: the server, its settings or its certificate may be mended
 * while the service runs.
 */
export const isConnectFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)

/** The same pool, whose failures to connect are told from those of statements. */
export const markingConnectFailures = (pool: PostgresPool): PostgresPool => ({
  connect: () =>
    pool.connect().catch((error: Error) => {
      failures.add(error)
      throw error
    }),
  end: () => pool.end(),
})
