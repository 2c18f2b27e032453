import type ICAL from 'ical.js'
import { message } from '../../locales/sentence.ts'
import { lazyRequire } from '../../lazy-require.ts'
import {
  addDays,
  addSeconds,
  exists,
  secondsOf,
  startOfDay,
  endOfDay,
  toInstant,
  toWall,
  wallOf,
  type Wall,
} from '../../time/index.ts'
import { inUtc } from '../instants.ts'
import { Refused } from '../refused.ts'
import { textOf, type Property, type Vevent } from './vevent.ts'
import type { Zones } from './zones.ts'

/** Reads the time of a VEVENT as local time in its zone. */

const library = lazyRequire<typeof ICAL>('ical.js')

export interface When {
  readonly start: Wall
  /** Inclusive for all-day events, as in the API. */
  readonly end: Wall
  readonly timezone: string
  readonly allDay: boolean
  /** The values to write; instants remain in UTC, because a local time may occur twice. */
  readonly sent: { readonly start_date: string; readonly end_date: string }
}

export interface ZoneContext {
  readonly zones: Zones
  /** The zone of floating times. */
  readonly floating: () => string
}

/** A date or time and its zone; undefined if it is floating. */
interface Stamp {
  readonly wall: Wall
  readonly isDate: boolean
  readonly zone: string | undefined
}

/** RFC 5545 3.3.4 and 3.3.5, in which letters may be small (RFC 5234 2.3), and offsets from UTC are forbidden. */
const dateOrTime = /^\d{8}(?:T\d{6}Z?)?$/i

export function readStamp(property: Property, { zones }: ZoneContext): Stamp {
  // Accepts dates without VALUE=DATE, which many programs write.
  const text = textOf(property.values[0]).replace(/^(\d{4}-\d\d-\d\d)T::$/, '$1')
  const written = property.written ?? text
  if (property.written !== undefined && !dateOrTime.test(written)) throw noTime(written)
  const isDate = text.length === 10
  const isUtc = !isDate && /Z$/i.test(written)
  const wall = isDate ? `${text} 00:00:00` : text.replace('T', ' ').replace(/Z$/, '')
  if (!exists(wall)) throw noTime(written)
  const { tzid } = property.parameters
  if (isUtc || isDate || tzid === undefined) return { wall, isDate, zone: isUtc ? 'UTC' : undefined }
  const zone = zones.find(tzid)
  if (zone !== undefined) return { wall, isDate, zone }
  const offset = zones.offsetIn(tzid, wall)
  if (offset === undefined) throw new UnknownZone(tzid)
  return { wall: addSeconds(wall, -offset), isDate, zone: 'UTC' }
}

/** The dates of a series follow the rules of its zone, so an instant is not enough for it and for what overrides it. */
function requireZone(vevent: Vevent, { zones }: ZoneContext): void {
  const { tzid } = vevent.first('dtstart')!.parameters
  const isPart = vevent.repeats || vevent.first('recurrence-id') !== undefined
  if (isPart && tzid !== undefined && zones.find(tzid) === undefined) throw new UnknownZone(tzid)
}

/** A TZID that is not known yet; its definition may follow later in the file. */
export class UnknownZone extends Refused {
  constructor(name: string) {
    super(message('The time zone "{zone}" is not known.', { zone: name.slice(0, 100) }))
  }
}

const sentAs = ({ wall, zone }: Stamp, timezone: string): string =>
  zone === undefined || zone === timezone ? wall : inUtc(toInstant(wall, zone))

const wallIn = ({ wall, zone }: Stamp, timezone: string): Wall =>
  zone === undefined || zone === timezone ? wall : toWall(toInstant(wall, zone), timezone)

const noTime = (text: string) =>
  new Refused(message('"{value}" is not a date or time.', { value: text.slice(0, 30) }))

/** The last supported time, because years have four digits. */
const latest = secondsOf('9999-12-31 23:59:59')

function durationIn(text: string): ICAL.Duration {
  try {
    return library().Duration.fromString(text)
  } catch {
    throw noTime(text)
  }
}

function endAfter(start: Stamp, text: string): Stamp {
  const end = secondsOf(start.wall) + durationIn(text).toSeconds()
  if (!(end <= latest)) throw noTime(text)
  return { ...start, wall: wallOf(end) }
}

/** RFC 5545 3.3.6: days and weeks are counted on the calendar, hours by the clock, which may be changed in between. */
export function exactEndAfter(start: Stamp, text: string, zone: string): Stamp {
  const { weeks, days, isNegative } = durationIn(text)
  const counted = (isNegative ? -1 : 1) * (weeks * 7 + days)
  const rest = secondsOf(endAfter(start, text).wall) - secondsOf(addDays(start.wall, counted))
  const instant = toInstant(addDays(start.wall, counted), zone) + rest
  const wall = toWall(instant, zone)
  return toInstant(wall, zone) === instant
    ? { ...start, wall }
    : { ...start, wall: toWall(instant, 'UTC'), zone: 'UTC' }
}

function endOf(vevent: Vevent, start: Stamp, context: ZoneContext): Stamp {
  const end = vevent.first('dtend')
  if (end !== undefined) return readStamp(end, context)
  const length = vevent.first('duration')
  if (length === undefined) return start.isDate ? { ...start, wall: addDays(start.wall, 1) } : start
  const text = textOf(length.values[0])
  // Occurrences last as long as the first one in local time, which need not be a night in which clocks change.
  const isLocal = start.isDate || vevent.repeats
  return isLocal ? endAfter(start, text) : exactEndAfter(start, text, start.zone ?? context.floating())
}

const isMarkedAllDay = (vevent: Vevent): boolean =>
  ['x-microsoft-cdo-alldayevent', 'x-microsoft-msncalendar-alldayevent'].some((name) =>
    /^TRUE$/i.test(vevent.text(name)),
  )

/** Start and end of an event that Exchange marks as lasting all day, but writes from midnight to midnight (MS-OXCICAL). */
function midnightsOf(vevent: Vevent, stamps: readonly [Stamp, Stamp], context: ZoneContext) {
  if (!isMarkedAllDay(vevent)) return undefined
  // In UTC, they may be midnights of the calendar, or of UTC where a program knew no other zone.
  const inCalendar = (stamp: Stamp) => (stamp.zone === 'UTC' ? wallIn(stamp, context.floating()) : stamp.wall)
  const readings = [stamps.map(inCalendar), stamps.map(({ wall }) => wall)]
  return readings.find((walls) => walls.every((wall) => wall === startOfDay(wall)))
}

/**
 * Reads the time of a VEVENT. UTC times are converted to the zone of the calendar, except for series, whose rules are
 * evaluated in UTC, and their overrides, which are read in the zone of their series.
 */
export function whenOf(
  vevent: Vevent,
  context: ZoneContext,
  zoneOfUtc: string | undefined = vevent.repeats ? 'UTC' : undefined,
): When {
  const property = vevent.first('dtstart')
  if (property === undefined) throw new Refused(message('DTSTART is missing.'))
  const start = readStamp(property, context)
  requireZone(vevent, context)
  const end = endOf(vevent, start, context)
  if (start.isDate) return daysOf(start.wall, end.wall, context.floating())
  const [from, to] = midnightsOf(vevent, [start, end], context) ?? []
  const own = start.zone === 'UTC' ? undefined : start.zone
  // UNTIL and EXDATE may be midnights too, and those of its own zone.
  if (from !== undefined && to !== undefined) return daysOf(from, to, own ?? context.floating())
  const timezone = (start.zone === 'UTC' ? zoneOfUtc : start.zone) ?? context.floating()
  return timed(start, end, timezone)
}

export function timed(start: Stamp, end: Stamp, timezone: string): When {
  const sent = { start_date: sentAs(start, timezone), end_date: sentAs(end, timezone) }
  return { start: wallIn(start, timezone), end: wallIn(end, timezone), timezone, allDay: false, sent }
}

/** DTEND is exclusive (RFC 5545 3.6.1); some programs repeat the start instead. */
function daysOf(start: Wall, exclusiveEnd: Wall, timezone: string): When {
  const last = addDays(startOfDay(exclusiveEnd), -1)
  const end = endOfDay(last < start ? start : last)
  return { start, end, timezone, allDay: true, sent: { start_date: start, end_date: end } }
}

/** Returns the local time in a RECURRENCE-ID, in the zone of its series, and whether it names only the day. */
export function recurrenceStamp(
  property: Property,
  series: When,
  context: ZoneContext,
): { readonly wall: Wall; readonly isDay: boolean } {
  const stamp = readStamp(property, context)
  if (!series.allDay) return { wall: wallIn(stamp, series.timezone), isDay: stamp.isDate }
  const wall = stamp.zone === 'UTC' ? wallIn(stamp, series.timezone) : stamp.wall
  return { wall: startOfDay(wall), isDay: true }
}
