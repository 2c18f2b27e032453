import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { calendarMounts } from '../http/mounts.ts'
import { version } from '../version.ts'
import { letAdministratorIn, type FirstAdministrator } from './administrator.ts'
import { tellOperator } from './console.ts'
import { makeCurrent, withDatabase } from './database.ts'
import { fillIfEmpty } from './demo.ts'
import { createLogger } from './log.ts'
import { CommandProblem } from './problem.ts'
import { configOf, withSettings } from './settings.ts'
import { trackConnections, untilStopped } from './stop.ts'
import { waitForDatabase } from './waiting.ts'

export function addServe(program: Command): void {
  withSettings(program.command('serve'))
    .summary('run the service')
    .description('Brings the database up to date and serves until SIGTERM or SIGINT.')
    .option('--demo', 'fill an empty database with a town and its events')
    .action((options: { demo?: boolean }) => serve(configOf(options), options.demo ?? false))
}

/** Where the parts are put together. */
async function serve(config: Config, wantsDemo: boolean) {
  const logger = await createLogger(config)
  await withDatabase(config, async (database) => {
    await waitForDatabase(database, config.databaseWait)
    await makeCurrent(database)
    const first = await letAdministratorIn(config, database)
    if (wantsDemo) await fillIfEmpty(config, database)
    const app = buildApp({ config, database, now: Date.now, logger })
    const connections = trackConnections(app)
    await listen(app, config)
    const stopped = untilStopped(app, connections)
    tellWhere(app, config, first)
    await stopped
  })
}

type Where = Pick<Config, 'host' | 'port'>

const listenSentences: Readonly<Record<string, (where: Where) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is in use already; choose another one with --port or PORT.`,
  EACCES: ({ port }) =>
    `Port ${port} may not be used without further rights; choose one above 1023 with --port or PORT.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is no address of this machine; choose another one with --host or HOST.`,
  ENOTFOUND: ({ host }) => `The host ${host} is not known; choose another one with --host or HOST.`,
}
const unknownHosts = ['EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'EINVAL']

async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const sentence = listenSentences[unknownHosts.includes(code) ? 'ENOTFOUND' : code]
    if (sentence === undefined) throw error
    throw new CommandProblem(sentence({ host, port }), { cause: error })
  }
}

const everywhere = ['0.0.0.0', '::', '[::]']

/** The address to open in a browser on this machine. */
function localOrigin(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo
  if (everywhere.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function tellWhere(app: FastifyInstance, config: Config, first: FirstAdministrator | undefined) {
  const base = `${config.publicUrl ?? localOrigin(app, config)}${calendarMounts(config)[0]!.path}`
  tellOperator(`Calends ${version} serves ${base}`)
  tellOperator(`Its reference is at ${base}/doc`)
  tellOperator(
    first === undefined
      ? 'Sign in with an application password; calends user password NAME makes one.'
      : `A first event:\n  curl -u '${first.name}:${first.password}' ${base}/events -d title=Concert -d 'start_date=tomorrow 8pm' -d 'end_date=tomorrow 10pm'`,
  )
}
