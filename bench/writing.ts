import { setTimeout as pause } from 'node:timers/promises'
import { countOn, type Bench } from './measuring.ts'
import { cpuOf } from './processes.ts'
import { report, type Row } from './report.ts'
import { administrator } from './servers.ts'

/** Writes of editors, and their effect on visitors. */

const clients = 32
const writesPerSecond = 100
const warmingUp = 2
const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`

/** The total number of events. */
const totalOf = async ({ service }: Bench) =>
  Number((await fetch(`${service.base}/events?starts_after=1990-01-01&per_page=1`)).headers.get('x-total'))

async function measureCreating(bench: Bench): Promise<Row> {
  const { service, load, events, seconds, engine } = bench
  const create = (seconds: number) =>
    load.ask({
      way: 'crowd',
      work: 'create',
      base: service.base,
      events,
      from: countOn(1_000_000),
      seconds,
      connections: clients,
      headers: { authorization },
    })
  // Warms up the service, so that compiling code does not distort the result.
  await create(warmingUp)
  await pause(500)
  const [before, total] = [cpuOf(service.pids), await totalOf(bench)]
  const outcome = await create(Math.max(seconds, 3))
  const cpu = ((cpuOf(service.pids) - before) / outcome.done) * 1e6
  const made = (await totalOf(bench)) - total
  // The last request of each client may have been executed without its response being read.
  if (made < outcome.done || made > outcome.done + clients)
    throw new Error(`${outcome.done} events were acknowledged, ${made} are there.`)
  const row: Row = {
    work: `create, ${clients} at a time`,
    result: outcome.done / outcome.seconds,
    unit: '/s',
    target: { must: 1_000, aim: engine === 'sqlite' ? 3_000 : 1_000 },
    p50: outcome.p50,
    p99: outcome.p99,
    cpu,
  }
  report(row)
  return row
}

const readSeconds = 4

async function measureReadingMeanwhile({ service, load, other, events }: Bench): Promise<Row> {
  const reading = () =>
    load.ask({
      way: 'queue',
      work: 'another window each time',
      base: service.base,
      events,
      from: countOn(50_000),
      seconds: readSeconds,
    })
  const calm = await reading()
  const writing = other.ask({
    way: 'pace',
    work: 'create',
    base: service.base,
    events,
    from: countOn(10_000),
    seconds: readSeconds,
    perSecond: writesPerSecond,
    headers: { authorization },
  })
  const [busy, written] = await Promise.all([reading(), writing])
  const row: Row = {
    work: `read while writing ${(written.done / written.seconds).toFixed(0)}/s (p99)`,
    result: busy.p99 / calm.p99,
    unit: 'times',
    target: { must: 3 },
    p50: busy.p50,
    p99: busy.p99,
    rate: busy.done / busy.seconds,
  }
  report(row)
  return row
}

export const measureWriting = async (bench: Bench): Promise<Row[]> => [
  await measureCreating(bench),
  await measureReadingMeanwhile(bench),
]
