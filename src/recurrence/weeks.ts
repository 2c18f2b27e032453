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
  const numbers = new Set(parts.get('BYWEEKNO')?.split(',').map(Number))
  const firstDay = weekdays.indexOf(parts.get('WKST') ?? 'MO')
  return (wall) => {
    const { year, week } = weekOf(wall, firstDay)
    const weeks = weekOf(`${year}-12-28 00:00:00`, firstDay).week
    return numbers.has(week) || numbers.has(week - weeks - 1)
  }
}
