import { sql, type Kysely, type RawBuilder } from 'kysely'
import { lockedTarget } from '../../resources/event-visibility.ts'
import type { Database } from '../sql/schema.ts'
import type { IndexedEvent } from './indexed-events.ts'

/** Events as the calendar reads them: each with all that it belongs to, in one row. */

interface Row {
  readonly id: number
  readonly start_utc: number
  readonly end_utc: number
  readonly modified: number
  readonly author: number
  readonly languages: string
  readonly post_parent: number
  readonly isOccurrence: number
  readonly event_status: string
  readonly featured: number
  readonly ticketed: number
  readonly is_free: number | null
  readonly hasPassword: number
  readonly visible: number
  /** `venue 5,categories 7` */
  readonly links: string | null
}

const selectEvents = sql`select id, start_utc, end_utc, modified, author, languages, post_parent, event_status, featured, ticketed, is_free,
  case when recurrence_id is null then 0 else 1 end as "isOccurrence",
  case when password is null then 0 else 1 end as "hasPassword",
  case when status = 'publish' and hide_from_listings = 0 then 1 else 0 end as visible,
  (select string_agg(kind || ' ' || target, ',') from event_links where event_id = events.id) as links
  from events`

const read = async (db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<readonly Row[]> =>
  (await sql<Row>`${selectEvents} ${condition}`.execute(db)).rows

/** The `event_status` of an event that sets none. */
const defaultEventStatus = 'scheduled'

/** Cached, because there are only a few distinct language lists. */
const languageTargets = new Map<string, readonly string[]>()

function languageTargetsOf(languages: string): readonly string[] {
  const known = languageTargets.get(languages)
  if (known !== undefined) return known
  const targets = languages
    .trim()
    .split(' ')
    .map((language) => `language ${language}`)
  languageTargets.set(languages, targets)
  return targets
}

function hiddenTargetsOf({ links, ticketed, is_free, hasPassword }: Row): string[] {
  const targets = links?.split(',') ?? []
  if (ticketed === 1) targets.push('ticketed')
  if (is_free !== null) targets.push(is_free === 1 ? 'free' : 'paid')
  return hasPassword === 1 ? targets.map(lockedTarget) : targets
}

const parentTarget = ({ post_parent, isOccurrence }: Row) =>
  `${isOccurrence === 1 ? 'series' : 'parent'} ${post_parent}`

function targetsOf(row: Row): string[] {
  const targets = [`author ${row.author}`]
  targets.push(...languageTargetsOf(row.languages))
  for (const target of hiddenTargetsOf(row)) if (!targets.includes(target)) targets.push(target)
  if (row.post_parent !== 0) targets.push('child', parentTarget(row))
  if (row.event_status !== defaultEventStatus) targets.push(`status ${row.event_status}`)
  if (row.featured === 1) targets.push('featured')
  if (row.hasPassword === 1) targets.push('locked')
  return targets
}

const entryOf = (row: Row): IndexedEvent => ({
  id: row.id,
  start: row.start_utc,
  end: row.end_utc,
  modified: row.modified,
  targets: targetsOf(row),
})

const visibleEvents = (rows: readonly Row[]): IndexedEvent[] =>
  rows.filter((row) => row.visible === 1).map(entryOf)

/** Those of the events that everybody sees in lists. */
export const readEvents = async (db: Kysely<Database>, ids: readonly number[]): Promise<IndexedEvent[]> =>
  ids.length === 0 ? [] : visibleEvents(await read(db, sql`where id in (${sql.join(ids)})`))

/** All events that everybody sees in lists, some at a time, by their ids. */
export async function* streamAllEvents(db: Kysely<Database>, count: number): AsyncGenerator<IndexedEvent[]> {
  for (let last = 0; ;) {
    const rows = await read(db, sql`where id > ${last} order by id limit ${count}`)
    if (rows.length === 0) return
    yield visibleEvents(rows)
    last = rows.at(-1)!.id
  }
}
