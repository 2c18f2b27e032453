import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import type * as Making from '../src/store/documents/document-rendering.ts'
import { fillCalendar } from '../test/large-calendar.ts'
import type { KeptPostgres } from './postgres.ts'

/**
 * Large calendars, each created once and reused; benchmarks run on a copy, so that writes of one run do not affect the
 * next. After changing the tables or the code that fills them, create new ones.
 */

interface Copy {
  readonly url: string
  drop(): Promise<void>
}

export interface Calendars {
  /** A copy of a calendar with that many events. */
  copy(events: number): Promise<Copy>
  /** An empty database. */
  empty(): Promise<Copy>
}

/** The middle of this year, so that the default window of a list lies well within the twenty years. */
export const middle = Date.UTC(new Date().getUTCFullYear(), 6, 1) / 1_000

const project = fileURLToPath(new URL('..', import.meta.url))

const madeBy = () =>
  [
    ...readdirSync(join(project, 'src/store/sql/migrations')).map(
      (name) => `src/store/sql/migrations/${name}`,
    ),
    'src/store/changes/tracking.ts',
    'src/store/sql/texts.ts',
    'src/text/search.ts',
    ...readdirSync(join(project, 'test'))
      .filter((name) => name.startsWith('large-calendar'))
      .map((name) => `test/${name}`),
  ]
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()

function version(): string {
  const hash = createHash('sha256').update(String(middle))
  for (const path of madeBy()) hash.update(readFileSync(join(project, path)))
  return hash.digest('hex').slice(0, 12)
}

interface Size {
  readonly events: number
  /** The share of occurrences of series. */
  readonly occurrences: number
}

const prefixOf = ({ events, occurrences }: Size) => `calends_${events}_${Math.round(occurrences * 100)}_`

async function fill(url: string, { events, occurrences }: Size) {
  const began = performance.now()
  const database = openDatabase(url)
  try {
    await migrate(database)
    await fillCalendar(database, { events, middle, occurrences })
  } finally {
    await database.close()
  }
  console.error(`${events} events written in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}

/** Renders with the measured code, because it cannot use documents rendered by other code. */
async function render(url: string, program: string) {
  const making = join(dirname(program), '../modules/store/documents/document-rendering.js')
  const { renderMissingDocuments } = (await import(making)) as typeof Making
  const database = openDatabase(url)
  try {
    await migrate(database)
    const settings = readConfig({ environment: { DATABASE_URL: url }, readFile: () => undefined })
    await renderMissingDocuments(database.db, settings, { batchSize: 2_000 })
  } finally {
    await database.close()
  }
}

const suffixes = ['', '-wal', '-shm']
const removeFile = (path: string) => {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true })
}

export function sqliteCalendars(folder: string, program: string, occurrences: number): Calendars {
  async function made(size: Size): Promise<string> {
    const prefix = prefixOf(size)
    const path = join(folder, `${prefix}${version()}.db`)
    if (existsSync(path)) return path
    for (const old of readdirSync(folder).filter((name) => name.startsWith(prefix))) rmSync(join(folder, old))
    const partial = join(folder, 'partial.db')
    removeFile(partial)
    await fill(`sqlite:${partial}`, size)
    renameSync(partial, path)
    return path
  }
  const at = (path: string): Copy => ({
    url: `sqlite:${path}`,
    drop: () => Promise.resolve(removeFile(path)),
  })
  return {
    async copy(events) {
      const path = join(folder, 'working.db')
      removeFile(path)
      const source = await made({ events, occurrences })
      await render(`sqlite:${source}`, program)
      copyFileSync(source, path, constants.COPYFILE_FICLONE)
      return at(path)
    },
    empty() {
      const path = join(folder, 'empty.db')
      removeFile(path)
      return Promise.resolve(at(path))
    },
  }
}

export function postgresCalendars(
  { url, ask }: KeptPostgres,
  program: string,
  occurrences: number,
): Calendars {
  const drop = (name: string) => ask(`drop database if exists ${name} with (force)`)

  async function made(size: Size): Promise<string> {
    const prefix = prefixOf(size)
    const name = `${prefix}${version()}`
    const known = await ask(`select datname from pg_database where starts_with(datname, '${prefix}')`)
    if (known.some(({ datname }) => datname === name)) return name
    for (const { datname } of known) await drop(String(datname))
    await drop('partial')
    await ask('create database partial')
    await fill(url('partial'), size)
    await ask(`alter database partial rename to ${name}`)
    return name
  }

  async function fresh(name: string, sql: string): Promise<Copy> {
    await drop(name)
    await ask(sql)
    return {
      url: url(name),
      async drop() {
        await drop(name)
      },
    }
  }

  return {
    async copy(events) {
      const source = await made({ events, occurrences })
      await render(url(source), program)
      return fresh('working', `create database working template ${source} strategy file_copy`)
    },
    empty: () => fresh('empty', 'create database empty'),
  }
}
