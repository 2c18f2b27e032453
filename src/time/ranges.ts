import { ValidationError } from '../errors.ts'
import { ifValid } from '../errors/if-valid.ts'
import { momentToInstant, momentToWall, type Moment } from './moments.ts'
import { readMoment } from './reading.ts'
import { addDays, startOfDay, type Instant } from './walls.ts'
import { toInstant } from './zones.ts'

/** A range of instants; the end is exclusive. */
interface Range {
  readonly from: Instant
  readonly to: Instant
}

type Dates = readonly [Moment] | readonly [Moment, Moment]

/** Two dates of at most 100 characters each. */
const longest = 201

/** A date, an instant, or two of them as `a/b`; an end date includes the whole day. */
export const duringRange = (text: string, now: Instant, zone: string): Range => {
  const [from, end = from] = datesIn(text, (part) => readMoment(part, now, zone))
  const [start, to] = [momentToInstant(from, zone), endOf(end, zone)]
  if (end.hasTime ? to < start : to <= start) throw endBeforeStart()
  // A point in time is not empty, because something may take place then, or begin and end then.
  return { from: start, to: Math.max(to, start + 1) }
}

/** Two dates have at most two slashes each, and one between them. */
const mostParts = 6

/** A complete date that cannot be read in any other way. */
const day = /^\d{4}-\d\d-\d\d$/

/** Slashes also occur in 2026/11/21 and Europe/Paris, so exactly one of them must be able to separate two dates. */
const datesIn = (text: string, read: (part: string) => Moment): Dates => {
  const parts = text.length > longest ? [] : text.split('/')
  if (parts.length === 0 || parts.length > mostParts) throw notARange()
  // The most common format. Trying the other divisions would be slow and find nothing.
  if (parts.length === 2 && parts.every((part) => day.test(part))) return [read(parts[0]!), read(parts[1]!)]
  const [dates, ...others] = divisions(parts, read)
  if (dates && others.length === 0) return dates
  if (parts.length > 2) throw notARange()
  return parts.map(read) as unknown as Dates
}

/** All readings of the parts: one date, or two separated by one of the slashes. */
const divisions = (parts: readonly string[], read: (part: string) => Moment): Dates[] =>
  parts.flatMap((_, place) => {
    const halves = place === 0 ? [parts] : [parts.slice(0, place), parts.slice(place)]
    const dates = halves.map((half) => ifValid(() => read(half.join('/'))))
    return dates.every(Boolean) ? [dates as unknown as Dates] : []
  })

const endOf = (moment: Moment, zone: string): Instant =>
  moment.hasTime
    ? momentToInstant(moment, zone)
    : toInstant(addDays(startOfDay(momentToWall(moment, zone)), 1), zone)

const notARange = () =>
  ValidationError.of(
    'rest_invalid_date',
    'Must be a date such as 2026-10-10, or a range such as 2026-10-10/2026-10-12.',
  )

const endBeforeStart = () =>
  ValidationError.of('rest_invalid_date', 'The end of the range must not be before its start.')
