import type { Instant, Wall } from './walls.ts'
import { toInstant, toInstantAsStored } from './zones.ts'

/** The columns of an event that determine its instants. */
interface Dates {
  readonly all_day: number
  readonly timezone: string
  readonly start_date: Wall
  readonly end_date: Wall
  readonly start_utc: Instant
  readonly end_utc: Instant
}

type Instants = Pick<Dates, 'start_utc' | 'end_utc'>

const instantsIn = (
  { start_date, end_date }: Pick<Dates, 'start_date' | 'end_date'>,
  zone: string,
): Instants => ({
  start_utc: toInstant(start_date, zone),
  end_utc: toInstant(end_date, zone),
})

const instantsOf = ({ start_utc, end_utc }: Dates): Instants => ({ start_utc, end_utc })

/**
 * The instants used to filter and sort lists, which are stored. The days of an all-day event count as days of the
 * site's zone, because a holiday in Tokyo belongs on its own day in a calendar in New York too (interface: Date
 * filters).
 */
export const listInstants = (dates: Dates, siteZone: string): Instants =>
  dates.all_day === 1 ? instantsIn(dates, siteZone) : instantsOf(dates)

/** The published instants: an all-day event starts and ends with its days in its own zone. */
export const shownInstants = (dates: Dates): Instants =>
  dates.all_day === 1 ? instantsIn(dates, dates.timezone) : instantsOf(dates)

function instantsByClock({ start_date, end_date, start_utc, end_utc, timezone }: Dates): Instants {
  const start = toInstantAsStored(start_date, timezone, start_utc)
  const end = toInstantAsStored(end_date, timezone, end_utc)
  // An hour that no longer occurs twice could otherwise end before it starts.
  return { start_utc: start, end_utc: Math.max(start, end) }
}

/** The instants to be stored by the rules of time zones that this process knows. */
export const derivedInstants = (dates: Dates, siteZone: string): Instants =>
  dates.all_day === 1 ? instantsIn(dates, siteZone) : instantsByClock(dates)
