import { sql, type Kysely, type RawBuilder } from 'kysely'
import { lockedTarget } from '../../resources/event-visibility.ts'
import { flagTargets, hiddenFlagTargets, valueTargets } from '../../resources/events/index-targets.ts'
import { memoize } from '../../time/index.ts'
import type { Database } from '../sql/schema.ts'
import type { IndexedEvent } from './indexed-events.ts'

/** Reads events for the index, each with all of its targets in one row. */

type Name = keyof typeof flagTargets | keyof typeof hiddenFlagTargets | keyof typeof valueTargets

/** Columns are named after the targets; a flag is 1 or true. */
type Row = Readonly<Record<Name, string | number | boolean | null>> & {
  readonly id: number
  readonly start_utc: number
  readonly end_utc: number
  readonly modified: number
  readonly languages: string
  readonly isVisible: number | boolean
  /** Such as `venue 5,categories 7`. */
  readonly links: string | null
}

const keysOf = <Key extends string>(declared: Readonly<Record<Key, string>>) => Object.keys(declared) as Key[]

const flags = keysOf(flagTargets)
const hiddenFlags = keysOf(hiddenFlagTargets)
const values = keysOf(valueTargets)

const targetColumns = Object.entries({ ...flagTargets, ...hiddenFlagTargets, ...valueTargets }).map(
  ([name, expression]) => sql`${sql.raw(expression)} as ${sql.ref(name)}`,
)

const selectEvents = sql`select id, start_utc, end_utc, modified, languages, ${sql.join(targetColumns)},
  status = 'publish' and hide_from_listings = 0 as "isVisible",
  (select string_agg(kind || ' ' || target, ',') from event_links where event_id = events.id) as links
  from events`

const read = async (db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<readonly Row[]> =>
  (await sql<Row>`${selectEvents} ${condition}`.execute(db)).rows

/** Cached, because there are only a few distinct language lists. */
const languageTargetsOf = memoize((languages: string): readonly string[] =>
  languages
    .trim()
    .split(' ')
    .map((language) => `language ${language}`),
)

function hiddenTargetsOf(row: Row): string[] {
  const targets = [...(row.links?.split(',') ?? []), ...hiddenFlags.filter((name) => row[name])]
  return row.locked ? targets.map(lockedTarget) : targets
}

const targetsOf = (row: Row): string[] => [
  ...new Set([
    ...languageTargetsOf(row.languages),
    ...values.filter((name) => row[name] !== null).map((name) => `${name} ${row[name]}`),
    ...flags.filter((name) => row[name]),
    ...hiddenTargetsOf(row),
  ]),
]

const entryOf = (row: Row): IndexedEvent => ({
  id: row.id,
  start: row.start_utc,
  end: row.end_utc,
  modified: row.modified,
  targets: targetsOf(row),
})

const visibleEvents = (rows: readonly Row[]): IndexedEvent[] =>
  rows.filter((row) => row.isVisible).map(entryOf)

/** Those of the events that are publicly listed. */
export const readEvents = async (db: Kysely<Database>, ids: readonly number[]): Promise<IndexedEvent[]> =>
  ids.length === 0 ? [] : visibleEvents(await read(db, sql`where id in (${sql.join(ids)})`))

/** All publicly listed events, in batches by ID. */
export async function* streamAllEvents(db: Kysely<Database>, count: number): AsyncGenerator<IndexedEvent[]> {
  for (let last = 0; ;) {
    const rows = await read(db, sql`where id > ${last} order by id limit ${count}`)
    if (rows.length === 0) return
    yield visibleEvents(rows)
    last = rows.at(-1)!.id
  }
}
