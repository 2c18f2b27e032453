import { statSync } from 'node:fs'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { resources } from '../resources/index.ts'
import { states } from '../resources/parameter-types.ts'
import type { Instant } from '../time/index.ts'
import { lastBackup } from './backup/record.ts'
import type { Dialect, OpenDatabase } from './sql/dialects/dialect.ts'
import { sqliteFile } from './sql/dialects/location.ts'
import type { Database } from './sql/schema.ts'

/** What operators watch in a database; undefined means unknown. */
export interface Measures {
  readonly bytes: number
  /** Number of events by status. */
  readonly events: ReadonlyMap<string, number>
  /** When calends backup last saved this database; other tools leave no record. */
  readonly lastBackup: Instant | undefined
}

const size: Record<Dialect['name'], RawBuilder<{ bytes: number }>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}

/** The log of SQLite takes room beside the file. */
function bytesOfLog(url: string): number {
  const file = sqliteFile(url)
  return file === undefined ? 0 : (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

async function bytesOf({ db, dialect, url }: OpenDatabase): Promise<number> {
  const { rows } = await size[dialect.name].execute(db)
  return Number(rows[0]!.bytes) + bytesOfLog(url)
}

/** So many events are counted within some milliseconds; for more there is another thread. */
const fewEvents = 50_000

async function hasManyEvents(db: Kysely<Database>): Promise<boolean> {
  const { last } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) > fewEvents
}

/** Each status is one range of an index. */
async function eventsByStatus({ db, dialect }: OpenDatabase): Promise<Map<string, number>> {
  const isLong = await hasManyEvents(db)
  const counts = new Map<string, number>()
  for (const status of states) {
    const count = sql<{ id: number }>`select count(*) as id from events where status = ${status}`
    const found = isLong
      ? (await dialect.selectIds(db, count, false))[0]
      : (await count.execute(db)).rows[0]!.id
    counts.set(status, Number(found))
  }
  return counts
}

/** The number of texts in each language that there is. */
export async function countTexts(db: Kysely<Database>): Promise<readonly { language: string; n: number }[]> {
  const counts = new Map<string, number>()
  for (const { texts } of Object.values(resources)) {
    const rows = await db
      .selectFrom(texts)
      .select(({ fn }) => ['language', fn.countAll<number>().as('n')])
      .groupBy('language')
      .execute()
    for (const { language, n } of rows) counts.set(language, (counts.get(language) ?? 0) + Number(n))
  }
  return [...counts].map(([language, n]) => ({ language, n }))
}

const measure = async (database: OpenDatabase): Promise<Measures> => ({
  bytes: await bytesOf(database),
  events: await eventsByStatus(database),
  lastBackup: await lastBackup(database.db),
})

const freshFor = 60_000

/**
 * Measures at most once a minute, however often it is asked, because counting takes longer the more events there are.
 * What failed is measured again at once.
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
