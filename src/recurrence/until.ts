import { addDays, dayOf, exists, toInstant, toWall, type Wall } from '../time/index.ts'
import { fromBasic, timeOf, type First } from './recurrence.ts'

const form = /^\d{8}(?:T\d{6}Z?)?$/

/** Whether a text is a valid UNTIL: a day, a local time, or an instant in UTC. */
export const isUntil = (text: string): boolean => form.test(text) && exists(endOf(text))

const endOf = (text: string): Wall => {
  const wall = fromBasic(text)
  return wall.length === 10 ? `${wall} 23:59:59` : wall
}

/** UNTIL as a local time in the zone of the series; a day includes its last second. */
export const untilIn = (until: string, { timezone }: Pick<First, 'timezone'>): Wall =>
  until.endsWith('Z') ? toWall(toInstant(fromBasic(until), 'UTC'), timezone) : endOf(until)

/**
 * Whether UNTIL includes a local time. A value in UTC is compared as an instant, because a local time can occur twice.
 */
export const includes = (until: string | undefined, zone: string): ((wall: Wall) => boolean) => {
  if (until === undefined) return () => true
  if (!until.endsWith('Z')) return (wall) => wall <= endOf(until)
  const last = toInstant(fromBasic(until), 'UTC')
  return (wall) => toInstant(wall, zone) <= last
}

/** The last day on which the start time of day is not after the given time. */
export const lastDay = (wall: Wall, start: Wall): string =>
  dayOf(timeOf(wall) >= timeOf(start) ? wall : addDays(wall, -1))
