import { dayAfter } from '../../../../src/time/days.ts'
import { dayOf, wallClock, wallText, weekdayOf } from '../../parts/wall-clock.ts'

/** Days as strings, `2026-12-09`, and the ranges of days that the board shows. */

export const views = ['month', 'week', 'day', 'list'] as const
export type View = (typeof views)[number]

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(wallClock(text).getTime()) &&
  dayOf(wallText(wallClock(text))) === text

export const mondayOf = (day: string): string => dayAfter(day, -weekdayOf(day))

const firstOfMonth = (day: string, months = 0): string => {
  const date = wallClock(`${day.slice(0, 7)}-01`)
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
