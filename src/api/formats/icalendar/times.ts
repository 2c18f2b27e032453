import { isFixed, offsetAt, secondsOfDay, toInstant, toWall, type Wall } from '../../../time/index.ts'
import { property } from './content-lines.ts'

/** `20261209T183000` */
export const compactWall = (wall: Wall): string => wall.replaceAll(/[-:]/g, '').replace(' ', 'T')

/** `20261209` */
export const compactDay = (wall: Wall): string => wall.slice(0, 10).replaceAll('-', '')

/** The zone in which times are written: UTC for a fixed offset, because clients know only IANA names. */
export const writtenZone = (timezone: string): string => (isFixed(timezone) ? 'UTC' : timezone)

/** How dates are written: in the local time of a zone, or as whole days. */
export interface DateClock {
  readonly zone: string
  readonly allDay: boolean
}

/** A property with dates, such as DTSTART or EXDATE; no line if there are none. */
export function datesProperty(name: string, walls: readonly Wall[], { zone, allDay }: DateClock): string[] {
  if (allDay) return property(name, walls.map(compactDay).join(','), { VALUE: 'DATE' })
  if (zone === 'UTC') return property(name, walls.map((wall) => `${compactWall(wall)}Z`).join(','))
  return property(name, walls.map(compactWall).join(','), { TZID: zone })
}

/** Whether a local time occurs twice; clients disagree about which of the two is meant. */
export function isShownTwice(wall: Wall, zone: string): boolean {
  const instant = toInstant(wall, zone)
  const setBack = offsetAt(instant, zone) - offsetAt(instant + secondsOfDay, zone)
  return setBack > 0 && toWall(instant + setBack, zone) === wall
}
