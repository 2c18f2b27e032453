import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { measureAbuse } from './abuse.ts'
import { postgresCalendars, sqliteCalendars, type Calendars } from './calendars.ts'
import { compareLanguages } from './languages.ts'
import { type Bench } from './measuring.ts'
import { startKeptPostgres } from './postgres.ts'
import { residentOf } from './processes.ts'
import { compile } from './program.ts'
import { measureImport } from './importing.ts'
import { measurePages } from './pages.ts'
import { measureReading } from './reading.ts'
import { heading, report, type Row } from './report.ts'
import { startBare, startLoad, startService } from './servers.ts'
import { measureStart } from './starting.ts'
import { measureWriting } from './writing.ts'

/** The command line of `npm run bench`: databases, numbers of events, workloads. */

const sizes: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const engines = ['sqlite', 'postgres'] as const
const works = ['reading', 'pages', 'writing', 'starting', 'importing', 'languages', 'abuse'] as const

type Engine = (typeof engines)[number]
type Work = (typeof works)[number]

interface Options {
  readonly sizes: readonly string[]
  readonly databases: readonly Engine[]
  readonly work: readonly Work[]
  readonly seconds: number
  readonly occurrences: number
  readonly data: string
  readonly all?: true
  readonly profile?: string
}

const among = <T extends string>(known: readonly T[]) =>
  function read(text: string): T[] {
    const words = text.split(',') as T[]
    const unknown = words.find((word) => !known.includes(word))
    if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${known.join(', ')}.`)
    return words
  }

function wholeSeconds(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('--seconds must be an integer from 1 to 99.')
  return Number(text)
}

function share(text: string): number {
  const number = Number(text)
  if (!(number >= 0 && number <= 1)) throw new InvalidArgumentError('--occurrences must be from 0 to 1.')
  return number
}

const program = new Command('npm run bench --')
  .description('Measures the service beside a bare server that sends the same bytes.')
  .option('--sizes <list>', 'numbers of events: 10k, 100k, 1m', among(Object.keys(sizes)), ['100k'])
  .option('--databases <list>', 'sqlite, postgres', among(engines), [...engines])
  .option('--work <list>', 'reading, pages, writing, starting, importing, languages, abuse', among(works), [
    ...works,
  ])
  .option('--seconds <n>', 'how long each run under load lasts', wholeSeconds, 2)
  .option('--occurrences <share>', 'how many of the events are occurrences of series', share, 0)
  .option('--all', 'every size, on both databases')
  .option('--profile <folder>', 'write a CPU profile of each service there', (folder: string) =>
    resolve(folder),
  )
  .addOption(
    new Option('--data <folder>', 'where calendars are kept for the next run')
      .env('BENCH_DATA')
      .default(join(tmpdir(), 'calends-bench'))
      .argParser((folder: string) => resolve(folder)),
  )
  .parse()

/** The setup of one database, and the processes that serve it. */
interface Place {
  readonly calendars: Calendars
  readonly processes: readonly number[]
  stop(): Promise<void>
}

const places: Readonly<Record<Engine, (folder: string, program: string) => Promise<Place>>> = {
  sqlite: (folder, program) =>
    Promise.resolve({
      calendars: sqliteCalendars(folder, program, chosen.occurrences),
      processes: [],
      stop: () => Promise.resolve(),
    }),
  async postgres(folder, program) {
    const server = await startKeptPostgres(folder)
    return {
      calendars: postgresCalendars(server, program, chosen.occurrences),
      processes: [server.pid],
      stop: () => server.stop(),
    }
  },
}

const titles: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const chosen = program.opts<Options>()
const databases = chosen.all ? engines : chosen.databases
const wanted = chosen.all ? Object.keys(sizes) : chosen.sizes
const has = (work: Work) => chosen.work.includes(work)

async function measure(engine: Engine, events: number, place: Place, compiled: string): Promise<Row[]> {
  const copy = await place.calendars.copy(events)
  const options = {
    program: compiled,
    databaseUrl: copy.url,
    folder: chosen.data,
    database: place.processes,
    profile: chosen.profile,
  }
  const [service, bare, load, other] = [
    await startService(options),
    await startBare(),
    await startLoad(),
    await startLoad(),
  ]
  const bench: Bench = { engine, events, seconds: chosen.seconds, service, bare, load, other }
  try {
    heading(`${events} events on ${titles[engine]}`)
    report({ work: 'ready after', result: service.ready, unit: 'ms' })
    const read = has('reading') ? await measureReading(bench) : []
    if (has('pages')) await measurePages(bench)
    if (has('writing')) await measureWriting(bench)
    const resident = residentOf(service.pids[0]!)
    report({ work: 'resident after it all', result: resident, unit: 'MB', target: { must: 300 } })
    return read
  } finally {
    for (const { stop } of [load, other, bare, service]) await stop()
    await copy.drop()
  }
}

/** With rate limits, because attackers encounter them. */
async function measureUnderAttack(engine: Engine, events: number, place: Place, compiled: string) {
  const copy = await place.calendars.copy(events)
  const service = await startService({
    program: compiled,
    databaseUrl: copy.url,
    folder: chosen.data,
    database: place.processes,
    isLimited: true,
  })
  try {
    heading(`${events} events on ${titles[engine]}, longest wait of a health check under attack`)
    await measureAbuse(service)
  } finally {
    await service.stop()
    await copy.drop()
  }
}

const growths: Readonly<Record<Engine, number>> = { sqlite: 1.3, postgres: 1.5 }

/** Ratio of the costs in the largest and the smallest calendar. */
function tellGrowth(engine: Engine, bySize: readonly Row[][]) {
  const [smallest = [], largest = []] = [bySize[0], bySize.at(-1)]
  if (bySize.length < 2 || smallest.length === 0) return
  heading(`From ${wanted[0]} to ${wanted.at(-1)} events on ${titles[engine]}, CPU for each request`)
  for (const work of ['another window each time', 'single event']) {
    const [from, to] = [smallest, largest].map((rows) => rows.find((row) => row.work === work)?.cpu)
    if (from !== undefined && to !== undefined)
      report({ work, result: to / from, unit: 'times', target: { must: growths[engine] } })
  }
}

async function measureOn(engine: Engine, compiled: string) {
  const place = await places[engine](chosen.data, compiled)
  try {
    const bySize: Row[][] = []
    if (has('reading') || has('pages') || has('writing'))
      for (const size of wanted) bySize.push(await measure(engine, sizes[size]!, place, compiled))
    tellGrowth(engine, bySize)
    if (has('abuse'))
      for (const size of wanted) await measureUnderAttack(engine, sizes[size]!, place, compiled)
    for (const [work, measureEmpty] of [
      ['starting', measureStart],
      ['importing', measureImport],
    ] as const) {
      if (!has(work)) continue
      heading(`Empty, on ${titles[engine]}`)
      const { url: databaseUrl, drop } = await place.calendars.empty()
      await measureEmpty({ program: compiled, databaseUrl, folder: chosen.data, database: place.processes })
      await drop()
    }
  } finally {
    await place.stop()
  }
}

mkdirSync(chosen.data, { recursive: true })
const compiled = compile(chosen.data)
try {
  for (const engine of databases) await measureOn(engine, compiled)
  if (has('languages')) await compareLanguages()
} finally {
  rmSync(join(chosen.data, 'data'), { recursive: true, force: true })
}
// Explicit exit, because the hook that stops the server keeps the process alive.
process.exit()
