import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp, type AppOptions } from '../app.ts'
import { readConfig, type Config, type Sources } from '../config.ts'
import { countOtherTexts } from '../store/measures.ts'
import { deriveInstants } from '../store/open.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { requireLogo } from '../pages/assets.ts'
import { createShutdown } from '../server/shutdown.ts'
import { supervise } from '../workers/primary.ts'
import { createPeers } from '../workers/peers.ts'
import { printAddresses } from './addresses.ts'
import { ensureAdministratorExists, type Entrance } from './administrator.ts'
import { tellOperator } from './console.ts'
import { migrateUnlessCopying, withDatabase } from './database.ts'
import { listen, tryAddress } from './listening.ts'
import { createLogger } from './log.ts'
import { restoreYoungGeneration } from './heap-settings.ts'
import { sourcesOf } from './settings.ts'
import { trackConnections, waitForShutdown } from './graceful-shutdown.ts'
import { waitForDatabase } from './wait-for-database.ts'

export async function run(options: { readonly demo?: boolean }): Promise<void> {
  const sources = sourcesOf(options)
  const config = readConfig(sources)
  const hangup = noticeHangup()
  const prepare = (database: OpenDatabase) => prepareDatabase(config, database, options.demo ?? false)
  if (cluster.isWorker) await serveWithOthers(config, sources)
  else if (config.workers === 1) await serveAlone(config, sources, prepare)
  else await serveByWorkers(config, sources, prepare)
  if (hangup.hasCome) endByHangup()
  else exitSoon()
}

/** Whether the terminal has been closed, which stops the service as other signals do. */
function noticeHangup(): { readonly hasCome: boolean } {
  const hangup = { hasCome: false }
  process.once('SIGHUP', () => (hangup.hasCome = true))
  return hangup
}

const exitDelayMs = 500

/**
 * Node.js would abort when it resets a terminal that is gone, so the signal ends the process after everything is stored,
 * and the log, which is buffered, has been written.
 */
function endByHangup() {
  setTimeout(() => process.removeAllListeners('SIGHUP').kill(process.pid, 'SIGHUP'), exitDelayMs)
}

/**
 * Everything is finished and stored by now, but a connection to others, such as a mail server that is silent, would keep
 * the process alive until it times out.
 */
function exitSoon() {
  process.exitCode ??= 0
  setTimeout(() => process.exit(), exitDelayMs).unref()
}

type Prepare = (database: OpenDatabase) => Promise<Entrance>

/**
 * Texts remain in the database when their language is removed from the settings, but only those that others fall back to
 * are shown. They are counted after the service has started, because that takes long in large calendars.
 */
function warnOfOtherTexts(counting: Promise<ReadonlyMap<string, number>>, logger: FastifyBaseLogger) {
  counting.then(
    (texts) => {
      if (texts.size > 0)
        tellOperator(
          `Texts in languages that are not in CALENDS_LANGUAGES are shown only where a translation of them is missing: ${[...texts].map(([language, n]) => `${language} (${n})`).join(', ')}.`,
        )
    },
    (error: unknown) =>
      logger.warn({ err: error }, 'texts in other languages than those of the site could not be counted'),
  )
}

/** Loaded only for this, because the sample events take time to load and memory for as long as the service runs. */
async function addSampleEvents(config: Config, database: OpenDatabase) {
  const { fillIfEmpty } = await import('./demo.ts')
  await fillIfEmpty(config, database)
}

/** Prepares the database once, before the service accepts requests. */
async function prepareDatabase(config: Config, database: OpenDatabase, wantsDemo: boolean) {
  await waitForDatabase(database, config.databaseWait)
  await migrateUnlessCopying(database)
  await deriveInstants(database.db, config.timezone)
  const first = await ensureAdministratorExists(config, database)
  if (wantsDemo) await addSampleEvents(config, database)
  return first
}

/** What would stop the start later, when the database and the first administrator have been created. */
async function requireStartable(config: Config) {
  requireLogo(config)
  await tryAddress(config)
}

async function serveAlone(config: Config, sources: Sources, prepare: Prepare) {
  const logger = await createLogger(config)
  await requireStartable(config)
  await withDatabase(config, async (database) => {
    const first = await prepare(database)
    await serve({ config, database, now: Date.now, logger, sources }, (port) => {
      printAddresses({ port, config, sources }, first)
      warnOfOtherTexts(countOtherTexts(database, config.languages), logger)
    })
  })
}

/** The primary process prepares the database; the workers serve. */
async function serveByWorkers(config: Config, sources: Sources, prepare: Prepare) {
  const logger = await createLogger(config)
  await requireStartable(config)
  const first = await withDatabase(config, prepare)
  process.exitCode = await supervise(config.workers, logger, (port) => {
    printAddresses({ port, config, sources }, first)
    const counting = withDatabase(config, (database) => countOtherTexts(database, config.languages))
    warnOfOtherTexts(counting, logger)
  })
  await checkpointFile(config)
}

/**
 * Opens and closes the SQLite file once more, because only the last connection can checkpoint its WAL, and workers that
 * exit together may all miss being the last.
 */
async function checkpointFile(config: Config) {
  if (sqliteFile(config.databaseUrl) !== undefined) await withDatabase(config, () => Promise.resolve())
}

/** Writers to one SQLite file queue outside the database, because waiting inside it would block all readers. */
async function serveWithOthers(config: Config, sources: Sources) {
  const logger = await createLogger(config)
  const peers = createPeers()!
  try {
    await withDatabase(
      config,
      (database) => serve({ config, database, now: Date.now, logger, sources, peers }),
      config.databaseUrl.startsWith('sqlite:') ? { acquireWriteLock: peers.acquireWriteLock } : {},
    )
  } finally {
    cluster.worker?.disconnect()
  }
}

/** Builds and starts the application, and resolves when it has stopped. */
async function serve(parts: AppOptions, onListening: (port: number) => void = () => undefined) {
  const shutdown = createShutdown()
  const app = buildApp({ ...parts, shutdown })
  const connections = trackConnections(app)
  await listen(app, parts.config)
  restoreYoungGeneration()
  const stopped = waitForShutdown(app, connections, () => (shutdown.isAnnounced = true))
  onListening((app.server.address() as AddressInfo).port)
  await stopped
}
