import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../../version.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** The registry belongs to this application alone. */
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

/** The usual way to tell text: a gauge that is always 1, the text in its labels. */
function registerInfoGauge(registry: Registry, name: string, help: string, labels: Record<string, string>) {
  new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry], aggregator: 'first' }).set(
    labels,
    1,
  )
}
