import { addDays, dayOf, exists, toInstant, toWall, type Wall } from '../time/index.ts'
import { fromBasic, timeOf, type First } from './recurrence.ts'

const form = /^\d{8}(?:T\d{6}Z?)?$/

/** Whether a text is a value of UNTIL: a day, a wall clock, or an instant in UTC. */
export const isUntil = (text: string): boolean => form.test(text) && exists(endOf(text))

const endOf = (text: string): Wall => {
  const wall = fromBasic(text)
  return wall.length === 10 ? `${wall} 23:59:59` : wall
}

/** The wall clock of UNTIL in the zone of the series; a day is included whole. */
export const untilIn = (until: string, { timezone }: Pick<First, 'timezone'>): Wall =>
  until.endsWith('Z') ? toWall(toInstant(fromBasic(until), 'UTC'), timezone) : endOf(until)

/** Whether UNTIL includes a wall clock; in UTC it is compared as an instant, because a wall clock can exist twice. */
export const includes = (until: string | undefined, zone: string): ((wall: Wall) => boolean) => {
  if (until === undefined) return () => true
  if (!until.endsWith('Z')) return (wall) => wall <= endOf(until)
  const last = toInstant(fromBasic(until), 'UTC')
  return (wall) => toInstant(wall, zone) <= last
}

/** The last day on which the time of the start is not after the wall clock. */
export const lastDay = (wall: Wall, start: Wall): string =>
  dayOf(timeOf(wall) >= timeOf(start) ? wall : addDays(wall, -1))
