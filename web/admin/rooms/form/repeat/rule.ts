import { dayAfter } from '../../../../../src/time/days.ts'
import { isDay } from '../../../parts/spoken.ts'
import { weekdayOf } from '../../../parts/wall-clock.ts'
import { localTime } from '../dates/zones.ts'

/** Converts the rules that the form can edit to lines of RFC 5545 and back (interface: Series). */

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Weekly: `MO`, `TU`. */
  readonly days: readonly string[]
  /** Monthly, by weekday: `2` for the second, `-1` for the last; undefined for the day of the month. */
  readonly nth: number | undefined
  /** As in the rule: `20270630`, a time, or a time in UTC; or the text if it was not understood. */
  readonly until: string | undefined
  readonly count: number | undefined
  /** WKST, which decides what every second week is. */
  readonly weekStart: string | undefined
}

export interface Repeating {
  /** Undefined for a rule that the form cannot edit, which is preserved. */
  readonly rule: Rule | undefined
  readonly ruleLine: string | undefined
  /** Excluded dates; like the additional ones, with a time if it differs from that of the event. */
  readonly without: readonly string[]
  /** Additional dates. */
  readonly extra: readonly string[]
}

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const compact = (day: string) => day.replaceAll('-', '')
const spread = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST']

export function readRule(line: string, start: string): Rule | undefined {
  const parts = new Map(line.split(';').map((part) => part.split('=') as [string, string]))
  const frequency = parts.get('FREQ') as Frequency
  const byDay = parts.get('BYDAY')?.split(',') ?? []
  const byMonthDay = parts.get('BYMONTHDAY')
  const nth = frequency === 'MONTHLY' && byDay.length === 1 ? /^(-1|[1-4])(\w\w)$/.exec(byDay[0]!) : null
  const isWeekly =
    frequency === 'WEEKLY' && byDay.every((day) => (weekdays as readonly string[]).includes(day))
  const isNth = nth !== null && nth[2] === weekdays[weekdayOf(start)]
  const isKnown =
    [...parts.keys()].every((name) => known.includes(name)) &&
    (byDay.length === 0 || isWeekly || isNth) &&
    (byMonthDay === undefined || (frequency === 'MONTHLY' && Number(byMonthDay) === Number(start.slice(8))))
  if (!isKnown) return undefined
  const count = parts.get('COUNT')
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days: !isWeekly ? [] : byDay.length > 0 ? byDay : [weekdays[weekdayOf(start)]!],
    nth: nth === null ? undefined : Number(nth[1]),
    until: parts.get('UNTIL'),
    count: count === undefined ? undefined : Number(count),
    weekStart: parts.get('WKST'),
  }
}

/** `2027-03-02 20:00:00`, or the day alone. */
const spreadDate = (text: string) =>
  text.length < 15
    ? spread(text)
    : `${spread(text)} ${text.slice(9, 11)}:${text.slice(11, 13)}:${text.slice(13, 15)}`

/**
 * The last day of a rule, as the service reads it: that of the last date that can start at `time`, because UNTIL may be
 * a time, and one in UTC may be another day in the zone of the event.
 */
export function lastDay(until: string, time: string, zone: string): string {
  if (!/^\d{8}(?:T\d{6}Z?)?$/.test(until)) return until
  if (until.length === 8) return spread(until)
  const written = spreadDate(until)
  const last = until.endsWith('Z') ? localTime(written, zone) : written
  return last.slice(11) >= time ? last.slice(0, 10) : dayAfter(last.slice(0, 10), -1)
}

/** The value of UNTIL for a day; a text that was not understood remains. */
export const untilDay = (day: string): string => (isDay(day) ? compact(day) : day)

/** `start` is the day of the first occurrence, `time` its time. */
export function readRecurrence(text: string, start: string, time: string): Repeating {
  const lines = linesOf(text)
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(name))
      .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
      .map(spreadDate)
      .map((date) => (date.slice(11) === time ? date.slice(0, 10) : date))
  const ruleLine = lines.find((line) => line.startsWith('RRULE:'))?.slice('RRULE:'.length)
  return {
    ruleLine,
    rule: ruleLine === undefined ? undefined : readRule(ruleLine, start),
    without: valuesOf('EXDATE'),
    extra: valuesOf('RDATE'),
  }
}

/** Whether the last day is a text that was not understood. */
export const hasUnreadEnd = (text: string): boolean => /UNTIL=(?!\d{8}(?:T\d{6}Z?)?(?:;|$))/m.test(text)

export const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** The lines without excluded dates. */
export const wholeRecurrence = (text: string): string =>
  linesOf(text)
    .filter((line) => !line.startsWith('EXDATE'))
    .join('\n')

function ruleText({ frequency, interval, days, nth, until, count, weekStart }: Rule, start: string): string {
  // The weekday of the start goes without saying, and then moves with it.
  const isOnItsDay = days.length === 1 && days[0] === weekdays[weekdayOf(start)]
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && days.length > 0 && !isOnItsDay ? [`BYDAY=${days.join(',')}`] : []),
    ...(frequency === 'MONTHLY' && nth !== undefined ? [`BYDAY=${nth}${weekdays[weekdayOf(start)]}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${until}`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(weekStart === undefined ? [] : [`WKST=${weekStart}`]),
  ].join(';')
}

/** `time` is that of the first occurrence, `19:30:00`; it is also used for excluded dates. */
export function writeRecurrence(
  { rule, ruleLine, without, extra }: Repeating,
  start: string,
  time: string,
): string {
  const line = rule === undefined ? ruleLine : ruleText(rule, start)
  if (line === undefined && extra.length === 0) return ''
  const at = (dates: readonly string[]) =>
    dates
      .map((date) => (date.length === 10 ? `${date} ${time}` : date))
      .map((date) => compact(date).replace(' ', 'T').replaceAll(':', ''))
      .join(',')
  return [
    ...(line === undefined ? [] : [`RRULE:${line}`]),
    ...(extra.length > 0 ? [`RDATE:${at(extra)}`] : []),
    ...(without.length > 0 ? [`EXDATE:${at(without)}`] : []),
  ].join('\n')
}

/** The ordinal of the weekday within its month: 2 for the second. */
export const nthOf = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)
