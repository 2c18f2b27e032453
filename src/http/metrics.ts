import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.ts'

const labelNames = ['method', 'route', 'status'] as const

/** Routes by their pattern, so that no client can make up new series. */
const labelsOf = ({ method, is404, routeOptions }: FastifyRequest, status: number) => ({
  method,
  route: is404 ? '(none)' : (routeOptions.url ?? '(none)'),
  status: String(status),
})

/** Counts and times every request; the registry belongs to this application alone. */
export function installMetrics(app: FastifyInstance, database: string): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the arrival of a request to the end of its answer.',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  information(registers, 'calends_build_info', 'The program that runs.', { version, node: process.version })
  information(registers, 'calends_database_info', 'The database in use.', { kind: database })
  app.addHook('onResponse', async (request, reply) => {
    const labels = labelsOf(request, reply.statusCode)
    requests.inc(labels)
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  return registry
}

/** The usual way to tell text: a gauge that is always 1, the text in its labels. */
function information(registers: Registry[], name: string, help: string, labels: Record<string, string>) {
  new Gauge({ name, help, labelNames: Object.keys(labels), registers }).set(labels, 1)
}
