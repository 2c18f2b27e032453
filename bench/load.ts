import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { LargeCalendar } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'
import { exactCpuOf } from './processes.ts'
import { quantile } from './quantile.ts'
import { addresses, newEvent, urlOf, type WorkName } from './works.ts'

/** Sends requests to servers, in a separate process. */

export interface Asked {
  /** `crowd`: concurrently for a time; `queue`: one after another; `pace`: at a fixed rate, regardless of responses. */
  readonly way: 'crowd' | 'queue' | 'pace'
  readonly work: WorkName
  readonly base: string
  /** Requests to the bare server are all the same. */
  readonly isBare?: boolean
  readonly events: number
  /** The first counter value, continuing after the previous run. */
  readonly from: number
  readonly seconds: number
  readonly connections?: number
  readonly times?: number
  readonly perSecond?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For sequential requests: the processes whose CPU time per request is measured. */
  readonly pids?: readonly number[]
}

export interface Told {
  readonly done: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Milliseconds of CPU time, if requested. */
  readonly cpuP99?: number
}

/** The next URL, and the body of writes. */
function next(request: Asked, nth: number) {
  const caller = { calendar: new LargeCalendar(request.events, middle), nth }
  const path = request.isBare ? '/' : addresses[request.work](caller)
  return {
    url: urlOf(request.base, path),
    method: request.work === 'create' ? 'POST' : 'GET',
    body: request.work === 'create' ? JSON.stringify(newEvent(caller)) : undefined,
  }
}

async function crowd(request: Asked): Promise<Told> {
  let nth = request.from
  const result = await autocannon({
    url: request.base,
    connections: request.connections ?? 16,
    duration: request.seconds,
    requests: [
      {
        setupRequest(set) {
          const { url, method, body } = next(request, (nth += 1))
          const { pathname, search } = new URL(url)
          return {
            ...set,
            method: method as 'GET' | 'POST',
            path: pathname + search,
            body,
            headers: headersOf(request),
          }
        },
      },
    ],
  })
  const done = result['2xx'] + result['3xx']
  if (done === 0 || result.non2xx > result['3xx'] || result.errors > 0)
    throw new Error(
      `${request.work}: ${done} answered, ${result.non2xx} refused, ${result.errors} failed; the last was ${next(request, nth).url}`,
    )
  const { p50, p99, max } = result.latency
  return { done, seconds: result.duration, p50, p99, longest: max }
}

const headersOf = ({ work, headers = {} }: Asked) => ({
  ...(work === 'create' ? { 'content-type': 'application/json' } : {}),
  ...headers,
})

const agent = new Agent({ keepAlive: true })

/** Milliseconds of one request, including reading the response. */
function once(operationRequest: Asked, nth: number): Promise<number> {
  const { url, method, body } = next(operationRequest, nth)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: headersOf(operationRequest) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode! < 400) resolve(performance.now() - began)
        else reject(new Error(`${url}: ${response.statusCode} ${Buffer.concat(chunks).toString()}`))
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function summed(times: readonly number[], began: number): Told {
  const sorted = [...times].sort((one, other) => one - other)
  return {
    done: times.length,
    seconds: (performance.now() - began) / 1_000,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    longest: sorted.at(-1) ?? Number.NaN,
  }
}

async function queue(request: Asked): Promise<Told> {
  const [began, times, cpu]: [number, number[], number[]] = [performance.now(), [], []]
  const isOver = () => performance.now() - began > request.seconds * 1_000
  const used = () => exactCpuOf(request.pids ?? [])
  while (times.length < (request.times ?? Infinity) && !isOver()) {
    const before = used()
    times.push(await once(request, request.from + times.length))
    cpu.push(used() - before)
  }
  const outcome = summed(times, began)
  return request.pids === undefined ? outcome : { ...outcome, cpuP99: summed(cpu, began).p99 }
}

async function pace(request: Asked): Promise<Told> {
  const began = performance.now()
  const sent: Promise<number>[] = []
  while (performance.now() - began < request.seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * request.perSecond!
    while (sent.length < due) sent.push(once(request, request.from + sent.length))
    await pause(2)
  }
  return summed(await Promise.all(sent), began)
}

const ways = { crowd, queue, pace }

process.on('message', (request: Asked) => {
  ways[request.way](request).then(
    (outcome) => process.send!(outcome),
    (error: unknown) => process.send!({ problem: error instanceof Error ? error.message : String(error) }),
  )
})
process.send!('ready')
