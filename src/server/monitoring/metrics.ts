import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../../version.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** A registry of its own, because the global one of prom-client would be shared by all applications in a process. */
export function createRegistry(traffic: RequestMetrics, database: string): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  traffic.registerMetrics(registry)
  registerInfoGauge(registry, 'calends_build_info', 'Version of Calends and Node.js.', {
    version,
    node: process.version,
  })
  registerInfoGauge(registry, 'calends_database_info', 'The database in use.', { kind: database })
  return registry
}

/** The Prometheus convention for text: a gauge with the constant value 1 and the text in its labels. */
function registerInfoGauge(registry: Registry, name: string, help: string, labels: Record<string, string>) {
  new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry], aggregator: 'first' }).set(
    labels,
    1,
  )
}
