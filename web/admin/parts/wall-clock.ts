import { isAtNight } from '../../../src/time/night.ts'
import { wallDate as wallClock } from '../../../src/time/wall-date.ts'
import type { CalendarEvent } from '../service/types.ts'

/** Wall-clock times of events, as the API writes them: without a zone. */

export { wallClock }

/** Converts a `wallClock` date back to the format of the API. */
export const wallText = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')

/** The local time at an instant. */
type ReadClock = (moment: Date) => string

const fixedZone = /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?$/

/** Browsers do not know zones such as `UTC+5:30`, which the service allows. */
function fixedClock(zone: string): ReadClock | undefined {
  const [, sign, hours = 0, minutes = 0] = fixedZone.exec(zone) ?? []
  if (sign === undefined) return undefined
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return (moment) => wallText(new Date(moment.getTime() + offset * 60_000))
}

/**
 * Returns the clock of a time zone. It reads the parts of a formatted date, because browsers differ in how they join them.
 *
 * @throws RangeError if the browser does not know the zone.
 */
export function clockIn(zone: string): ReadClock {
  const fixed = fixedClock(zone)
  if (fixed !== undefined) return fixed
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const [day, time] = [
      ['year', 'month', 'day'],
      ['hour', 'minute', 'second'],
    ].map((names) => names.map((name) => parts.get(name as Intl.DateTimeFormatPartTypes)))
    return `${day!.join('-')} ${time!.join(':')}`
  }
}

export const dayOf = (text: string): string => text.slice(0, 10)

export type Timed = Pick<CalendarEvent, 'start_date' | 'end_date' | 'all_day'>

const dayMs = 86_400_000

/** Whether the event ends on the day on which it begins; a night belongs to its evening. */
export function isOneDay({ start_date, end_date, all_day }: Timed): boolean {
  if (dayOf(start_date) === dayOf(end_date)) return true
  const length = wallClock(end_date).getTime() - wallClock(start_date).getTime()
  return !all_day && length < dayMs && isAtNight(end_date)
}
