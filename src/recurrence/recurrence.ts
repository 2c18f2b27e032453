import { dayOf, startOfDay, type Wall } from '../time/index.ts'

/** Start, time zone and kind of the first occurrence; the rule counts from it. */
export interface First {
  readonly start: Wall
  readonly timezone: string
  readonly allDay: boolean
}

/** The dates of a series besides its first one; all as local times of its zone. */
export interface Recurrence {
  /** The value of RRULE in upper case. */
  readonly rule: string | undefined
  /** RDATE, in order. */
  readonly dates: readonly Wall[]
  /** EXDATE, in order; `YYYY-MM-DD` excludes everything on that day. */
  readonly excluded: readonly (Wall | string)[]
}

export const inOrder = <Text extends string>(walls: Iterable<Text>): Text[] => [...new Set(walls)].sort()

export const timeOf = (wall: Wall): string => wall.slice(11)

/** An all-day occurrence starts at midnight. */
export const startOf = ({ start, allDay }: First): Wall => (allDay ? startOfDay(start) : start)

export const isExcluded = ({ excluded }: Recurrence): ((wall: Wall) => boolean) => {
  const known = new Set(excluded)
  return (wall) => known.has(wall) || known.has(dayOf(wall))
}

/** RFC 5545 3.3.5, without separators: `20270302T190000`. */
export const basic = (wall: Wall): string => wall.replace(/[-:]/g, '').replace(' ', 'T')

/** The inverse of `basic`. */
export const fromBasic = (text: string): Wall =>
  text.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
    (_, year, month, day, hour, minute, second) =>
      hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minute}:${second}`,
  )
