import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { migrate, openDatabase } from '../src/database/index.ts'
import { fillCalendar, size } from '../test/large-calendar.ts'

/**
 * What reading costs, beside a bare node:http server that returns the same bytes: CPU of the server per request, in
 * runs that take turns. On Linux only, for it reads /proc.
 */

const now = 1_795_262_400
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = 3
const connections = 16
const path = '/cal/events/v1'

const day = (index: number) => new Date((now + (index % 600) * 86_400) * 1_000).toISOString().slice(0, 10)

interface Work {
  readonly name: string
  /** The nth address asked for; where it has a varying part no answer is there to be remembered. */
  readonly url: (nth: number) => string
  readonly headers?: (etag: string) => Record<string, string>
}

const works: readonly Work[] = [
  { name: 'same list again', url: () => '/events' },
  { name: '304', url: () => '/events', headers: (etag) => ({ 'if-none-match': etag }) },
  { name: 'list, another window each time', url: (nth) => `/events?start_date=${day(nth)}&nth=${nth}` },
  {
    name: 'list of one category',
    url: (nth) => `/events?categories=${1 + (nth % size.categories)}&nth=${nth}`,
  },
  {
    name: 'list of one venue',
    url: (nth) => `/events?venue=${size.events + 1 + (nth % size.venues)}&nth=${nth}`,
  },
  { name: 'search, rare', url: (nth) => `/events?search=${5_000 + (nth % 9_000)}&nth=${nth}` },
  { name: 'categories with counts', url: (nth) => `/categories?nth=${nth}` },
  { name: 'one event, any', url: (nth) => `/events/${2 + ((nth * 37) % 99_000)}?nth=${nth}` },
]

/** The service on the data of the folder, as a process of its own. */
async function serve(folder: string) {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'calends.db')}`, CALENDS_RATE_LIMIT: 'off' }
  const config = readConfig({ environment, readFile: () => undefined })
  const database = openDatabase(config.databaseUrl)
  const app = buildApp({ config, database, now: () => now * 1_000 })
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
}

/** A server that knows nothing but one answer at a time. */
async function serveBytes() {
  let [body, status] = [Buffer.alloc(0), 200]
  process.on('message', (message: { body: string; status: number }) => {
    ;[body, status] = [Buffer.from(message.body, 'base64'), message.status]
    process.send!('ready')
  })
  const server = createServer((_, response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 304 ? {} : { 'content-length': body.length }),
    })
    response.end(status === 304 ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

async function start(...words: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const child = fork(fileURLToPath(import.meta.url), words, { execArgv: ['--import', 'tsx'] })
  const [origin] = (await once(child, 'message')) as [string]
  return { child, origin }
}

/** Seconds of CPU that a process has used, in ticks of a hundredth. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

interface Measure {
  readonly cpu: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

let nth = 0

async function measure(
  child: ChildProcess,
  url: (nth: number) => string,
  headers: Record<string, string>,
): Promise<Measure> {
  const before = cpuOf(child)
  const result = await autocannon({
    url: url(0),
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: new URL(url((nth += 1))).pathname + new URL(url(nth)).search,
          headers,
        }),
      },
    ],
  })
  const done = result['2xx'] + result['3xx']
  if (done === 0) throw new Error(`${url(nth)} was refused`)
  return {
    cpu: ((cpuOf(child) - before) / done) * 1e6,
    rate: done / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!

async function compare(
  work: Work,
  service: Awaited<ReturnType<typeof start>>,
  bare: Awaited<ReturnType<typeof start>>,
) {
  const first = await fetch(`${service.origin}${path}${work.url(0)}`)
  const headers = work.headers?.(first.headers.get('etag') ?? '') ?? {}
  const answer = await fetch(`${service.origin}${path}${work.url(0)}`, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  bare.child.send({ body: body.toString('base64'), status: answer.status })
  await once(bare.child, 'message')
  const [ours, theirs]: [Measure[], Measure[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(service.child, (n) => `${service.origin}${path}${work.url(n)}`, headers))
    theirs.push(await measure(bare.child, () => `${bare.origin}/`, headers))
  }
  const of = (measures: readonly Measure[], name: keyof Measure) => median(measures.map((one) => one[name]))
  const ratio = of(theirs, 'cpu') / of(ours, 'cpu')
  console.log(
    [
      work.name.padEnd(32),
      ratio.toFixed(2).padStart(6),
      `${of(ours, 'cpu').toFixed(0)} µs`.padStart(9),
      `${of(ours, 'rate').toFixed(0)}/s`.padStart(9),
      `${of(ours, 'p50')} ms`.padStart(8),
      `${of(ours, 'p99')} ms`.padStart(8),
      `${(body.length / 1024).toFixed(1)} KB`.padStart(9),
    ].join(' '),
  )
}

const residentOf = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
  const children: ChildProcess[] = []
  try {
    const database = openDatabase(`sqlite:${join(folder, 'calends.db')}`)
    await migrate(database)
    await fillCalendar(database.db)
    await database.close()
    const [service, bare] = [await start('serve', folder), await start('bytes')]
    children.push(service.child, bare.child)
    console.log(
      `${size.events} events on SQLite; ratio to bare node:http by CPU per request, medians of ${rounds} runs`,
    )
    console.log(`${'work'.padEnd(32)}  ratio       CPU      rate      p50      p99     body`)
    for (const work of works) await compare(work, service, bare)
    console.log(`resident memory after it all: ${residentOf(service.child).toFixed(0)} MB`)
  } finally {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [role, folder = ''] = process.argv.slice(2)
if (role === 'serve') await serve(folder)
else if (role === 'bytes') await serveBytes()
else await main()
