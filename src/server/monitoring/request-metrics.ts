import type { Registry } from 'prom-client'

/**
 * Counts and durations of requests by method, route and status. Plain numbers, because they are updated for every
 * request.
 */

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Readonly<Record<'method' | 'route' | 'status', string>>

/** The metrics of all requests with the same labels. */
class Series {
  private readonly counts = new Array<number>(buckets.length).fill(0)
  private sum = 0
  private total = 0

  constructor(readonly labels: Labels) {}

  observe(seconds: number): void {
    const bucket = buckets.findIndex((limit) => seconds <= limit)
    if (bucket >= 0) this.counts[bucket]! += 1
    this.sum += seconds
    this.total += 1
  }

  get requests(): Sample[] {
    return [{ labels: this.labels, value: this.total }]
  }

  /** Prometheus buckets are cumulative. */
  get durations(): Sample[] {
    const upTo = (index: number) => this.counts.slice(0, index + 1).reduce((sum, count) => sum + count)
    const sample = (name: string, labels: Sample['labels'], value: number) => ({
      metricName: `http_request_duration_seconds_${name}`,
      labels: { ...labels, ...this.labels },
      value,
    })
    return [
      ...buckets.map((le, index) => sample('bucket', { le }, upTo(index))),
      sample('bucket', { le: '+Inf' }, this.total),
      sample('sum', {}, this.sum),
      sample('count', {}, this.total),
    ]
  }
}

interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

type Metric = Parameters<Registry['registerMetric']>[0]

export class RequestMetrics {
  private readonly known = new Map<string, Series>()

  /** Callers cache the returned series, because looking it up for every request is costly. */
  of(method: string, route: string, status: number): Series {
    const key = `${method} ${status} ${route}`
    const series = this.known.get(key) ?? new Series({ method, route, status: String(status) })
    this.known.set(key, series)
    return series
  }

  registerMetrics(registry: Registry): void {
    this.register(registry, {
      name: 'http_requests_total',
      type: 'counter',
      help: 'HTTP requests handled, by route, method and status.',
      samplesOf: (series) => series.requests,
    })
    this.register(registry, {
      name: 'http_request_duration_seconds',
      type: 'histogram',
      help: 'HTTP request duration in seconds, from arrival to the end of the response.',
      samplesOf: (series) => series.durations,
    })
  }

  private register(
    registry: Registry,
    {
      samplesOf,
      ...description
    }: { name: string; type: string; help: string; samplesOf: (series: Series) => Sample[] },
  ) {
    const get = () =>
      Promise.resolve({
        ...description,
        aggregator: 'sum',
        values: [...this.known.values()].flatMap(samplesOf),
      })
    registry.registerMetric({ ...description, get } as unknown as Metric)
  }
}
