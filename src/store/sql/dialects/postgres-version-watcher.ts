import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lazyRequire } from '../../../lazy-require.ts'
import { closingClient, driverUrl } from './postgres-connecting.ts'

/** A dedicated connection that polls `state.version`, and reconnects when it is lost. */

const library = lazyRequire<typeof pg>('pg')

/** In SQL. Of the table, because each schema of the database may have a calendar. */
export const channel = "'calends_version_' || 'state'::regclass::oid"

interface VersionListener {
  /** Called before each poll; the returned function takes the version. */
  beginPoll(): (version: number) => void
  /** Called with versions announced by other nodes, which only a primary delivers. */
  onNotification?(version: number): void
  onDisconnect(): void
  /** Milliseconds until the next poll. */
  interval(): number
}

const queryTimeoutMs = 700
const [minReconnectDelayMs, maxReconnectDelayMs] = [50, 1_000]

const versionQuery = `select value::text as version, pg_is_in_recovery() as "isStandby" from state where name = 'version'`

interface State {
  readonly version: string
  readonly isStandby: boolean
}

/** Only a primary may be used for LISTEN, because a standby never receives notifications. */
async function pollVersion(client: pg.Client, { beginPoll, onNotification }: VersionListener) {
  const answered = beginPoll()
  const { rows } = await client.query<State>(versionQuery)
  const [state] = rows
  if (state === undefined || (state.isStandby && onNotification !== undefined))
    throw new Error('The server is not a primary.')
  answered(Number(state.version))
}

function clientFor(url: string): pg.Client {
  const client = new (closingClient(library().Client))({
    connectionString: driverUrl(url),
    application_name: 'calends version',
    connectionTimeoutMillis: 2_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  })
  // A connection that is lost while idle is noticed by the next poll.
  client.on('error', () => undefined)
  return client
}

async function begin(client: pg.Client, { onNotification }: VersionListener): Promise<void> {
  await client.connect()
  if (onNotification === undefined) return
  client.on('notification', ({ payload }) => onNotification(Number(payload)))
  const { rows } = await client.query<{ channel: string }>(`select ${channel} as channel`)
  await client.query(`listen ${rows[0]!.channel}`)
}

/** Watches until it is stopped. */
export function watchVersion(url: string, watcher: VersionListener): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
  const isStopped = () => stopping.signal.aborted

  async function watchOnce(): Promise<void> {
    const client = clientFor(url)
    try {
      await begin(client, watcher)
      while (!isStopped()) {
        await pollVersion(client, watcher)
        delay = minReconnectDelayMs
        await wait(watcher.interval())
      }
    } finally {
      watcher.onDisconnect()
      void client.end().catch(() => undefined)
    }
  }

  let delay = minReconnectDelayMs
  async function watch(): Promise<void> {
    while (!isStopped()) {
      await watchOnce().catch(() => undefined)
      await wait(delay)
      delay = Math.min(2 * delay, maxReconnectDelayMs)
    }
  }

  const done = watch()
  return {
    stop() {
      stopping.abort()
      return done
    },
  }
}
