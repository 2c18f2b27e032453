import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { lazyRequire } from '../../../lazy-require.ts'

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

type FindPassword = (server: unknown, found: (password: string | undefined) => void) => void

const passwordFile = lazyRequire<FindPassword>('pgpass')

/** The password in the file that `PGPASSFILE` names, or `~/.pgpass`. */
const passwordFor = (server: unknown): Promise<string | undefined> =>
  new Promise((resolve) => passwordFile()(server, resolve))

/**
 * A driver's client that closes its connection if it fails. The driver leaves it open where it gives up itself, because no
 * password is set for example, and it would keep a command running until the server closes it. The file of passwords is read
 * here, because the driver prints a warning when it reads it.
 */
export const closingClient = (Client: typeof pg.Client): typeof pg.Client =>
  class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.connection.on('error', () => void this.connection.stream.destroy())
      const own = this as { password: unknown }
      own.password ??= passwordFor
    }
  }

/** How long a request waits for a connection. */
const waitMs = 5_000

/** How long the pool waits for others to close a connection, if it has none itself. */
const pauseMs = 100

/** After this the pool tries again to have all of its connections. */
const retryMs = 10_000

const tooManyConnections = '53300'

/**
 * The same pool, for a server that may allow fewer connections than the pool wants. Then requests wait for those that
 * there are, instead of failing because there is no further one. Tells the operator the first time.
 */
export function waitingPool(pool: pg.Pool, tell: (text: string) => void): pg.Pool {
  const { max } = pool.options
  let isTold = false
  let lifting: NodeJS.Timeout | undefined
  function lift() {
    lifting = undefined
    pool.options.max = max
  }
  function limit() {
    pool.options.max = Math.max(1, pool.totalCount)
    lifting ??= setTimeout(lift, retryMs).unref()
    if (!isTold)
      tell(
        `The server allows fewer than ${max} connections, so requests wait for each other; lower CALENDS_DATABASE_POOL, or raise the limit of the server.`,
      )
    isTold = true
  }
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  async function connectOrWait(end = performance.now() + waitMs): Promise<pg.PoolClient> {
    try {
      return await connect()
    } catch (error) {
      if ((error as { code?: unknown }).code !== tooManyConnections || performance.now() > end) throw error
      limit()
      if (pool.totalCount === 0) await pause(pauseMs)
      return connectOrWait(end)
    }
  }
  return Object.assign(pool, { connect: () => connectOrWait() })
}

/** To the driver they mean `verify-full` too, but it prints a warning of ten lines with each start. */
const verifying = ['prefer', 'require', 'verify-ca']

/** The URL for the driver, which knows other TLS modes than PostgreSQL's own programs. */
export function driverUrl(url: string): string {
  const changed = new URL(url)
  const { searchParams } = changed
  if (searchParams.get('uselibpqcompat') === 'true' || !verifying.includes(searchParams.get('sslmode') ?? ''))
    return url
  searchParams.set('sslmode', 'verify-full')
  return changed.href
}
