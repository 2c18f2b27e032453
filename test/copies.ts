import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { tablesNotCopied } from '../src/store/copy/tables.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { asUntyped } from '../src/store/sql/untyped.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { loadTown } from '../src/demo/load.ts'
import { seededRandom } from '../src/demo/random.ts'
import { makeTown } from '../src/demo/town.ts'
import { createApplicationPassword } from '../src/identity/application-passwords.ts'
import { createUser } from '../src/identity/user-store.ts'
import { resources } from '../src/resources/index.ts'
import type { Site } from '../src/resources/parameter.ts'
import { createDatabase } from './postgres.ts'
import { testTime } from './service.ts'

/** Temporary databases to copy from and to. */

export type Engine = 'sqlite' | 'postgres'

const site: Site = {
  now: testTime,
  timezone: 'Europe/Zurich',
  languages: ['en', 'fr', 'de'],
  perPage: 12,
  maxPerPage: 100,
  horizon: 24,
  maxTitle: 500,
  maxDescription: 1_048_576,
  maxList: 1000,
  geolocation: true,
  suggestions: false,
  importsImages: false,
  sendsMail: false,
  currency: { symbol: '$', position: 'prefix' },
}

export const addUser = ({ db }: OpenDatabase, username: string) =>
  inTransaction(db, (trx) => createUser(trx, { username, role: 'administrator' }, testTime))

/** Text, numbers and empty values that a database might misinterpret. */
const images = [
  {
    id: 9_000_001,
    url: 'https://example.org/a.png?q=\'"\\%_$1&ü=🎷',
    extension: 'png',
    width: 2 ** 31 - 1,
    height: 0,
    filesize: null,
    sizes: '{"wide":{"url":"\\u00e9\\n"}}',
  },
  {
    id: 9_000_002,
    url: '',
    extension: '',
    width: null,
    height: null,
    filesize: 1,
    sizes: `${'\r\n\t'.repeat(99_999)}{}`,
  },
]

/** How many events the planner of PostgreSQL takes the table for; -1 before it knows. */
export async function estimatedEvents({ db }: Pick<OpenDatabase, 'db'>): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select reltuples as n from pg_class where relname = 'events'`.execute(db)
  return rows[0]!.n
}

export class Databases {
  readonly folder = mkdtempSync(join(tmpdir(), 'calends-copies-'))
  private readonly towns = new Map<Engine, Promise<OpenDatabase>>()
  private readonly opened: OpenDatabase[] = []
  private readonly drops: (() => Promise<void>)[] = []
  private count = 0

  /** The URL of an empty database. */
  async address(engine: Engine): Promise<string> {
    if (engine === 'sqlite') return `sqlite:${join(this.folder, `${(this.count += 1)}.db`)}`
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    this.drops.push(drop)
    return url
  }

  open(url: string): OpenDatabase {
    const database = openDatabase(url)
    this.opened.push(database)
    return database
  }

  async empty(engine: Engine): Promise<OpenDatabase> {
    return this.open(await this.address(engine))
  }

  /** The demonstration town, created once per engine. */
  town(engine: Engine): Promise<OpenDatabase> {
    const town = this.towns.get(engine) ?? this.build(engine)
    this.towns.set(engine, town)
    return town
  }

  /** A writable copy of the town in a separate file. */
  async ownTown(): Promise<OpenDatabase> {
    const { db, url } = await this.town('sqlite')
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const address = await this.address('sqlite')
    copyFileSync(url.replace('sqlite:', ''), address.replace('sqlite:', ''))
    return this.open(address)
  }

  /** Includes users who were deleted again. */
  private async build(engine: Engine): Promise<OpenDatabase> {
    const database = await this.empty(engine)
    await migrate(database)
    const { db } = database
    const author = await addUser(database, 'admin')
    const gone = await addUser(database, 'gone')
    await db.deleteFrom('users').where('id', '=', gone.id).execute()
    await db
      .insertInto('images')
      .values(
        images.map((image) => ({ ...image, author: 0, created: 0, alt: '{}', focus_x: 0.1, focus_y: 1 })),
      )
      .execute()
    await createApplicationPassword(db, randomBytes, author.id, { name: 'phone' }, testTime)
    const town = makeTown({ today: '2026-11-21', random: seededRandom(1) })
    await loadTown({ db, resources, site, author: { ...author, role: 'administrator' } }, town)
    return database
  }

  async remove(): Promise<void> {
    for (const database of this.opened) await database.close()
    for (const drop of this.drops) await drop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Gives a text in the middle of many a character that PostgreSQL does not store, and returns its ID. */
export async function unstorableText({ db }: OpenDatabase): Promise<number> {
  const { text_id } = await db
    .selectFrom('event_texts')
    .select('text_id')
    .orderBy('text_id')
    .limit(1)
    .offset(250)
    .executeTakeFirstOrThrow()
  await db.updateTable('event_texts').set({ cost: 'a\0b' }).where('text_id', '=', text_id).execute()
  return text_id
}

/** All rows of all copied tables as text, in the same order on every database. */
export async function allRows({ db }: OpenDatabase): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const rows: Record<string, string[]> = {}
  const isCopied = (name: string) => !name.includes('_search') && !tablesNotCopied.some((one) => one === name)
  for (const name of tables.filter(isCopied).sort()) {
    const all = await asUntyped(db).selectFrom(name).selectAll().execute()
    rows[name] = all.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return rows
}
