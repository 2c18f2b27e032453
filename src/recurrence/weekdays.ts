import { addDays, weekdayOf, type Wall } from '../time/index.ts'

/** The weekdays of RFC 5545, by their number. */
export const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

export const weekdayName = (wall: Wall): string => weekdays[weekdayOf(wall)]!

/** Which one of its weekday a day is in its month, counted from the start, and -1 for the last one. */
export function placesOf(wall: Wall): number[] {
  const isLast = addDays(wall, 7).slice(0, 7) !== wall.slice(0, 7)
  return [Math.ceil(Number(wall.slice(8, 10)) / 7), ...(isLast ? [-1] : [])]
}
