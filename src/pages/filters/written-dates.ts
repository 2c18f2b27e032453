import { ifValid } from '../../errors/if-valid.ts'
import { addDays, dayOf, duringRange, momentToWall, readMoment, toWall, type Wall } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { isDay } from '../parts/dates.ts'
import type { Filters } from './filters.ts'

/** The accepted dates of filters, written as the days that pages compare: `tomorrow` is 2026-11-22. */

type Clock = Pick<PageContext, 'now' | 'site'>

const isMidnight = (wall: string): boolean => wall.endsWith('00:00:00')

/** The day alone, because that is what lists take of a date with a time (interface: Date filters). */
const dateWritten = (text: string, { now, site: { timezone } }: Clock): string =>
  dayOf(momentToWall(readMoment(text, now, timezone), timezone))

/** When a range begins and ends, by the clocks of the site. */
function wallsOf(text: string, { now, site: { timezone } }: Clock): readonly [Wall, Wall] {
  const { from, to } = duringRange(text, now, timezone)
  return [toWall(from, timezone), toWall(to, timezone)]
}

/** Whole days; a range that begins or ends within a day stays as it is. */
function rangeWritten(text: string, clock: Clock): string {
  const [first, end] = wallsOf(text, clock)
  if (!isMidnight(first) || !isMidnight(end)) return text
  const [day, last] = [dayOf(first), dayOf(addDays(end, -1))]
  return day === last ? day : `${day}/${last}`
}

/** What cannot be read stays as it is, because the list refuses it with a reason. */
const written = (text: string, write: (text: string, clock: Clock) => string, clock: Clock): string =>
  text.split('/').every(isDay) ? text : (ifValid(() => write(text, clock)) ?? text)

const dates = ['start_date', 'starts_before', 'end_date'] as const

/** The filters with their dates written out. */
export function withDates(filters: Filters, clock: Clock): Filters {
  const changed: Record<string, string> = {}
  for (const name of dates)
    if (filters[name] !== undefined) changed[name] = written(filters[name], dateWritten, clock)
  if (filters.during !== undefined) changed.during = written(filters.during, rangeWritten, clock)
  return { ...filters, ...changed }
}

/** When the hours of a filter begin and end; undefined if it has none, or whole days. */
export function hoursOf(filters: Filters, clock: Clock): readonly [Wall, Wall] | undefined {
  const { during } = withDates(filters, clock)
  return during === undefined || during.split('/').every(isDay) ? undefined : wallsOf(during, clock)
}

/**
 * The first and the last day of the list if the filters name both, because the form has `start_date` and `starts_before`
 * for what a link calls `during=today`.
 */
export function daysOf(filters: Filters, clock: Clock): readonly [string, string] | undefined {
  const { during, start_date = '', starts_before = '' } = withDates(filters, clock)
  const [first = '', last = first] = during?.split('/') ?? [start_date, starts_before]
  return isDay(first) && isDay(last) ? [first, last] : undefined
}
