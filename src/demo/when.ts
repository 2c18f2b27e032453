import { Temporal } from 'temporal-polyfill'

type Day = Temporal.PlainDate

interface Hours {
  readonly from: string
  /** Earlier than `from`: on the next day. */
  readonly to: string
}

interface Series extends Hours {
  /** 1 is Monday. */
  readonly weekday: number
  readonly times: number
  /** Days before today at which the series begins. */
  readonly before?: number
  /** First and last month; May to September is [5, 9], October to March [10, 3]. */
  readonly season?: readonly [number, number]
}

interface Weekly extends Series {
  readonly every: 'week'
  /** 2 is every other week. */
  readonly weeks?: number
}

interface Monthly extends Series {
  readonly every: 'month'
  /** The first is 1, the last -1. */
  readonly nth: number
}

interface Yearly extends Partial<Hours> {
  readonly every: 'year'
  readonly month: number
  readonly day: number
  /** The first such weekday on or after the day. */
  readonly weekday?: number
  readonly days?: number
}

export type When = Weekly | Monthly | Yearly

export interface Occurrence {
  readonly day: Day
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
}

/** When it takes place in the year that begins today; what runs today already counts. */
export function occurrences(when: When, today: string): Occurrence[] {
  const from = Temporal.PlainDate.from(today)
  if (when.every === 'year') return [nextYearly(when, from)]
  return daysFrom(from.subtract({ days: when.before ?? 0 }), 365 + (when.before ?? 0))
    .filter((day) => day.dayOfWeek === when.weekday && isOpen(day) && isInSeason(day, when.season))
    .filter((day, index) => (when.every === 'month' ? isNth(day, when.nth) : index % (when.weeks ?? 1) === 0))
    .slice(0, when.times)
    .map((day) => occurrence(day, day, when))
}

const daysFrom = (first: Day, count: number) =>
  Array.from({ length: count }, (_, days) => first.add({ days }))

const isOpen = (day: Day) => !['12-25', '12-26', '01-01', '08-01'].includes(day.toString().slice(5))

function isInSeason({ month }: Day, season: Series['season']): boolean {
  if (!season) return true
  const [first, last] = season
  return first <= last ? month >= first && month <= last : month >= first || month <= last
}

const isNth = (day: Day, nth: number) =>
  nth > 0 ? Math.ceil(day.day / 7) === nth : day.day + 7 > day.daysInMonth

function nextYearly(when: Yearly, today: Day): Occurrence {
  const found = [-1, 0, 1]
    .map((years) => yearly(when, today.year + years))
    .find(({ last }) => Temporal.PlainDate.compare(last, today) >= 0)!
  return occurrence(found.first, found.last, when)
}

function yearly({ month, day, weekday, days = 1 }: Yearly, year: number): { first: Day; last: Day } {
  const named = Temporal.PlainDate.from({ year, month, day })
  const first = weekday ? named.add({ days: (weekday - named.dayOfWeek + 7) % 7 }) : named
  return { first, last: first.add({ days: days - 1 }) }
}

function occurrence(first: Day, last: Day, { from, to }: Partial<Hours>): Occurrence {
  if (!from || !to) {
    return { day: first, start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59`, all_day: true }
  }
  const lastDay = first.equals(last) && to < from ? last.add({ days: 1 }) : last
  return { day: first, start_date: `${first} ${from}:00`, end_date: `${lastDay} ${to}:00`, all_day: false }
}
