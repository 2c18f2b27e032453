import type { Command } from 'commander'
import { linksAt } from '../api/links.ts'
import { calendarMounts } from '../api/mounts.ts'
import type { OperationRequest } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import type { Config } from '../config.ts'
import { callerOf, type OptionalCaller } from '../identity/roles.ts'
import { findByName } from '../identity/user-store.ts'
import { createLimits } from '../server/limits/rate-limit.ts'
import { requestOrigin } from '../server/request/request-origin.ts'
import { createStore, type Store } from '../store/index.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { configOf, withSettings } from './settings.ts'

export function addMcp(program: Command): void {
  withSettings(program.command('mcp'))
    .summary('offer the calendar to an assistant on this machine')
    .description(
      'Speaks the Model Context Protocol over standard input and output, with the database of the service, which may run meanwhile. Without --user everything is read-only.',
    )
    .option('--user <name>', 'the user in whose name the assistant reads and writes')
    .action((options: { user?: string }) => {
      const config = configOf(options)
      return withFilledDatabase(config, (database) => serve(config, database, options.user))
    })
}

async function callerNamed({ db }: OpenDatabase, name: string | undefined): Promise<OptionalCaller> {
  if (name === undefined) return undefined
  const user = await findByName(db, name)
  if (user === undefined) throw new CommandError(`There is no user ${name}.`)
  return callerOf(user)
}

const report = (error: unknown) => tellOperator(error instanceof Error ? (error.stack ?? '') : String(error))

/** Serves until the assistant closes standard input and everything is answered. */
async function serve(config: Config, database: OpenDatabase, username: string | undefined) {
  const [{ serveStdio }, { createServers }, { StandardStreams }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
    import('../mcp/standard-streams.ts'),
  ])
  const caller = await callerNamed(database, username)
  const store = createStore({ database, settings: config, onError: report, now })
  const limits = createLimits({ now: Date.now, enabled: false })
  const makeServer = createServers({ db: database.db, store, config, limits, onError: report }, now)
  await store.start()
  const transport = new StandardStreams(process.stdin, process.stdout)
  const makeOne = () => makeServer(() => requestAt(store, config, caller))
  // A subscription would never be answered, and there is nothing to subscribe to.
  const handle = serveStdio(makeOne, { transport, maxSubscriptions: 0, onerror: report })
  await transport.ended
  await handle.close()
  await store.stop()
}

/** Makes the request that the same call would be over HTTP, to the public URL of the service. */
async function requestAt(store: Store, config: Config, caller: OptionalCaller): Promise<OperationRequest> {
  const mount = calendarMounts(config)[0]!
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const place = requestOrigin({}, { publicUrl, trustProxy: false, encrypted: false })
  await store.snapshot(now())
  return {
    pathname: mount.path,
    query: '',
    sent: {},
    path: {},
    caller,
    callerNow: () => Promise.resolve(caller),
    browser: { page: 'unknown', session: undefined, known: undefined, hasCookies: false },
    mount,
    links: linksAt(place, config, mount),
    site: siteOf(config, now()),
    now: now(),
    address: 'localhost',
    matchesIfMatch: undefined,
    idempotencyKey: undefined,
    acceptLanguage: undefined,
    lastEventId: undefined,
    headers: {},
    isAbandoned: () => false,
    whenClosed: () => undefined,
    form: undefined,
  }
}
