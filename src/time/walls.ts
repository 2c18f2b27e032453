import { memoize } from './memoize.ts'

/** Whole seconds since 1970-01-01 00:00:00 UTC. */
export type Instant = number

/** A local time, `YYYY-MM-DD HH:MM:SS`, without time zone. */
export type Wall = string

/** The components of a local time, zero-padded, in their published order. */
interface WallDetails {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

export const secondsOfDay = 86_400

/** Seconds from the epoch to this local time, as if it were UTC. */
export const secondsOf = (wall: Wall): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000

/** The last local time that can be written with a year of four digits. */
export const lastSecond: Wall = '9999-12-31 23:59:59'

const earliest = secondsOf('0001-01-01 00:00:00')
const latest = secondsOf(lastSecond)

/** Years must have four digits: 1 to 9999. */
export const isWithinYears = (seconds: number): boolean => seconds >= earliest && seconds <= latest

/** Clamped to the last second, because an offset could lead into a five-digit year. */
export const withinYears = (seconds: number): number => Math.min(Math.max(seconds, earliest), latest)

const dayText = memoize((day: number): string =>
  new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10),
)

const timeText = memoize((second: number): string => new Date(second * 1000).toISOString().slice(11, 19))

/** The inverse of `secondsOf`. Days and times are cached, because rendering an event formats many of both. */
export const wallOf = (seconds: number): Wall => {
  const shown = Math.floor(withinYears(seconds))
  const day = Math.floor(shown / secondsOfDay)
  return `${dayText(day)} ${timeText(shown - day * secondsOfDay)}`
}

/** Whether a text in the right format is an existing day and time: February 30 and hour 25 are not. */
export const exists = (wall: Wall): boolean => {
  const seconds = secondsOf(wall)
  return isWithinYears(seconds) && wallOf(seconds) === wall
}

/** The day, `YYYY-MM-DD`. */
export const dayOf = (wall: Wall): string => wall.slice(0, 10)

export const startOfDay = (wall: Wall): Wall => `${dayOf(wall)} 00:00:00`

export const endOfDay = (wall: Wall): Wall => `${dayOf(wall)} 23:59:59`

export const addSeconds = (wall: Wall, seconds: number): Wall => wallOf(secondsOf(wall) + seconds)

export const addDays = (wall: Wall, days: number): Wall => addSeconds(wall, days * secondsOfDay)

function lastDayOfMonth(day: Date): number {
  const last = new Date(day)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(wall: Wall, months: number): Wall {
  const date = new Date(secondsOf(wall) * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  date.setUTCDate(Math.min(day, lastDayOfMonth(date)))
  return wallOf(date.getTime() / 1000)
}

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (wall: Wall): number => new Date(secondsOf(wall) * 1000).getUTCDay()

/** Saturday and Sunday of this week, on a Sunday too. */
export const weekendOf = (day: string): readonly [string, string] => {
  const today = startOfDay(day)
  const sunday = addDays(today, (7 - weekdayOf(today)) % 7)
  return [dayOf(weekdayOf(today) === 0 ? sunday : addDays(sunday, -1)), dayOf(sunday)]
}

export const details = (wall: Wall): WallDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
