import type { Command } from 'commander'
import { linksAt } from '../api/links.ts'
import { calendarMounts } from '../api/mounts.ts'
import type { OperationRequest } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import { settingsInEffect } from '../app/core.ts'
import { readConfig, type Config } from '../config.ts'
import type { SettingsInEffect } from '../config/in-effect.ts'
import { incorrectCredentials } from '../errors.ts'
import { callerOf, type OptionalCaller } from '../identity/roles.ts'
import { findByName, findUser } from '../identity/user-store.ts'
import { createLimits } from '../server/limits/rate-limit.ts'
import { noBrowser } from '../server/request/cookies.ts'
import { requestOrigin } from '../server/request/request-origin.ts'
import { createStore, type Store } from '../store/index.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { sourcesOf, withSettings } from './settings.ts'

export function declare(command: Command): void {
  withSettings(command)
    .description(
      'Speaks the Model Context Protocol over standard input and output, with the database of the service, which may be running. Without --user, everything is read-only.',
    )
    .option('--user <name>', 'the user as whom the assistant reads and writes')
    .action((options: { user?: string }) => {
      const sources = sourcesOf(options)
      const config = readConfig(sources)
      return withFilledDatabase(config, (database) =>
        serve(database, settingsInEffect({ config, database, sources }), options.user),
      )
    })
}

type FindCaller = () => Promise<OptionalCaller>

/** Reads the user again each time, because an assistant runs for days and its user may be demoted or removed meanwhile. */
async function callerNamed({ db }: OpenDatabase, name: string | undefined): Promise<FindCaller> {
  if (name === undefined) return () => Promise.resolve(undefined)
  const named = await findByName(db, name)
  if (named === undefined) throw new CommandError(`There is no user ${name}.`)
  return async () => {
    const user = await findUser(db, named.id)
    return user && callerOf(user)
  }
}

const report = (error: unknown) => tellOperator(error instanceof Error ? (error.stack ?? '') : String(error))

/** Serves until the assistant closes standard input and everything is answered. */
async function serve(database: OpenDatabase, settings: SettingsInEffect, username: string | undefined) {
  const [{ serveStdio }, { createServers }, { StandardStreams }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
    import('../mcp/standard-streams.ts'),
  ])
  const findCaller = await callerNamed(database, username)
  const { config } = settings
  const store = createStore({ database, settings: config, onError: report, now })
  const limits = createLimits({ now: Date.now, enabled: false })
  const makeServer = createServers({ db: database.db, store, config, limits, onError: report }, now)
  await settings.refresh()
  await store.start()
  const begin = async () => {
    await settings.refresh()
    const caller = await findCaller()
    // As over HTTP, where the credentials of a removed user are refused even for reading.
    if (username !== undefined && caller === undefined) throw incorrectCredentials()
    return requestAt(store, config, { caller, callerNow: findCaller })
  }
  const transport = new StandardStreams(process.stdin, process.stdout)
  // A subscription would never be answered, and there is nothing to subscribe to.
  const handle = serveStdio(() => makeServer(begin), { transport, maxSubscriptions: 0, onerror: report })
  await transport.ended
  await handle.close()
  await store.stop()
}

/** Makes the request that the same call would be over HTTP, to the public URL of the service. */
async function requestAt(
  store: Store,
  config: Config,
  identity: Pick<OperationRequest, 'caller' | 'callerNow'>,
): Promise<OperationRequest> {
  const mount = calendarMounts(config)[0]!
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const place = requestOrigin({ headers: {} }, { publicUrl, trustProxy: false })
  await store.snapshot(now())
  return {
    pathname: mount.path,
    query: '',
    sent: {},
    path: {},
    ...identity,
    browser: noBrowser,
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
