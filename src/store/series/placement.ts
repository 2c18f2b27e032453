import { groupBy } from '../../group-by.ts'
import { readStored, wallsOf, type Recurrence } from '../../recurrence/index.ts'
import { times } from '../../resources/events/times.ts'
import {
  addMonths,
  dayOf,
  secondsOf,
  startOfDay,
  toInstant,
  toWall,
  wallOf,
  type Instant,
  type Wall,
} from '../../time/index.ts'
import { firstOf, type EventRow, type Series } from './rows.ts'

/** Where the rule of a series places its occurrences. */

/** What the making of occurrences depends on. */
export interface Clock {
  readonly now: Instant
  /** The zone of the site. */
  readonly timezone: string
  /** How many months ahead there are occurrences. */
  readonly horizon: number
}

/** There are never more of a series that are not over, and never more made of what is over already. */
export const mostOccurrences = 1_000

const hour = 3600

type TimeColumns = Pick<
  EventRow,
  'timezone' | 'all_day' | 'start_date' | 'end_date' | 'start_utc' | 'end_utc'
>

const asMoment = (wall: Wall) => ({ wall, hasTime: true })

/**
 * When an occurrence takes place: it lasts as long as the first one on the clock. One that the clock skips begins later
 * and ends as much later.
 */
export function placed({ event, rule }: Series, wall: Wall, siteZone: string): TimeColumns {
  const { timezone, all_day } = event
  const duration = secondsOf(rule.ends) - secondsOf(rule.starts)
  const sent = { timezone, all_day: all_day === 1, start_date: asMoment(wall) }
  const end_date = asMoment(wallOf(secondsOf(wall) + duration))
  const columns = times({ ...sent, end_date }, undefined, siteZone)
  if (all_day === 1 || columns.start_date === wall) return columns
  const instant = columns.start_utc + duration
  return times({ ...sent, end_date: { instant, hasTime: true } }, undefined, siteZone)
}

export const recurrenceOf = (series: Series): Recurrence =>
  readStored(series.rule.recurrence, firstOf(series))

/** The last local time that occurrences are made for. */
export const horizonOf = ({ event }: Series, { now, horizon }: Clock): Wall =>
  addMonths(toWall(now, event.timezone), horizon)

export const isOver = (series: Series, wall: Wall, { now, timezone }: Clock): boolean =>
  placed(series, wall, timezone).end_utc <= now

/** No occurrence that begins before this is still going on. All-day ones are those of other zones, too. */
function earliestRunning({ event, rule }: Series, { now }: Clock): Wall {
  const spare = (event.all_day === 1 ? 48 : 3) * hour
  const longest = Math.max(secondsOf(rule.ends) - secondsOf(rule.starts), 0) + spare
  return wallOf(secondsOf(toWall(now, event.timezone)) - longest)
}

/** Those that are not over at the moment, from the earliest on. */
export function wallsAhead(series: Series, clock: Clock): Wall[] {
  const walls = wallsOf(recurrenceOf(series), firstOf(series), {
    from: earliestRunning(series, clock),
    until: horizonOf(series, clock),
    // The first ones may be over.
    limit: 20 * mostOccurrences,
  })
  const first = walls.findIndex((wall) => !isOver(series, wall, clock))
  return first === -1 ? [] : walls.slice(first, first + mostOccurrences)
}

/** Those that are over, on the days of these local times. */
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

/** How many months back the latest are looked for, more and more. */
const monthsBack = [6, 24, 240, 12_000]

/** The latest of those that are over. */
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
 * When the next occurrence is to be made: as soon as it lies within the horizon, and as soon as one is over where there
 * are as many as there may be. Undefined if there are none to come.
 */
export function dueOf(
  series: Series,
  { last, earliestEnd, count }: { last: Wall | undefined; earliestEnd: Instant | undefined; count: number },
  clock: Clock,
): Instant | undefined {
  const today = toWall(clock.now, series.event.timezone)
  const [next] = wallsOf(recurrenceOf(series), firstOf(series), {
    // An early occurrence may have been moved ahead, but none is made of what is over.
    from: wallOf(secondsOf(last === undefined || last < today ? today : last) + 1),
    until: '9999-12-31 23:59:59',
    limit: 1,
  })
  if (next === undefined) return undefined
  const isFull = count >= mostOccurrences && earliestEnd !== undefined
  const due = isFull ? earliestEnd : toInstant(addMonths(next, -clock.horizon), series.event.timezone)
  return Math.max(due, clock.now + hour)
}

export interface Matching {
  readonly pairs: readonly (readonly [EventRow, Wall])[]
  /** What the rule does not yield any more. */
  readonly left: readonly EventRow[]
  /** What nothing is there for yet. */
  readonly fresh: readonly Wall[]
}

/**
 * An occurrence stays with the wall clock that it had, else goes to another of the same day: so its id and its address
 * survive a change of the rule.
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
