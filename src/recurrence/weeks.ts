import { addDays, daysBetween, weekdayOf, type Wall } from '../time/index.ts'
import type { Parts } from './parts.ts'
import { weekdays } from './weekdays.ts'

/** RFC 5545 3.3.10: a week belongs to the year that contains at least four of its days. */
const weekOf = (wall: Wall, firstDay: number): { year: string; week: number } => {
  const fourthDay = addDays(wall, 3 - ((weekdayOf(wall) - firstDay + 7) % 7))
  const year = fourthDay.slice(0, 4)
  return { year, week: Math.floor(daysBetween(`${year}-01-01 00:00:00`, fourthDay) / 7) + 1 }
}

/**
 * Whether a local time is in one of the weeks of BYWEEKNO; computed here because engines get the days around New Year
 * wrong.
 */
export const isInWeeks = (parts: Parts): ((wall: Wall) => boolean) => {
  const numbers = new Set(weekNumbersOf(parts))
  const firstDay = weekdays.indexOf(parts.get('WKST') ?? 'MO')
  return (wall) => {
    const { year, week } = weekOf(wall, firstDay)
    const weeks = weekOf(`${year}-12-28 00:00:00`, firstDay).week
    return numbers.has(week) || numbers.has(week - weeks - 1)
  }
}

const weekNumbersOf = (parts: Parts): number[] => parts.get('BYWEEKNO')!.split(',').map(Number)

/** A week of seven days begins on one of seven days of the year. */
const possibleDays = Array.from({ length: 13 }, (_, day) => day)

/**
 * The days of a year on which the weeks of BYWEEKNO may be, as BYYEARDAY counts them, and some beside them. The first
 * week begins on 29 December at the earliest and on 4 January at the latest, and the last one ends before the next first.
 */
export function yearDaysOfWeeks(parts: Parts): number[] {
  const days = weekNumbersOf(parts).flatMap((number) =>
    number > 0
      ? possibleDays.flatMap((day) => fromStart(7 * (number - 1) - 2 + day))
      : possibleDays.flatMap((day) => fromEnd(7 * (number + 1) - 10 + day)),
  )
  return [...new Set(days)]
}

const shortYear = 365
const longYear = 366

/** A day counted from 1 January as 1, which may be in the year before or after. */
const fromStart = (day: number): number[] => {
  if (day < 1) return [day - 1]
  return [...(day > longYear ? [] : [day]), ...(day > shortYear ? [day - shortYear] : [])]
}

/** A day counted from the next 1 January as 0. */
const fromEnd = (day: number): number[] => {
  if (day >= 0) return [day + 1]
  return [...(day < -longYear ? [] : [day]), ...(day < -shortYear ? [day + shortYear] : [])]
}

/** Whether a local time is on one of the days of BYYEARDAY, if there are any. */
export const isOnYearDays = (parts: Parts): ((wall: Wall) => boolean) => {
  const numbers = parts.get('BYYEARDAY')?.split(',').map(Number)
  if (numbers === undefined) return () => true
  const wanted = new Set(numbers)
  return (wall) => {
    const year = wall.slice(0, 4)
    const day = daysBetween(`${year}-01-01 00:00:00`, wall) + 1
    const days = daysBetween(`${year}-01-01 00:00:00`, `${year}-12-31 00:00:00`) + 1
    return wanted.has(day) || wanted.has(day - days - 1)
  }
}
