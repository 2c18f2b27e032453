import { statSync } from 'node:fs'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { resources } from '../resources/index.ts'
import { statuses } from '../resources/common-parameters.ts'
import type { Instant } from '../time/index.ts'
import { lastBackup } from './backup/record.ts'
import type { Dialect, OpenDatabase } from './sql/dialects/dialect.ts'
import { sqliteFile } from './sql/dialects/location.ts'
import type { Database } from './sql/schema.ts'

/** Database metrics for operators; undefined means unknown. */
export interface Measures {
  readonly bytes: number
  /** Number of events by status. */
  readonly events: ReadonlyMap<string, number>
  /** When `calends backup` last saved this database; other tools leave no record. */
  readonly lastBackup: Instant | undefined
}

const size: Record<Dialect['name'], RawBuilder<{ bytes: number }>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}

/** SQLite's write-ahead log takes space in addition to the file. */
function bytesOfLog(url: string): number {
  const file = sqliteFile(url)
  return file === undefined ? 0 : (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

async function bytesOf({ db, dialect, url }: OpenDatabase): Promise<number> {
  const { rows } = await size[dialect.name].execute(db)
  return Number(rows[0]!.bytes) + bytesOfLog(url)
}

/** Up to this number, events are counted within some milliseconds; more are counted on another thread. */
const fewEvents = 50_000

async function hasManyEvents(db: Kysely<Database>): Promise<boolean> {
  const { last } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) > fewEvents
}

/** The first number that a query returns; long queries run on another thread. */
async function firstNumber(
  { db, dialect }: OpenDatabase,
  query: RawBuilder<{ id: number }>,
  isLong: boolean,
) {
  const found = isLong ? (await dialect.selectIds(db, query))[0] : (await query.execute(db)).rows[0]?.id
  return found === undefined ? undefined : Number(found)
}

/** One query per status, because each status is one range of an index. */
async function eventsByStatus(database: OpenDatabase): Promise<Map<string, number>> {
  const isLong = await hasManyEvents(database.db)
  const counts = new Map<string, number>()
  for (const status of statuses) {
    const count = sql<{ id: number }>`select count(*) as id from events where status = ${status}`
    counts.set(status, (await firstNumber(database, count, isLong))!)
  }
  return counts
}

/** The number of texts in each language except these. */
export async function countOtherTexts(
  database: OpenDatabase,
  languages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { db } = database
  const isLong = await hasManyEvents(db)
  const counts = new Map<string, number>()
  for (const { texts } of Object.values(resources)) {
    const from = sql`from ${sql.table(texts)} where`
    for (const known = [...languages]; ;) {
      const other = sql<{
        id: number
      }>`select text_id as id ${from} language not in (${sql.join(known)}) limit 1`
      const id = await firstNumber(database, other, isLong)
      const text = await db
        .selectFrom(texts)
        .select('language')
        .where('text_id', '=', id ?? 0)
        .executeTakeFirst()
      if (text === undefined) break
      const count = sql<{ id: number }>`select count(*) as id ${from} language = ${text.language}`
      const n = (await firstNumber(database, count, isLong))!
      counts.set(text.language, (counts.get(text.language) ?? 0) + n)
      known.push(text.language)
    }
  }
  return counts
}

const measure = async (database: OpenDatabase): Promise<Measures> => ({
  bytes: await bytesOf(database),
  events: await eventsByStatus(database),
  lastBackup: await lastBackup(database.db),
})

const freshFor = 60_000

/**
 * Measures at most once a minute, because counting takes longer the more events there are. After a failure the next
 * call measures again.
 */
export function measuring(database: OpenDatabase, now: () => number): () => Promise<Measures> {
  let measured: Promise<Measures> | undefined
  let end = -Infinity
  return () => {
    if (measured !== undefined && now() < end) return measured
    end = now() + freshFor
    measured = measure(database)
    measured.catch(() => (measured = undefined))
    return measured
  }
}
