import { sql, type Kysely } from 'kysely'
import { groupBy } from '../../group-by.ts'
import { findStored, type First } from '../../recurrence/index.ts'
import { isHidden } from '../../resources/events/hide-from-listings.ts'
import type { Instant, Wall } from '../../time/index.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database } from '../sql/schema.ts'
import { firstOf, seriesRules, type EventRow, type SeriesRow } from './rows.ts'

/** When series take place, for calendar feeds. */

type DateColumns = Pick<
  EventRow,
  'id' | 'post_parent' | 'recurrence_id' | 'start_utc' | 'end_utc' | 'status' | 'modified'
> & { readonly hide_from_listings: number }

/** A published occurrence. */
interface SeenDate {
  readonly id: number
  /** The date that the rule gave it. */
  readonly wall: Wall
  readonly start_utc: Instant
  readonly end_utc: Instant
}

export interface Timetable {
  readonly id: number
  readonly sequence: number
  /** When the series or one of its published occurrences last changed. */
  readonly modified: Instant
  readonly rule: SeriesRow
  readonly first: First
  /** The date of the earliest occurrence, whether visible or not. */
  readonly earliest: Wall
  /** Those that are in lists. */
  readonly listed: readonly SeenDate[]
  /** Those in the feed of the series itself: the same, or all if the series itself is hidden. */
  readonly dates: readonly SeenDate[]
}

const publishedSeries = prepareByIds<EventRow>((db, ids) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('status', '=', sql.lit('publish'))
    .where('id', 'in', ids)
    .orderBy('id'),
)

const datesOf = prepareByIds<DateColumns>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent', 'recurrence_id', 'start_utc', 'end_utc', 'status', 'modified'])
    .select('hide_from_listings')
    .where('recurrence_id', 'is not', null)
    .where('post_parent', 'in', ids)
    .orderBy('start_utc')
    .orderBy('id'),
)

const isPublished = ({ status }: DateColumns) => status === 'publish'

const seenDate = ({ id, recurrence_id, start_utc, end_utc }: DateColumns): SeenDate => ({
  id,
  wall: recurrence_id!,
  start_utc,
  end_utc,
})

function timetableOf(event: EventRow, rule: SeriesRow, rows: readonly DateColumns[]): Timetable {
  const walls = rows.map(({ recurrence_id }) => recurrence_id!)
  const published = rows.filter(isPublished)
  const listed = published.filter((row) => !isHidden(row))
  return {
    id: event.id,
    sequence: event.sequence,
    modified: published.reduce((latest, { modified }) => Math.max(latest, modified), event.modified),
    rule,
    first: firstOf({ event, rule }),
    earliest: walls.reduce((one, other) => (one < other ? one : other), rule.horizon),
    listed: listed.map(seenDate),
    dates: (isHidden(event) ? published : listed).map(seenDate),
  }
}

/** Timetables of published series; events that are not series, and series with an unreadable rule, are skipped. */
export async function timetables(db: Kysely<Database>, ids: readonly number[]): Promise<Timetable[]> {
  const rules = new Map((await seriesRules(db, ids)).map((rule) => [rule.id, rule]))
  const events = await publishedSeries(db, [...rules.keys()])
  const rows = groupBy(await datesOf(db, [...rules.keys()]), ({ post_parent }) => post_parent)
  return events
    .map((event) => timetableOf(event, rules.get(event.id)!, rows.get(event.id) ?? []))
    .filter(({ rule, first }) => findStored(rule.recurrence, first) !== undefined)
}
