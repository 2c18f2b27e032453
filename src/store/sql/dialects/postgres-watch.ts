import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lazily } from '../../../lazily.ts'

/** A connection of its own that asks a server for `state.version`, and is made again whenever it is lost. */

const library = lazily<typeof pg>('pg')

export const channel = 'calends_version'

export interface Watcher {
  /** Called before the server is asked; takes its answer. */
  asking(): (version: number) => void
  /** What another node tells of; only a primary passes that on. */
  heard?(version: number): void
  lost(): void
  /** Milliseconds until the server is asked again. */
  interval(): number
}

const patience = 700
const [firstDelay, longestDelay] = [50, 1_000]

const question = `select value::text as version, pg_is_in_recovery() as "isStandby" from state where name = 'version'`

interface State {
  readonly version: string
  readonly isStandby: boolean
}

/** Whoever listens has to be told by the primary itself; a standby in its place would tell of nothing. */
async function ask(client: pg.Client, { asking, heard }: Watcher) {
  const answered = asking()
  const { rows } = await client.query<State>(question)
  const [state] = rows
  if (state === undefined || (state.isStandby && heard !== undefined)) throw new Error('This is no primary.')
  answered(Number(state.version))
}

function clientFor(url: string): pg.Client {
  const client = new (library().Client)({
    connectionString: url,
    application_name: 'calends version',
    connectionTimeoutMillis: 2_000,
    query_timeout: patience,
    keepAlive: true,
  })
  // What is lost while idle is noticed by the next question.
  client.on('error', () => undefined)
  return client
}

async function begin(client: pg.Client, { heard }: Watcher): Promise<void> {
  await client.connect()
  if (heard === undefined) return
  client.on('notification', ({ payload }) => heard(Number(payload)))
  await client.query(`listen ${channel}`)
}

/** Watches until it is stopped. */
export function watchVersion(url: string, watcher: Watcher): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
  const isStopped = () => stopping.signal.aborted

  async function watchOnce(): Promise<void> {
    const client = clientFor(url)
    try {
      await begin(client, watcher)
      while (!isStopped()) {
        await ask(client, watcher)
        delay = firstDelay
        await wait(watcher.interval())
      }
    } finally {
      watcher.lost()
      void client.end().catch(() => undefined)
    }
  }

  let delay = firstDelay
  async function watch(): Promise<void> {
    while (!isStopped()) {
      await watchOnce().catch(() => undefined)
      await wait(delay)
      delay = Math.min(2 * delay, longestDelay)
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
