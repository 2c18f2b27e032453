import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { LargeCalendar } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'
import { addresses, newEvent, type WorkName } from './works.ts'

/** Asks servers, in a process of its own, as often as it is told to. */

export interface Asked {
  /** All at once for a time; one after the other; or so many a second, whatever comes back. */
  readonly way: 'crowd' | 'queue' | 'pace'
  readonly work: WorkName
  readonly base: string
  /** A bare server is asked for the same thing always. */
  readonly isBare?: boolean
  readonly events: number
  /** Goes on counting where the last one ended. */
  readonly from: number
  readonly seconds: number
  readonly connections?: number
  readonly times?: number
  readonly perSecond?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Told {
  readonly done: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

/** The next address, and the body where something is written. */
function next(asked: Asked, nth: number) {
  const asker = { calendar: new LargeCalendar(asked.events, middle), nth }
  const path = asked.isBare ? '/' : addresses[asked.work](asker)
  return {
    url: `${asked.base}${path}`,
    method: asked.work === 'create' ? 'POST' : 'GET',
    body: asked.work === 'create' ? JSON.stringify(newEvent(asker)) : undefined,
  }
}

async function crowd(asked: Asked): Promise<Told> {
  let nth = asked.from
  const result = await autocannon({
    url: asked.base,
    connections: asked.connections ?? 16,
    duration: asked.seconds,
    requests: [
      {
        setupRequest(set) {
          const { url, method, body } = next(asked, (nth += 1))
          const { pathname, search } = new URL(url)
          return {
            ...set,
            method: method as 'GET' | 'POST',
            path: pathname + search,
            body,
            headers: headersOf(asked),
          }
        },
      },
    ],
  })
  const done = result['2xx'] + result['3xx']
  if (done === 0 || result.non2xx > result['3xx'] || result.errors > 0)
    throw new Error(
      `${asked.work}: ${done} answered, ${result.non2xx} refused, ${result.errors} failed; the last was ${next(asked, nth).url}`,
    )
  const { p50, p99, max } = result.latency
  return { done, seconds: result.duration, p50, p99, longest: max }
}

const headersOf = ({ work, headers = {} }: Asked) => ({
  ...(work === 'create' ? { 'content-type': 'application/json' } : {}),
  ...headers,
})

const agent = new Agent({ keepAlive: true })

/** Milliseconds that one request took, its answer read. */
function once(asked: Asked, nth: number): Promise<number> {
  const { url, method, body } = next(asked, nth)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: headersOf(asked) }, (response) => {
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

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

function summed(times: readonly number[], began: number): Told {
  const sorted = [...times].sort((one, other) => one - other)
  return {
    done: times.length,
    seconds: (performance.now() - began) / 1_000,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    longest: sorted.at(-1) ?? Number.NaN,
  }
}

async function queue(asked: Asked): Promise<Told> {
  const [began, times]: [number, number[]] = [performance.now(), []]
  const isOver = () => performance.now() - began > asked.seconds * 1_000
  while (times.length < (asked.times ?? Infinity) && !isOver())
    times.push(await once(asked, asked.from + times.length))
  return summed(times, began)
}

async function pace(asked: Asked): Promise<Told> {
  const began = performance.now()
  const sent: Promise<number>[] = []
  while (performance.now() - began < asked.seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * asked.perSecond!
    while (sent.length < due) sent.push(once(asked, asked.from + sent.length))
    await pause(2)
  }
  return summed(await Promise.all(sent), began)
}

const ways = { crowd, queue, pace }

process.on('message', (asked: Asked) => {
  ways[asked.way](asked).then(
    (told) => process.send!(told),
    (error: unknown) => process.send!({ problem: error instanceof Error ? error.message : String(error) }),
  )
})
process.send!('ready')
