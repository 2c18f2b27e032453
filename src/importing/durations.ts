import type { Site } from '../resources/parameter.ts'
import { addDays, addSeconds, dayOf, toWall } from '../time/index.ts'
import { inUtc, momentIn } from './instants.ts'

/** How long an event lasts, where a source does not say when it ends. */

const iso = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i
const clock = /^()()(\d{1,3}) ?[:h] ?(\d\d)(?::(\d\d))?$/i
const words =
  /^()(?:(\d+) ?(?:days?|tage?|jours?|d|j))?(?:,? ?(\d+(?:[.,]\d+)?) ?(?:hours?|hrs?|h|stunden?|std\.?|heures?))?(?:,? ?(?:and |und |et )?(\d+) ?(?:minutes?|minuten|mins?\.?|min))?()$/i

/** Of the API of Meetup. */
const milliseconds = /^\d+(?=000$)/

/** In seconds, about a year: what is longer is none of an event. */
const longest = 400 * 86_400

/** The seconds of a duration such as `PT2H30M`, `2:30` or `2 hours 30 minutes`; undefined for other texts. */
export function secondsOfDuration(text: string): number | undefined {
  const seconds = secondsIn(text.trim())
  return seconds !== undefined && seconds <= longest ? seconds : undefined
}

function secondsIn(text: string): number | undefined {
  const [thousands] = milliseconds.exec(text) ?? []
  if (thousands !== undefined && Number(thousands) % 60 === 0) return Number(thousands)
  const [whole = '', ...parts] = iso.exec(text) ?? clock.exec(text) ?? words.exec(text) ?? []
  if (!/\d/.test(whole)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number((part ?? '0').replace(',', '.')),
  )
  return Math.round((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds)
}

/** The end: hours are counted from the start, days of an all-day event to its last one. */
export function endAfter(
  start: string,
  seconds: number,
  isAllDay: boolean,
  { now, timezone }: Pick<Site, 'now' | 'timezone'>,
): string {
  const moment = momentIn(start, { now, timezone })
  if (moment === undefined) return start
  if (isAllDay) {
    const day = 'wall' in moment ? moment.wall : toWall(moment.instant, timezone)
    return dayOf(addDays(day, Math.max(0, Math.ceil(seconds / 86_400) - 1)))
  }
  return 'wall' in moment ? addSeconds(moment.wall, seconds) : inUtc(moment.instant + seconds)
}
