import { LargeCalendar } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'
import { cpuOf } from './processes.ts'
import { report, type Row, type Target } from './report.ts'
import type { BareServer, Load, Server, Service } from './servers.ts'
import { addresses, urlOf, type WorkName } from './works.ts'

/** Measures a workload: under load next to a bare server, or one request after another. */

export interface Bench {
  readonly engine: 'sqlite' | 'postgres'
  readonly events: number
  readonly seconds: number
  readonly service: Service
  readonly bare: BareServer
  readonly load: Load
  /** Sends requests concurrently. */
  readonly other: Load
}

/** Target values for each database. */
export type Targets = Readonly<Record<Bench['engine'], Target>>

const rounds = 3
const [requests, longestQueue] = [300, 10]

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!

let counted = 0
/** Next counter value, so that no URL is used twice. */
export const countOn = (by: number): number => (counted += by) - by

interface Measure {
  readonly cpu: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

const microseconds = 1e6

async function underLoad(
  { load, events, seconds }: Bench,
  work: WorkName,
  server: Server & { readonly base?: string },
  headers: Readonly<Record<string, string>>,
): Promise<Measure> {
  const before = cpuOf(server.pids)
  const outcome = await load.ask({
    way: 'crowd',
    work,
    base: server.base ?? server.origin,
    isBare: server.base === undefined,
    events,
    from: counted,
    seconds,
    headers,
  })
  countOn(outcome.done + 100)
  const cpu = ((cpuOf(server.pids) - before) / outcome.done) * microseconds
  return { cpu, rate: outcome.done / outcome.seconds, p50: outcome.p50, p99: outcome.p99 }
}

const sample = ({ events }: Bench, work: WorkName) =>
  addresses[work]({ calendar: new LargeCalendar(events, middle), nth: countOn(1) })

/** The CPU time of a request relative to that of a bare server sending the same bytes. */
export async function compare(
  bench: Bench,
  work: WorkName,
  targets: Targets,
  { name = work as string, isConditional = false } = {},
): Promise<Row> {
  const { service, bare, engine } = bench
  const answer = await fetch(urlOf(service.base, sample(bench, work)))
  const body = Buffer.from(await answer.arrayBuffer())
  const headers: Record<string, string> = isConditional
    ? { 'if-none-match': answer.headers.get('etag')! }
    : {}
  await bare.send(body)
  const [ours, theirs]: [Measure[], Measure[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await underLoad(bench, work, service, headers))
    theirs.push(await underLoad(bench, work, bare, {}))
  }
  const of = (measures: readonly Measure[], part: keyof Measure) => median(measures.map((one) => one[part]))
  const row: Row = {
    work: name,
    result: of(theirs, 'cpu') / of(ours, 'cpu'),
    unit: 'of bare',
    target: targets[engine],
    cpu: of(ours, 'cpu'),
    rate: of(ours, 'rate'),
    p50: of(ours, 'p50'),
    p99: of(ours, 'p99'),
    bytes: isConditional ? 0 : body.length,
  }
  report(row)
  return row
}

/** The ratio of the CPU times of two workloads, both measured alternately under load. */
export async function compareWorks(
  bench: Bench,
  work: WorkName,
  other: WorkName,
  target: Target,
): Promise<Row> {
  const [ours, theirs]: [Measure[], Measure[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await underLoad(bench, work, bench.service, {}))
    theirs.push(await underLoad(bench, other, bench.service, {}))
  }
  const of = (measures: readonly Measure[], part: keyof Measure) => median(measures.map((one) => one[part]))
  const row: Row = {
    work: `${work}, against ${other}`,
    result: of(ours, 'cpu') / of(theirs, 'cpu'),
    unit: 'times',
    target,
    cpu: of(ours, 'cpu'),
    rate: of(ours, 'rate'),
    p50: of(ours, 'p50'),
    p99: of(ours, 'p99'),
  }
  report(row)
  return row
}

/** Baseline latency at the 99th percentile: a bare server, one request after another. */
export const waitForBare = (bench: Bench): Promise<Row> =>
  wait(bench, 'single event', {}, { name: 'the bare server alone', isBare: true })

/** Sends requests one after another without measuring them, until V8 has optimized what they run. */
export const warmUp = ({ load, events, service }: Bench, work: WorkName, times: number) =>
  load.ask({ way: 'queue', work, base: service.base, events, from: countOn(times), seconds: 60, times })

/** Latency without other load, or CPU time of the service, at the 99th percentile. */
export async function wait(
  { load, events, service, bare, engine }: Bench,
  work: WorkName,
  targets: Partial<Targets>,
  { name = work as string, times = requests, by = 'p99' as 'p50' | 'p99' | 'cpuP99', isBare = false } = {},
): Promise<Row> {
  const { pids } = isBare ? bare : service
  const before = cpuOf(pids)
  const outcome = await load.ask({
    way: 'queue',
    work,
    base: isBare ? bare.origin : service.base,
    isBare,
    events,
    from: countOn(times),
    seconds: longestQueue,
    times,
    ...(by === 'cpuP99' ? { pids } : {}),
  })
  const row: Row = {
    work: name,
    result: outcome[by]!,
    unit: 'ms',
    target: targets[engine],
    p50: outcome.p50,
    p99: outcome.p99,
    cpu: ((cpuOf(pids) - before) / outcome.done) * microseconds,
  }
  report(row)
  return row
}
