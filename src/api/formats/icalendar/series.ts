import {
  inOrder,
  publishedRule,
  readStored,
  startOf,
  wallsOf,
  yields,
  type First,
  type Recurrence,
} from '../../../recurrence/index.ts'
import {
  addDays,
  addSeconds,
  dayOf,
  endOfDay,
  secondsOf,
  secondsOfDay,
  startOfDay,
  toInstant,
  toWall,
  type Instant,
  type Wall,
} from '../../../time/index.ts'
import type { Timetable } from '../../../store/index.ts'
import { sha256 } from '../../../text/digest.ts'
import type { Feed, FeedEvent, FeedSeries } from '../form.ts'
import { component, contentOf, timeLines, uidOf } from './event.ts'
import { datesProperty, isShownTwice, writtenZone, type DateClock } from './times.ts'

/** A series as one VEVENT, with another one of the same UID for each occurrence that differs (interface: iCalendar). */

/** The occurrences of a series that a feed contains. */
export interface IncludedOccurrences {
  readonly count: number
  /** Start of the earliest one. */
  readonly since: Instant
}

type SeenDates = Timetable['dates']

const datesFor = ({ listed, dates }: Timetable, { isSingle }: Pick<Feed, 'isSingle'>): SeenDates =>
  isSingle ? dates : listed

/**
 * Whether a feed contains all occurrences of a series, except past ones before the earliest that it contains and those
 * after its default end.
 */
export function isWhole(timetable: Timetable, held: IncludedOccurrences, feed: Feed<FeedEvent>): boolean {
  const { defaultEnd = Infinity } = feed
  const dates = datesFor(timetable, feed).filter(({ end_utc }) => end_utc <= defaultEnd)
  const since = dates.filter(({ start_utc }) => start_utc >= held.since)
  return (
    since.length === held.count &&
    dates.every(({ start_utc, end_utc }) => start_utc >= held.since || end_utc <= feed.now)
  )
}

const clockOf = ({ timezone, allDay }: First): DateClock => ({ zone: writtenZone(timezone), allDay })

/** The local time at which a date of the rule takes place: later than the date if the clocks skip that time. */
const shownAt = (wall: Wall, { timezone, allDay }: First): Wall =>
  allDay ? startOfDay(wall) : toWall(toInstant(wall, timezone), writtenZone(timezone))

/** A rule requires a start that exists in local time, in a zone that clients know; otherwise the dates are listed. */
const hasRule = (first: First): boolean => shownAt(startOf(first), first) === startOf(first)

/** The date that identifies an occurrence in RECURRENCE-ID. */
const dateOf = (wall: Wall, first: First): Wall => (hasRule(first) ? wall : shownAt(wall, first))

/** The dates of a series as DTSTART, RRULE, RDATE and EXDATE, from which clients expand it. */
interface Dates {
  readonly start: Wall
  readonly rule?: string | undefined
  /** Including the start if there is no rule that yields it, because some programs take only dates that are named. */
  readonly added: readonly Wall[]
  readonly excluded: readonly Wall[]
}

function listedDates({ first }: Timetable, dates: SeenDates): Dates {
  const added = inOrder(dates.map(({ wall }) => shownAt(wall, first)))
  return { start: added[0] ?? shownAt(startOf(first), first), added, excluded: [] }
}

const allBetween = (from: Wall, until: Wall) => ({ from, until, limit: Infinity })

/** Converts excluded days to times, because clients compare EXDATE with the exact start. */
const excludedTimes = (recurrence: Recurrence, first: First): Wall[] =>
  recurrence.excluded.flatMap((date) => {
    if (date.length > 10) return [date]
    const day = `${date} 00:00:00`
    return wallsOf({ ...recurrence, excluded: [] }, first, allBetween(day, endOfDay(day)))
  })

/** More dates without an occurrence before the earliest one stay in the rule, because a list of them would be too long. */
const mostMissing = 1_000

/** From which date on the rule is compared with the occurrences: its start may be earlier than all of them. */
function comparedFrom({ first, earliest }: Timetable, recurrence: Recurrence): Wall {
  const start = startOf(first)
  const known = first.allDay ? startOfDay(earliest) : earliest
  const missing = wallsOf(recurrence, first, { from: start, until: known, limit: mostMissing + 1 })
  return missing.length > mostMissing || known < start ? known : start
}

/** Dates of the rule that visitors cannot see are excluded, and visible dates that it does not produce are added. */
function ruledDates(timetable: Timetable, dates: SeenDates): Dates {
  const { rule: row, first } = timetable
  const start = startOf(first)
  const recurrence = readStored(row.recurrence, first)
  const { rule } = recurrence
  const plain = { rule, dates: [], excluded: [] }
  const from = comparedFrom(timetable, plain)
  const until = row.horizon > start ? row.horizon : start
  const isAhead = (wall: Wall) => wall > until
  const ruled = new Set(wallsOf(plain, first, allBetween(from, until)))
  // Past occurrences of a series that has become all-day still have a time, which is not written.
  const seen = new Set(dates.map(({ wall }) => (first.allDay ? startOfDay(wall) : wall)))
  const isKnown = (wall: Wall) => wall >= from && !isAhead(wall)
  const published = rule === undefined ? undefined : publishedRule(rule, first)
  const isRuled = (wall: Wall) =>
    ruled.has(wall) && (wall !== start || (published !== undefined && yields(published, first, start)))
  return {
    start,
    rule: published,
    added: inOrder([...[...seen].filter((wall) => !isRuled(wall)), ...recurrence.dates.filter(isAhead)]),
    excluded: inOrder([
      ...[...ruled].filter((wall) => !seen.has(wall)),
      ...excludedTimes(recurrence, first).filter((wall) => !isKnown(wall)),
    ]),
  }
}

const datesIn = (timetable: Timetable, dates: SeenDates): Dates =>
  hasRule(timetable.first) ? ruledDates(timetable, dates) : listedDates(timetable, dates)

/** The duration of an occurrence in local time: in seconds, or in days if it lasts all day. */
const lengthOf = ({ rule: { starts, ends }, first }: Timetable): number =>
  first.allDay
    ? (secondsOf(startOfDay(ends)) - secondsOf(startOfDay(starts))) / secondsOfDay + 1
    : secondsOf(ends) - secondsOf(starts)

/** Whether the elapsed time equals the difference in local time, and programs agree about when it ends. */
function isEven(start: Wall, length: number, zone: string): boolean {
  const end = addSeconds(start, length)
  const instant = toInstant(end, zone)
  return (
    instant === toInstant(start, zone) + length && toWall(instant, zone) === end && !isShownTwice(end, zone)
  )
}

/**
 * Writes DURATION if the clocks change between DTSTART and DTEND, because DTEND would give other occurrences a wrong
 * length.
 */
function endLines(start: Wall, length: number, clock: DateClock): string[] {
  if (clock.allDay) return [...datesProperty('DTEND', [addDays(start, length)], clock), 'TRANSP:TRANSPARENT']
  if (length === 0) return []
  if (!isEven(start, length, clock.zone)) return [`DURATION:PT${length}S`]
  return datesProperty('DTEND', [addSeconds(start, length)], clock)
}

function whenLines(timetable: Timetable, { start, rule, added, excluded }: Dates): string[] {
  const clock = clockOf(timetable.first)
  // A series of one date names it in RDATE too, because an occurrence that differs must be one of a recurring event.
  const dates = rule === undefined && added.length === 0 ? [start] : added
  return [
    ...datesProperty('DTSTART', [start], clock),
    ...endLines(start, lengthOf(timetable), clock),
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    ...datesProperty('RDATE', dates, clock),
    ...datesProperty('EXDATE', excluded, clock),
  ]
}

/** Ignores the URL, because the series and its occurrences have different ones. */
const digestOf = (event: FeedEvent): string => sha256(contentOf({ ...event, url: '' }).join('\n'))

/** Data of a written series that is needed to write its occurrences. */
export interface Master {
  readonly id: number
  readonly first: First
  readonly length: number
  readonly sequence: number
  readonly digest: string
}

export const masterOf = ({ timetable, shown }: FeedSeries<FeedEvent>): Master => ({
  id: timetable.id,
  first: timetable.first,
  length: lengthOf(timetable),
  sequence: timetable.sequence,
  digest: digestOf(shown),
})

export function masterLines({ timetable, shown }: FeedSeries<FeedEvent>, feed: Feed<FeedEvent>): string[] {
  const { id, sequence } = timetable
  const modified = toWall(timetable.modified, 'UTC')
  const dates = datesIn(timetable, datesFor(timetable, feed))
  return component({ uid: uidOf(id, feed), modified, sequence }, whenLines(timetable, dates), shown)
}

/**
 * Whether clients compute the same times from the rule and the duration of the series. They disagree about times that
 * the clocks repeat, and about those that they skip: RFC 5545 moves them in 3.3.5 and ignores them in 3.3.10.
 */
function hasTimeOf({ first, length }: Master, event: FeedEvent, wall: Wall): boolean {
  const { all_day, start_date, end_date, timezone } = event
  if (all_day !== first.allDay) return false
  if (all_day)
    return dayOf(start_date) === dayOf(wall) && dayOf(end_date) === dayOf(addDays(wall, length - 1))
  const zone = writtenZone(timezone)
  const [start, end] = [event.utc_start_date, event.utc_end_date].map((one) => toInstant(one, 'UTC'))
  return (
    timezone === first.timezone &&
    toWall(start!, zone) === wall &&
    !isShownTwice(wall, zone) &&
    start === toInstant(wall, zone) &&
    end! - start === length &&
    isEven(wall, length, zone)
  )
}

/** The lines of an occurrence that differs from its series; none if it does not differ. */
export function occurrenceLines(
  master: Master,
  event: FeedEvent,
  sequence: number,
  feed: Feed<FeedEvent>,
): string[] {
  const wall = dateOf(event.recurrence_id!, master.first)
  if (hasTimeOf(master, event, wall) && digestOf(event) === master.digest) return []
  const identity = {
    uid: uidOf(master.id, feed),
    modified: event.modified_utc,
    // Some clients discard an occurrence whose SEQUENCE is lower than that of the series.
    sequence: Math.max(sequence, master.sequence),
  }
  const place = datesProperty('RECURRENCE-ID', [wall], clockOf(master.first))
  return component(identity, [...place, ...timeLines(event)], event)
}
