import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { calendarMounts } from '../src/api/mounts.ts'
import type { Route } from '../src/api/operation.ts'
import { readConfig } from '../src/config.ts'
import { createLimits } from '../src/server/limits/rate-limit.ts'
import { RequestMetrics } from '../src/server/monitoring/request-metrics.ts'
import { createPipeline } from '../src/server/pipeline.ts'
import { createResponseCache } from '../src/server/response/response-cache.ts'
import { createShutdown } from '../src/server/shutdown.ts'
import { createStore } from '../src/store/index.ts'
import type { Service } from './service.ts'

export interface ServedPipeline {
  /** The URL below which the routes are. */
  readonly base: string
  close(): Promise<void>
}

/** Serves routes of a test over HTTP as the service serves its own, with the database of the service. */
export async function servePipeline(
  service: Pick<Service, 'database' | 'now'>,
  routes: readonly Route[],
): Promise<ServedPipeline> {
  const { database } = service
  const config = readConfig({ environment: { DATABASE_URL: database.url }, readFile: () => undefined })
  const now = () => service.now
  const pipeline = createPipeline({
    config,
    trees: [{ routes, mounts: calendarMounts(config) }],
    store: createStore({ database, settings: config, onError: assert.ifError, now }),
    credentialVerifier: { verify: () => Promise.resolve(undefined) },
    refreshSettings: () => Promise.resolve(),
    openSession: () => Promise.resolve(undefined),
    findSessionCaller: () => Promise.resolve(undefined),
    limits: createLimits({ now, enabled: false }),
    cache: createResponseCache(1e6),
    traffic: new RequestMetrics(),
    shutdown: createShutdown(),
    log: pino({ level: 'silent' }),
    now,
    describe: () => ({ body: {} }),
  })
  const server = createServer((request, response) => void pipeline(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cal/events/v1`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
