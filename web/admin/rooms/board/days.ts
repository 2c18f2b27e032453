import { dayAfter } from '../../../../src/time/days.ts'
import { dayOf, wallClock, wallText } from '../../parts/dates.ts'

/** Days as strings, `2026-12-09`, and the ranges of days that the board shows. */

export const views = ['month', 'week', 'day', 'list'] as const
export type View = (typeof views)[number]

/** `2026-12-09` as a date whose UTC fields are that day. */
const dateOf = (day: string) => wallClock(`${day} 00:00:00`)

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(dateOf(text).getTime()) &&
  dayOf(wallText(dateOf(text))) === text

/** A local time, later by the given duration. */
export const later = (text: string, ms: number): string => wallText(new Date(wallClock(text).getTime() + ms))

export const mondayOf = (day: string): string => dayAfter(day, -((dateOf(day).getUTCDay() + 6) % 7))

const firstOfMonth = (day: string, months = 0): string => {
  const date = dateOf(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return dayOf(wallText(date))
}

/** The first and last day, both inclusive. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export function rangeOf(view: View, day: string): DayRange {
  if (view === 'day') return { from: day, to: day }
  if (view === 'week') return { from: mondayOf(day), to: dayAfter(mondayOf(day), 6) }
  const [first, last] = [firstOfMonth(day), dayAfter(firstOfMonth(day, 1), -1)]
  return view === 'list'
    ? { from: first, to: last }
    : { from: mondayOf(first), to: dayAfter(mondayOf(last), 6) }
}

/** The day of the same view some pages ahead. */
export function pagedBy(view: View, day: string, pages: number): string {
  if (view === 'day') return dayAfter(day, pages)
  if (view === 'week') return dayAfter(day, pages * 7)
  return firstOfMonth(day, pages)
}
