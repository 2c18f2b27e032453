import Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, sql, type Insertable } from 'kysely'
import type { Dialect, OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { sqliteFile } from '../src/store/sql/dialects/location.ts'
import { Db } from '../src/store/sql/db.ts'
import type { Database } from '../src/store/sql/schema.ts'
import { rebuildCounts } from '../src/store/sql/event-counts.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import {
  branches,
  category,
  categoryText,
  counts,
  event,
  eventTexts,
  LargeCalendar,
  lastTerm,
  links,
  organizer,
  organizerText,
  range,
  seriesEvent,
  seriesRule,
  seriesTexts,
  tag,
  tagText,
  venue,
  venueText,
} from './large-calendar-rows.ts'

/**
 * A calendar of twenty years, for tests and benchmarks of how much a list reads. Written directly to the database in
 * chunks, so that a million events need no more memory than a few thousand.
 */

const chunk = 20_000

type Table = keyof Database & string

type Rows = readonly Readonly<Record<string, unknown>>[]

interface Sink {
  insert<T extends Table>(table: T, rows: readonly Insertable<Database[T]>[]): Promise<void>
  /** Runs the writes in one transaction. */
  together(write: () => Promise<void>): Promise<void>
  close(): void
}

const columnsOf = (rows: Rows) => Object.keys(rows[0] ?? {})
const namesOf = (rows: Rows) =>
  columnsOf(rows)
    .map((column) => `"${column}"`)
    .join(', ')

/** A separate connection with one prepared statement per table, which is the fastest way to insert. */
function sqliteSink(path: string): Sink {
  const connection = new Sqlite(path)
  connection.pragma('synchronous = OFF')
  connection.pragma('cache_size = -262144')
  return {
    insert(table, rows: Rows) {
      const places = columnsOf(rows).map(() => '?')
      const statement = connection.prepare(
        `insert into ${table} (${namesOf(rows)}) values (${places.join(', ')})`,
      )
      for (const row of rows) statement.run(Object.values(row))
      return Promise.resolve()
    },
    async together(write) {
      connection.exec('begin immediate')
      await write()
      connection.exec('commit')
    },
    close: () => void connection.close(),
  }
}

/** Sends the rows as one JSON text, because a statement with a parameter for each value would take minutes. */
const postgresSink = (db: Db): Sink => ({
  async insert(table, rows: Rows) {
    const text = `insert into ${table} (${namesOf(rows)}) select ${namesOf(rows)} from json_populate_recordset(null::${table}, $1::json)`
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows)]))
  },
  together: (write) => write(),
  close: () => undefined,
})

async function fillTargets({ insert }: Sink, calendar: LargeCalendar) {
  const all = <R>(count: number, row: (calendar: LargeCalendar, index: number) => R) =>
    range(0, count).map((index) => row(calendar, index))
  await insert('venues', all(counts.venues, venue))
  await insert('venue_texts', all(counts.venues, venueText))
  await insert('organizers', all(counts.organizers, organizer))
  await insert('organizer_texts', all(counts.organizers, organizerText))
  await insert('categories', all(counts.categories, category))
  await insert('category_texts', all(counts.categories, categoryText))
  await insert('category_tree', range(0, counts.categories).flatMap(branches))
  await insert('tags', all(counts.tags, tag))
  await insert('tag_texts', all(counts.tags, tagText))
}

async function fillSeries({ insert }: Sink, calendar: LargeCalendar) {
  const places = range(0, calendar.series())
  if (places.length === 0) return
  await insert(
    'events',
    places.map((place) => seriesEvent(calendar, place)),
  )
  await insert(
    'event_texts',
    places.flatMap((place) => seriesTexts(calendar, place)),
  )
  await insert(
    'series',
    places.map((place) => seriesRule(calendar, place)),
  )
}

async function fillEvents({ insert }: Sink, calendar: LargeCalendar, indexes: readonly number[]) {
  await insert(
    'events',
    indexes.map((index) => event(calendar, index)),
  )
  await insert(
    'event_texts',
    indexes.flatMap((index) => eventTexts(calendar, index)),
  )
  await insert(
    'event_links',
    indexes.flatMap((index) => links(calendar, index)),
  )
}

/** Advances the sequences past the inserted IDs. */
async function moveSequences(db: Db, dialect: Dialect, { insert }: Sink, calendar: LargeCalendar) {
  const last = { entry_ids: calendar.lastEntry(), term_ids: lastTerm }
  for (const [sequence, id] of Object.entries(last)) {
    await insert(sequence as keyof typeof last, [{ id, kind: 'event' }])
    if (dialect.name === 'postgres')
      await sql`select setval(pg_get_serial_sequence(${sequence}, 'id'), ${id})`.execute(db)
  }
}

/**
 * Drops the trigram index while inserting, because building it at once is far faster than row by row; SQLite maintains
 * its index with triggers.
 */
async function withoutSearchIndex(dialect: Dialect, fill: () => Promise<void>) {
  if (dialect.name === 'sqlite') return fill()
  const db = new Kysely<unknown>({ dialect: dialect.unlimited! })
  await sql`drop index event_texts_search`.execute(db)
  await fill()
  await db.transaction().execute(async (trx) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
    await dialect.addSearchIndex(trx, 'event_texts')
  })
}

/**
 * Disables change tracking, because recording each row would take longer than inserting it; `rebuildCounts` records
 * them at once.
 */
async function untracked(db: Db, dialect: Dialect, fill: () => Promise<void>) {
  const tables = db as unknown as Kysely<unknown>
  await dialect.untrackChanges(tables)
  await fill()
  await dialect.trackChanges(tables)
  await inTransaction(db, rebuildCounts)
}

/** Separate connections without the query timeout of the service. */
const unhurried = (dialect: Dialect): Db =>
  new Db({ ...dialect, kysely: dialect.unlimited ?? dialect.kysely }, { derive: () => Promise.resolve() })

type Target = Pick<OpenDatabase, 'dialect' | 'url'>

interface Filling {
  readonly events: number
  /** The middle of the twenty years. */
  readonly middle: number
  /** The share of events that are occurrences of series; none by default. */
  readonly occurrences?: number
}

async function fillTables(db: Db, { dialect, url }: Target, { events, middle, occurrences }: Filling) {
  const calendar = new LargeCalendar(events, middle, occurrences)
  const sink = dialect.name === 'sqlite' ? sqliteSink(sqliteFile(url)!) : postgresSink(db)
  await sink.together(() => fillTargets(sink, calendar))
  await sink.together(() => fillSeries(sink, calendar))
  await withoutSearchIndex(dialect, async () => {
    for (let from = 0; from < events; from += chunk)
      await sink.together(() => fillEvents(sink, calendar, range(from, Math.min(from + chunk, events))))
  })
  await moveSequences(db, dialect, sink, calendar)
  sink.close()
}

/** Fills an empty database. */
export async function fillCalendar(target: Target, filling: Filling): Promise<void> {
  const { dialect } = target
  const db = unhurried(dialect)
  await untracked(db, dialect, () => fillTables(db, target, filling))
  // Autovacuum would do so before long.
  if (dialect.name === 'postgres') await sql`vacuum analyze`.execute(db)
}
