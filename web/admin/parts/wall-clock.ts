import { clockIn as createClock } from '../../../src/time/clock-in.ts'
import { dayLength } from '../../../src/time/days.ts'
import { memoize } from '../../../src/time/memoize.ts'
import { isAtNight } from '../../../src/time/night.ts'
import { wallDate as wallClock } from '../../../src/time/wall-date.ts'
import type { CalendarEvent } from '../service/types.ts'

/** Wall-clock times of events, as the API writes them: without a zone. */

export { wallClock }

/** The clock of a time zone; a RangeError is thrown if the browser does not know it. */
export const clockIn = memoize(createClock)

/** Converts a `wallClock` date back to the format of the API. */
export const wallText = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')

/** A local time, later by the given duration. */
export const later = (text: string, ms: number): string => wallText(new Date(wallClock(text).getTime() + ms))

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (wallClock(day).getUTCDay() + 6) % 7

export const dayOf = (text: string): string => text.slice(0, 10)

export type Timed = Pick<CalendarEvent, 'start_date' | 'end_date' | 'all_day'>

/** Whether its times are those of another zone. All-day events are on their own calendar days everywhere. */
export const isElsewhere = (
  { all_day, timezone }: Pick<CalendarEvent, 'all_day' | 'timezone'>,
  here: string,
): boolean => !all_day && timezone !== here

/** Whether the event ends on the day on which it begins; a night belongs to its evening. */
export function isOneDay({ start_date, end_date, all_day }: Timed): boolean {
  if (dayOf(start_date) === dayOf(end_date)) return true
  const length = wallClock(end_date).getTime() - wallClock(start_date).getTime()
  return !all_day && length < dayLength && isAtNight(end_date)
}
