import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { OpenDatabase } from '../../store/sql/dialects/dialect.ts'
import type { Peers } from '../../workers/peers.ts'
import { json } from '../response/headers.ts'
import type { Measures } from '../../store/measures.ts'
import { installDatabaseMetrics } from './database-metrics.ts'
import { inTime } from './in-time.ts'
import { createRegistry } from './metrics.ts'
import type { Shutdown } from '../shutdown.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { registerGetRoute, type GetHandler } from '../get-route.ts'

interface HealthOptions {
  readonly shutdown: Shutdown
  readonly traffic: RequestMetrics
  readonly measures: () => Promise<Measures>
  readonly peers: Peers | undefined
}

/** Routes for operators: liveness, readiness and metrics (interface: Health and metrics). */
export function installHealth(
  app: FastifyInstance,
  database: OpenDatabase,
  { shutdown, traffic, peers, measures }: HealthOptions,
): void {
  const registry = createRegistry(traffic, database.dialect.name)
  installDatabaseMetrics(registry, measures)
  const metrics = peers?.metrics(registry) ?? (() => registry.metrics())
  const register = (url: string, handler: GetHandler) =>
    registerGetRoute(app, url, handler, { isOperational: true })
  register('/health/live', (_, reply) => send(reply, 200, { status: 'ok' }))
  register('/health/ready', async (_, reply) => {
    const checks = { database: await databaseState(database) }
    if (shutdown.isAnnounced || shutdown.isStopping) return send(reply, 503, { status: 'stopping', checks })
    return checks.database === 'ok'
      ? send(reply, 200, { status: 'ok', checks })
      : send(reply, 503, { status: 'unavailable', checks })
  })
  register('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await metrics()),
  )
}

type DatabaseState = 'ok' | 'unreachable' | 'not writable'

/** A database that does not respond in time counts as unavailable. */
async function databaseState({ db }: OpenDatabase): Promise<DatabaseState> {
  const query = sql`select value from state where name = 'version'`.execute(db)
  if (!(await succeedsInTime(query.then(() => true)))) return 'unreachable'
  return (await succeedsInTime(db.writes.isWritable())) ? 'ok' : 'not writable'
}

const succeedsInTime = (check: Promise<boolean>): Promise<boolean> => inTime(check, false)

const send = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).header('cache-control', 'no-store').type(json).send(JSON.stringify(body))
