import type { Instant, Wall } from './walls.ts'
import { toInstant } from './zones.ts'

/** When an event takes place, as far as its all-day form needs to know. */
interface Dates {
  readonly all_day: number
  readonly timezone: string
  readonly start_date: Wall
  readonly end_date: Wall
  readonly start_utc: Instant
  readonly end_utc: Instant
}

export interface Instants {
  readonly start: Instant
  readonly end: Instant
}

const instantsIn = ({ start_date, end_date }: Dates, zone: string): Instants => ({
  start: toInstant(start_date, zone),
  end: toInstant(end_date, zone),
})

const instantsOf = ({ start_utc, end_utc }: Dates): Instants => ({ start: start_utc, end: end_utc })

/**
 * What lists compare and order by. The days of an all-day event count as days of the site's zone, because a holiday in
 * Tokyo lies on its own day in a calendar in New York too (interface: Event filters).
 */
export const listInstants = (dates: Dates, siteZone: string): Instants =>
  dates.all_day === 1 ? instantsIn(dates, siteZone) : instantsOf(dates)

/** What is shown as UTC: an all-day event begins and ends with its days in its own zone. */
export const shownInstants = (dates: Dates): Instants =>
  dates.all_day === 1 ? instantsIn(dates, dates.timezone) : instantsOf(dates)
