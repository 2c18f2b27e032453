import { Temporal } from 'temporal-polyfill'

type Day = Temporal.PlainDate

interface Hours {
  readonly from: string
  /** The next day if earlier than `from`. */
  readonly to: string
}

interface Series extends Hours {
  /** 1 is Monday. */
  readonly weekday: number
  readonly times: number
  /** The number of days before today on which the series begins. */
  readonly before?: number
  /** First and last month: [5, 9] is May to September, [10, 3] October to March. */
  readonly season?: readonly [number, number]
  /** Whether there are no events during school holidays. */
  readonly pauses?: boolean
}

interface Weekly extends Series {
  readonly every: 'week'
  /** The interval in weeks; 1 if absent. */
  readonly weeks?: number
}

interface Monthly extends Series {
  readonly every: 'month'
  /** 1 is the first, -1 the last of the month. */
  readonly nth: number
}

interface Yearly extends Partial<Hours> {
  readonly every: 'year'
  readonly month: number
  readonly day: number
  /** Moves the start to the first such weekday on or after the day. */
  readonly weekday?: number
  readonly days?: number
}

export type Regular = Weekly | Monthly

export type When = Regular | Yearly

export interface Occurrence {
  readonly day: Day
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
}

/** Returns the occurrences within a year from today, including those in progress. */
export function occurrences(when: When, today: string): Occurrence[] {
  const from = Temporal.PlainDate.from(today)
  if (when.every === 'year') return [nextYearly(when, from)]
  return regularDays(when, from)
    .filter((day) => isOpen(day, when))
    .slice(0, when.times)
    .map((day) => occurrence(day, day, when))
}

/** Returns the days of a regular event, including those in pauses. */
function regularDays(when: Regular, today: Day): Day[] {
  const { before = 0, weekday, season } = when
  return daysFrom(today.subtract({ days: before }), 365 + before)
    .filter((day) => day.dayOfWeek === weekday)
    .filter((day, index) => (when.every === 'month' ? isNth(day, when.nth) : index % (when.weeks ?? 1) === 0))
    .filter((day) => isInSeason(day, season))
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const compact = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T')

/** Returns the same dates as recurrence lines (RFC 5545). */
export function recurrence(when: Regular, today: string): string[] {
  const dates = occurrences(when, today)
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const pauses = regularDays(when, Temporal.PlainDate.from(today)).filter(
    (day) =>
      !isOpen(day, when) &&
      Temporal.PlainDate.compare(day, first.day) > 0 &&
      Temporal.PlainDate.compare(day, last.day) < 0,
  )
  const day = weekdays[when.weekday - 1]!
  const rule =
    when.every === 'month'
      ? `FREQ=MONTHLY;BYDAY=${when.nth}${day}`
      : `FREQ=WEEKLY;INTERVAL=${when.weeks ?? 1}`
  const months = Array.from({ length: 12 }, (_, month) => month + 1).filter((month) =>
    isInSeason({ month }, when.season),
  )
  return [
    `RRULE:${rule}${when.season ? `;BYMONTH=${months.join(',')}` : ''};UNTIL=${compact(last.day.toString())}`,
    ...pauses.map((pause) => `EXDATE:${compact(occurrence(pause, pause, when).start_date)}`),
  ]
}

const daysFrom = (first: Day, count: number) =>
  Array.from({ length: count }, (_, days) => first.add({ days }))

const monthAndDay = (day: Day) => day.toString().slice(5)

const isHoliday = (day: Day) => ['12-25', '12-26', '01-01', '08-01'].includes(monthAndDay(day))

const holidays = [
  ['12-20', '12-31'],
  ['01-01', '01-04'],
  ['02-01', '02-09'],
] as const

const isSchoolHoliday = (day: Day) =>
  holidays.some(([first, last]) => monthAndDay(day) >= first && monthAndDay(day) <= last)

const isOpen = (day: Day, { pauses }: Regular) => !isHoliday(day) && !(pauses && isSchoolHoliday(day))

function isInSeason({ month }: Pick<Day, 'month'>, season: Series['season']): boolean {
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

const laterBy = (wall: string, days: number) =>
  `${Temporal.PlainDate.from(wall.slice(0, 10)).add({ days })}${wall.slice(10)}`

/** Returns the same time some days later. */
export const moved = ({ start_date, end_date }: Occurrence, days: number) => ({
  start_date: laterBy(start_date, days),
  end_date: laterBy(end_date, days),
})
