/** Whole seconds since 1970-01-01 00:00:00 UTC. */
export type Instant = number

/** What clocks on a wall show, `YYYY-MM-DD HH:MM:SS`, without saying where. */
export type Wall = string

/** The parts of a wall-clock time, zero-padded, in the order in which they are told. */
export interface WallDetails {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

export const secondsOfDay = 86_400

/** The seconds from the epoch to this wall-clock time, as if the wall hung in UTC. */
export const secondsOf = (wall: Wall): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000

const earliest = secondsOf('0001-01-01 00:00:00')
const latest = secondsOf('9999-12-31 23:59:59')

/** Years 1 to 9999 are what four digits can say. */
export const isWithinYears = (seconds: number): boolean => seconds >= earliest && seconds <= latest

/** At the outermost hours a zone would carry us into a year of five digits; we stay at the last second instead. */
export const withinYears = (seconds: number): number => Math.min(Math.max(seconds, earliest), latest)

/** The inverse of `secondsOf`. */
export const wallOf = (seconds: number): Wall => {
  const text = new Date(withinYears(seconds) * 1000).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** Whether a text of the right form names a day and a time that exist: February 30 and hour 25 do not. */
export const exists = (wall: Wall): boolean => {
  const seconds = secondsOf(wall)
  return isWithinYears(seconds) && wallOf(seconds) === wall
}

/** The day alone, `YYYY-MM-DD`. */
export const dayOf = (wall: Wall): string => wall.slice(0, 10)

export const startOfDay = (wall: Wall): Wall => `${dayOf(wall)} 00:00:00`

export const endOfDay = (wall: Wall): Wall => `${dayOf(wall)} 23:59:59`

export const addDays = (wall: Wall, days: number): Wall => wallOf(secondsOf(wall) + days * secondsOfDay)

/** The last day of the month, from one of its days. */
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

export const details = (wall: Wall): WallDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
