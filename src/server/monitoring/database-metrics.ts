import type { Metric, Registry } from 'prom-client'
import type { Measures } from '../../store/measures.ts'
import { inTime } from './in-time.ts'

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const plain = (value: number): Sample => ({ labels: {}, value })

const gauges: readonly [name: string, help: string, samplesOf: (measures: Measures) => Sample[]][] = [
  ['calends_database_size_bytes', 'Size of the database.', ({ bytes }) => [plain(bytes)]],
  [
    'calends_events',
    'Number of events by status.',
    ({ events }) => [...events].map(([status, value]) => ({ labels: { status }, value })),
  ],
  [
    'calends_last_backup_timestamp_seconds',
    'Time of the last backup by calends backup.',
    ({ lastBackup }) => (lastBackup === undefined ? [] : [plain(lastBackup)]),
  ],
]

/** If the database cannot be queried, or not in time, its series are omitted, because the other metrics are needed most then. */
export function installDatabaseMetrics(registry: Registry, measures: () => Promise<Measures>): void {
  for (const [name, help, samplesOf] of gauges) {
    const get = async () => ({
      name,
      help,
      type: 'gauge',
      // Every worker measures the same database.
      aggregator: 'first',
      values: await inTime(measures().then(samplesOf), []),
    })
    registry.registerMetric({ name, get } as unknown as Metric<string>)
  }
}
