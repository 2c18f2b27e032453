import type rrule from 'rrule-rust'
import { lazyRequire } from '../lazy-require.ts'
import { addDays, dayOf, daysBetween, lastSecond, startOfDay, weekdayOf, type Wall } from '../time/index.ts'
import { partsOf, ruleOf, timeParts, withoutEnd, type Frequency, type Parts } from './parts.ts'
import { basic, fromBasic, inOrder, startOf, timeOf, type First } from './recurrence.ts'
import { includes, untilIn } from './until.ts'
import { isInWeeks, isOnYearDays, yearDaysOfWeeks } from './weeks.ts'
import { weekdayName, weekdays } from './weekdays.ts'

const library = lazyRequire<typeof rrule>('rrule-rust')

/**
 * The form in which engines expand a rule: it contains everything that RFC 5545 derives from DTSTART, and it counts
 * from the start of a period. That way every engine sees the whole first period, which BYSETPOS requires, and may start
 * at a later one.
 */
export interface WrittenOut {
  readonly rule: string
  readonly anchor: Wall
  /**
   * The times of each day that the rule yields. Undefined if the rule contains them, because BYSETPOS counts them; other
   * rules yield days alone, because engines make every time of a year before they leave any out.
   */
  readonly times: readonly string[] | undefined
}

/** Maximum number of years in which the next date of a rule is searched. */
const patience = 100

const number = (text: string) => String(Number(text))

/** RFC 5545 3.3.10: missing parts come from DTSTART; time parts are ignored if DTSTART is a date. */
export function writtenOutParts(rule: string, first: First): Map<string, string> {
  const parts = partsOf(rule)
  const start = startOf(first)
  timeParts.forEach((name, place) => {
    if (first.allDay || !parts.has(name)) parts.set(name, number(timeOf(start).split(':')[place]!))
  })
  for (const [name, value] of defaultDays(parts, start)) parts.set(name, value)
  return parts
}

function defaultDays(parts: Parts, start: Wall): [string, string][] {
  const frequency = parts.get('FREQ') as Frequency
  const hasDays = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY'].some((name) => parts.has(name))
  if (frequency === 'DAILY' || hasDays) return []
  if (frequency === 'WEEKLY' || parts.has('BYWEEKNO')) return [['BYDAY', weekdayName(start)]]
  const day: [string, string] = ['BYMONTHDAY', number(start.slice(8, 10))]
  const isOnceAYear = frequency === 'YEARLY' && !parts.has('BYMONTH')
  return isOnceAYear ? [['BYMONTH', number(start.slice(5, 7))], day] : [day]
}

/** The rule without its end, anchored at the last period of its interval that starts no later than `from`. */
export function writeOut(rule: string, first: First, from: Wall): WrittenOut {
  const parts = withoutEnd(writtenOutParts(rule, first))
  const begin = periodsOf(parts, startOf(first))
  const ahead = Math.max(0, begin.periodsUntil(from))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const anchor = begin.after(ahead - (ahead % interval))
  if (parts.has('BYSETPOS')) return { rule: ruleOf(parts), anchor, times: undefined }
  const times = timesOf(parts)
  for (const name of timeParts) parts.set(name, '0')
  return { rule: ruleOf(parts), anchor, times }
}

/** Each once and in order, also if the rule repeats numbers. */
const timesOf = (parts: Parts): string[] =>
  inOrder(
    timeParts
      .map((name) => parts.get(name)!.split(',').map(twoDigits))
      .reduce((some, numbers) => some.flatMap((time) => numbers.map((one) => `${time}:${one}`))),
  )

const twoDigits = (text: string) => number(text).padStart(2, '0')

/** The dates of a rule on the days that an engine has found. */
export function* datesOn(days: Iterable<Wall>, times: WrittenOut['times']): Generator<Wall> {
  for (const day of days)
    if (times === undefined) yield day
    else for (const time of times) yield `${dayOf(day)} ${time}`
}

interface Periods {
  readonly periodsUntil: (wall: Wall) => number
  readonly after: (periods: number) => Wall
}

/** The days, weeks, months or years of a rule, counted from the one that contains its start. */
export function periodsOf(parts: Parts, start: Wall): Periods {
  const frequency = parts.get('FREQ') as Frequency
  if (frequency === 'DAILY' || frequency === 'WEEKLY') {
    const days = frequency === 'DAILY' ? 1 : 7
    const firstDay = weekdays.indexOf(parts.get('WKST') ?? 'MO')
    const begin = startOfDay(days === 1 ? start : addDays(start, -((weekdayOf(start) - firstDay + 7) % 7)))
    return {
      periodsUntil: (wall) => Math.floor(daysBetween(begin, wall) / days),
      after: (periods) => addDays(begin, periods * days),
    }
  }
  const months = frequency === 'MONTHLY' ? 1 : 12
  const monthOf = (wall: Wall) => Number(wall.slice(0, 4)) * 12 + Number(wall.slice(5, 7)) - 1
  const begin = Math.floor(monthOf(start) / months)
  return {
    periodsUntil: (wall) => Math.floor(monthOf(wall) / months) - begin,
    after: (periods) => firstOfMonth((begin + periods) * months),
  }
}

const firstOfMonth = (month: number): Wall => {
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01 00:00:00`
}

const patienceFrom = (wall: Wall): Wall => {
  const year = Number(wall.slice(0, 4)) + patience
  return year > 9999 ? lastSecond : `${year}-12-31 23:59:59`
}

/** The dates of a rule between two local times (inclusive), ignoring clock changes. */
function* expand({ rule, anchor, times }: WrittenOut, from: Wall, until: Wall): Generator<Wall> {
  for (const wall of datesOn(found({ rule, anchor }, until), times))
    if (wall > until) return
    else if (wall >= from) yield wall
}

/**
 * What rrule-rust yields of a rule up to a local time. The library searches for the next date up to year 9999, so dates
 * are moved as close to that year as the 400-year cycle of the calendar allows.
 */
function* found({ rule: whole, anchor }: Omit<WrittenOut, 'times'>, until: Wall): Generator<Wall> {
  if (anchor > until) return
  const { rule, isMeant } = withoutWeeks(whole)
  const ahead = Math.floor((9999 - Number(until.slice(0, 4))) / cycle) * cycle
  const { DateTime, DtStart, RRule, RRuleSet } = library()
  const set = new RRuleSet({
    dtstart: new DtStart(DateTime.fromString(`${basic(addYears(anchor, ahead))}Z`), 'UTC'),
    rrules: [RRule.fromString(`${rule};UNTIL=${basic(addYears(until, ahead))}Z`)],
  })
  set.cache.disable()
  for (const date of set) {
    const wall = addYears(fromBasic(date.toString().replace(/^.*:/, '')), -ahead)
    if (isMeant(wall)) yield wall
  }
}

/** In years; dates and weekdays of the Gregorian calendar repeat after this. */
const cycle = 400

const addYears = (wall: Wall, years: number): Wall =>
  String(Number(wall.slice(0, 4)) + years).padStart(4, '0') + wall.slice(4)

/**
 * Applies BYWEEKNO as a separate filter, and BYYEARDAY with it: the engine has the days on which these weeks may be
 * instead, because yielding all others takes seconds. With BYSETPOS, which counts the filtered dates, the engine has to
 * do it.
 */
function withoutWeeks(rule: string): { rule: string; isMeant: (wall: Wall) => boolean } {
  const parts = partsOf(rule)
  if (!parts.has('BYWEEKNO') || parts.has('BYSETPOS')) return { rule, isMeant: () => true }
  const [isInWeek, isOnDay] = [isInWeeks(parts), isOnYearDays(parts)]
  parts.set('BYYEARDAY', yearDaysOfWeeks(parts).join())
  parts.delete('BYWEEKNO')
  return { rule: ruleOf(parts), isMeant: (wall) => isOnDay(wall) && isInWeek(wall) }
}

/**
 * The dates of the rule and its first date, between two local times (inclusive). The first date counts for COUNT even
 * if the rule does not yield it.
 */
export function* ruleWalls(rule: string, first: First, from: Wall, until: Wall): Generator<Wall> {
  const start = startOf(first)
  const parts = partsOf(rule)
  const count = Number(parts.get('COUNT') ?? Infinity)
  const isIncluded = includes(parts.get('UNTIL'), first.timezone)
  if (start >= from && start <= until) yield start
  // One day later, because a local time occurs twice when clocks are set back.
  const end = parts.has('UNTIL') ? addDays(untilIn(parts.get('UNTIL')!, first), 1) : lastSecond
  const begin = count === Infinity && from > start ? from : start
  let counted = 1
  for (const wall of expand(writeOut(rule, first, begin), begin, end < until ? end : until)) {
    if (wall === start || !isIncluded(wall)) continue
    counted += 1
    if (counted > count) return
    if (wall >= from) yield wall
  }
}

/** Whether the rule itself yields a date within the next hundred years, ignoring its end. */
export const yieldsDate = (rule: string, first: First): boolean => {
  const start = startOf(first)
  return !expand(writeOut(rule, first, start), start, patienceFrom(start)).next().done
}

/** Whether the rule itself yields the local time, ignoring its end. */
export const yields = (rule: string, first: First, wall: Wall): boolean =>
  wall >= startOf(first) && expand(writeOut(rule, first, wall), wall, wall).next().value === wall
