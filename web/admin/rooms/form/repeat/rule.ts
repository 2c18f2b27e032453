import { addDays } from '../../../parts/spoken.ts'

/** The rules that people make with a form, as lines of RFC 5545 and back (interface: Series). */

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Of weeks: `MO`, `TU`. */
  readonly days: readonly string[]
  /** Of months: by the weekday, `2` for the second, `-1` for the last; undefined for the day of the month. */
  readonly nth: number | undefined
  /** The last day. */
  readonly until: string | undefined
  readonly count: number | undefined
}

export interface Repeating {
  /** Undefined for a rule that the form cannot show, which is kept as it is. */
  readonly rule: Rule | undefined
  readonly ruleLine: string | undefined
  /** Days left out, and days beside the rule. */
  readonly without: readonly string[]
  readonly extra: readonly string[]
}

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const dayMs = 86_400_000

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const compact = (day: string) => day.replaceAll('-', '')
const spread = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST']

function readRule(line: string, start: string): Rule | undefined {
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
  const until = parts.get('UNTIL')
  const count = parts.get('COUNT')
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days: !isWeekly ? [] : byDay.length > 0 ? byDay : [weekdays[weekdayOf(start)]!],
    nth: nth === null ? undefined : Number(nth[1]),
    until: until && spread(until),
    count: count === undefined ? undefined : Number(count),
  }
}

/** `start` is the day of the first one. */
export function readRecurrence(text: string, start: string): Repeating {
  const lines = text.split('\n').filter((line) => line !== '')
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(name))
      .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
      .map(spread)
  const ruleLine = lines.find((line) => line.startsWith('RRULE:'))?.slice('RRULE:'.length)
  return {
    ruleLine,
    rule: ruleLine === undefined ? undefined : readRule(ruleLine, start),
    without: valuesOf('EXDATE'),
    extra: valuesOf('RDATE'),
  }
}

function ruleText({ frequency, interval, days, nth, until, count }: Rule, start: string): string {
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(frequency === 'MONTHLY' && nth !== undefined ? [`BYDAY=${nth}${weekdays[weekdayOf(start)]}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${compact(until)}`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
  ].join(';')
}

/** `time` is that of the first one, `19:30:00`; dates left out are named with it. */
export function writeRecurrence(
  { rule, ruleLine, without, extra }: Repeating,
  start: string,
  time: string,
): string {
  const line = rule === undefined ? ruleLine : ruleText(rule, start)
  if (line === undefined && extra.length === 0) return ''
  const at = (days: readonly string[]) =>
    days.map((day) => `${compact(day)}T${time.replaceAll(':', '')}`).join(',')
  return [
    ...(line === undefined ? [] : [`RRULE:${line}`]),
    ...(extra.length > 0 ? [`RDATE:${at(extra)}`] : []),
    ...(without.length > 0 ? [`EXDATE:${at(without)}`] : []),
  ].join('\n')
}

const addMonths = (day: string, months: number): string | undefined => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const next = new Date(Date.UTC(year, month - 1 + months, date))
  // A month without such a day has none.
  return next.getUTCDate() === date ? next.toISOString().slice(0, 10) : undefined
}

/** Which weekday of its month a day is: the second is 2. */
export const nthOf = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

function nthWeekday(start: string, months: number, nth: number): string | undefined {
  const first = addMonths(`${start.slice(0, 8)}01`, months)!
  const offset = (weekdayOf(start) - weekdayOf(first) + 7) % 7
  const day = addDays(first, offset + (nth > 0 ? (nth - 1) * 7 : 28))
  if (nth > 0 || day.slice(0, 7) === first.slice(0, 7)) return day
  return addDays(first, offset + 21)
}

/** The days of one step of the rule: one, or those of a week. */
function daysOfStep(
  { frequency, interval, days, nth }: Rule,
  start: string,
  step: number,
): (string | undefined)[] {
  const count = step * interval
  if (frequency === 'DAILY') return [addDays(start, count)]
  if (frequency === 'MONTHLY')
    return [nth === undefined ? addMonths(start, count) : nthWeekday(start, count, nth)]
  if (frequency === 'YEARLY') return [addMonths(start, count * 12)]
  const monday = addDays(start, count * 7 - weekdayOf(start))
  const chosen = days.length > 0 ? days : [weekdays[weekdayOf(start)]!]
  return weekdays.flatMap((day, index) => (chosen.includes(day) ? [addDays(monday, index)] : []))
}

const longestMs = 10 * 366 * dayMs

/** The first days of a rule, those left out too. A start that the rule does not yield is the first all the same. */
export function daysOf(rule: Rule, start: string, limit: number): string[] {
  const found = new Set([start])
  const most = Math.min(limit, rule.count ?? limit)
  const end = rule.until ?? new Date(Date.parse(start) + longestMs).toISOString().slice(0, 10)
  for (let step = 0; found.size < most; step += 1) {
    const days = daysOfStep(rule, start, step)
    for (const day of days)
      if (day !== undefined && day > start && day <= end && found.size < most) found.add(day)
    const last = days.findLast((day) => day !== undefined)
    if ((last !== undefined && last > end) || step > 4000) break
  }
  return [...found].sort()
}
