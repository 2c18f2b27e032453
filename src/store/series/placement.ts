import { groupBy } from '../../group-by.ts'
import { nextWall, readStored, wallsOf, type Recurrence } from '../../recurrence/index.ts'
import { times } from '../../resources/events/times.ts'
import {
  addMonths,
  addSeconds,
  asMoment,
  dayOf,
  endOfDay,
  secondsOf,
  startOfDay,
  toInstant,
  toWall,
  type Instant,
  type Wall,
} from '../../time/index.ts'
import type { WritingView } from '../sql/create.ts'
import { firstOf, type EventRow, type Series, type SeriesRow } from './rows.ts'

/** Where the rule of a series places its occurrences. */

/** What creating occurrences depends on. */
export interface Clock {
  readonly now: Instant
  /** The time zone of the site. */
  readonly timezone: string
  /** How many months ahead occurrences are created. */
  readonly horizon: number
}

export const clockOf = ({ site }: Pick<WritingView, 'site'>): Clock => ({
  now: site.now,
  timezone: site.timezone,
  horizon: site.horizon,
})

/** Maximum number of occurrences of a series that are not over, and of past ones that are created. */
export const mostOccurrences = 1_000

const hour = 3600

/** A series is extended at most once in so many seconds. */
const leastPause = hour

type TimeColumns = Pick<
  EventRow,
  'timezone' | 'all_day' | 'start_date' | 'end_date' | 'start_utc' | 'end_utc'
>

/** How many seconds an occurrence lasts in local time. */
export const lengthOf = ({ starts, ends }: Pick<SeriesRow, 'starts' | 'ends'>): number =>
  secondsOf(ends) - secondsOf(starts)

/**
 * When an occurrence takes place. It lasts as long as the first one in local time. If its start falls into a
 * daylight-saving gap, start and end both move later.
 */
export function placed({ event, rule }: Series, wall: Wall, siteZone: string): TimeColumns {
  const { timezone, all_day } = event
  const duration = lengthOf(rule)
  const sent = { timezone, all_day: all_day === 1, start_date: asMoment(wall) }
  const end_date = asMoment(addSeconds(wall, duration))
  const columns = times({ ...sent, end_date }, undefined, siteZone)
  if (all_day === 1 || columns.start_date === wall) return columns
  const instant = columns.start_utc + duration
  return times({ ...sent, end_date: { instant, hasTime: true } }, undefined, siteZone)
}

export const recurrenceOf = (series: Series): Recurrence =>
  readStored(series.rule.recurrence, firstOf(series))

/** The last local time for which occurrences are created. */
export const horizonOf = ({ event }: Series, { now, horizon }: Clock): Wall =>
  addMonths(toWall(now, event.timezone), horizon)

export const isOver = (series: Series, wall: Wall, { now, timezone }: Clock): boolean =>
  placed(series, wall, timezone).end_utc <= now

/**
 * No occurrence that starts before this is still running. All-day ones need a larger margin because of other time
 * zones.
 */
function earliestRunning({ event, rule }: Series, { now }: Clock): Wall {
  const spare = (event.all_day === 1 ? 48 : 3) * hour
  const longest = Math.max(lengthOf(rule), 0) + spare
  return addSeconds(toWall(now, event.timezone), -longest)
}

/** The dates that are not over, the earliest first. */
export function wallsAhead(series: Series, clock: Clock): Wall[] {
  const walls = wallsOf(recurrenceOf(series), firstOf(series), {
    from: earliestRunning(series, clock),
    until: horizonOf(series, clock),
    // The first ones may already be over.
    limit: 20 * mostOccurrences,
  })
  const first = walls.findIndex((wall) => !isOver(series, wall, clock))
  return first === -1 ? [] : walls.slice(first, first + mostOccurrences)
}

/** The dates that are over, on the days of these local times. */
export function wallsOver(series: Series, known: readonly Wall[], clock: Clock): Wall[] {
  const days = new Set(known.map(dayOf))
  if (days.size === 0) return []
  const walls = wallsOf(recurrenceOf(series), firstOf(series), {
    from: startOfDay([...days].toSorted()[0]!),
    until: toWall(clock.now, series.event.timezone),
    limit: 100 * mostOccurrences,
  })
  return walls.filter((wall) => days.has(dayOf(wall)) && isOver(series, wall, clock))
}

/** The dates beyond the horizon, on the days of these local times. */
export function wallsBeyond(series: Series, known: readonly Wall[], clock: Clock): Wall[] {
  const [recurrence, first, horizon] = [recurrenceOf(series), firstOf(series), horizonOf(series, clock)]
  return [...new Set(known.map(dayOf))]
    .flatMap((day) =>
      wallsOf(recurrence, first, { from: startOfDay(day), until: endOfDay(day), limit: mostOccurrences }),
    )
    .filter((wall) => wall > horizon)
}

/** How many months back to look for the latest dates, in increasing steps. */
const monthsBack = [6, 24, 240, 12_000]

/** The latest dates that are over. */
export function wallsBehind(series: Series, clock: Clock): Wall[] {
  const today = toWall(clock.now, series.event.timezone)
  let behind: Wall[] = []
  for (const months of monthsBack) {
    const walls = wallsOf(recurrenceOf(series), firstOf(series), {
      from: addMonths(today, -months),
      until: today,
      limit: 100 * mostOccurrences,
    })
    behind = walls.slice(0, walls.findLastIndex((wall) => isOver(series, wall, clock)) + 1)
    if (behind.length >= mostOccurrences) break
  }
  return behind.slice(-mostOccurrences)
}

/**
 * When the next occurrence has to be created: as soon as its date is within the horizon or, if the maximum number is
 * reached, as soon as one is over. Undefined if no further dates follow.
 */
export function dueOf(
  series: Series,
  { last, earliestEnd, count }: { last: Wall | undefined; earliestEnd: Instant | undefined; count: number },
  clock: Clock,
): Instant | undefined {
  const today = toWall(clock.now, series.event.timezone)
  // `last` is in the past if that occurrence was moved to a later time, but no past occurrences are created.
  const from = addSeconds(last === undefined || last < today ? today : last, 1)
  const next = nextWall(recurrenceOf(series), firstOf(series), from)
  if (next === undefined) return undefined
  const isFull = count >= mostOccurrences && earliestEnd !== undefined
  const due = isFull ? earliestEnd : toInstant(addMonths(next, -clock.horizon), series.event.timezone)
  return Math.max(due, clock.now + leastPause)
}

/** Whether a date that has no occurrence yet will get one in time: those within the stored horizon have one. */
export const isAwaited = ({ rule: { due, horizon } }: Series, wall: Wall, { now }: Clock): boolean =>
  due !== null && (due <= now || (due <= now + leastPause && wall > horizon))

export interface Matching {
  readonly pairs: readonly (readonly [EventRow, Wall])[]
  /** Occurrences that the rule no longer yields. */
  readonly left: readonly EventRow[]
  /** Dates that have no occurrence yet. */
  readonly fresh: readonly Wall[]
}

/**
 * An occurrence keeps its date, or else gets another one on the same day, so that its ID and address survive a change
 * of the rule.
 */
export function match(occurrences: readonly EventRow[], walls: readonly Wall[]): Matching {
  const open = new Set(walls)
  const pairs: (readonly [EventRow, Wall])[] = []
  const take = (occurrence: EventRow, wall: Wall) => {
    open.delete(wall)
    pairs.push([occurrence, wall])
  }
  const moved = occurrences.filter((occurrence) => {
    const isKept = open.has(occurrence.recurrence_id!)
    if (isKept) take(occurrence, occurrence.recurrence_id!)
    return !isKept
  })
  const byDay = groupBy([...open], dayOf)
  const left = moved.filter((occurrence) => {
    const wall = byDay.get(dayOf(occurrence.recurrence_id!))?.shift()
    if (wall !== undefined) take(occurrence, wall)
    return wall === undefined
  })
  return { pairs, left, fresh: [...open] }
}

interface Moving {
  readonly seconds: number
  /** Dates to which nothing moves. */
  readonly taken: ReadonlySet<Wall>
}

/** Occurrences that neither their date nor their day places move with the start of their series, also into the past. */
export function matchMoved(
  { pairs, left, fresh }: Matching,
  series: Series,
  { seconds, taken }: Moving,
  clock: Clock,
): Matching {
  const placeOf = (row: EventRow): Wall => {
    const wall = addSeconds(row.recurrence_id!, seconds)
    return series.event.all_day === 1 ? startOfDay(wall) : wall
  }
  const open = new Set([...fresh, ...wallsOver(series, left.map(placeOf), clock)])
  const moved = left.filter((row) => !taken.has(placeOf(row)) && open.delete(placeOf(row)))
  const isMoved = new Set(moved)
  return {
    pairs: [...pairs, ...moved.map((row) => [row, placeOf(row)] as const)],
    left: left.filter((row) => !isMoved.has(row)),
    fresh: fresh.filter((wall) => open.has(wall)),
  }
}
