import { Temporal } from 'temporal-polyfill'
import { ValidationError } from '../errors.ts'
import { memoize, memoizeByClock } from './memoize.ts'
import {
  addDays,
  endOfDay,
  secondsOf,
  startOfDay,
  wallOf,
  withinYears,
  type Instant,
  type Wall,
} from './walls.ts'

const widestOffset = 14 * 60
const utcWithOffset = /^UTC(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d))?$/i
/** WordPress and The Events Calendar write the minutes of an offset as a fraction of an hour. */
const utcWithFraction = /^(?<hours>UTC[+-]\d{1,2})\.(?<fraction>25|5|75)$/i
const minutesOf: Readonly<Record<string, string>> = { '25': '15', '5': '30', '75': '45' }
const bareOffset = /^(?<sign>[+-])(?<hours>\d\d):(?<minutes>[0-5]\d)$/
const ianaName = /^[a-z][\w+-]*(?:\/[\w+-]+)*$/i

/** Names that ICU still supports but the IANA database has removed. */
const dropped = /^(?:SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i

/** No name in the IANA database has more than 32 letters. */
const longestName = 50

interface OffsetParts {
  sign: string
  hours: string
  minutes?: string
}

/** The zone name with its case normalized; an alias remains the alias. */
export const readZone = (text: string): string => {
  const zone = findZone(text.trim())
  if (zone) return zone
  throw ValidationError.of(
    'rest_invalid_timezone',
    'Must be a time zone: a name such as Europe/Paris, UTC, or an offset of at most 14 hours such as UTC+2, UTC+5:30 or +02:00.',
  )
}

/** Like `readZone`, but returns undefined if the text is not a time zone. */
export const findZone = (name: string): string | undefined => {
  if (name.length > longestName) return undefined
  return readUtcWithOffset(name) ?? readBareOffset(name) ?? readName(name.toLowerCase())
}

const readUtcWithOffset = (text: string): string | undefined => {
  const parts = offsetParts(utcWithOffset, withMinutes(text))
  if (!parts) return undefined
  const { sign, hours, minutes = '00' } = parts
  const rest = minutes === '00' ? '' : `:${minutes}`
  return `UTC${isZero(parts) ? '+' : sign}${Number(hours)}${rest}`
}

const withMinutes = (text: string): string =>
  text.replace(utcWithFraction, (_, hours: string, fraction: string) => `${hours}:${minutesOf[fraction]}`)

const readBareOffset = (text: string): string | undefined => {
  const parts = offsetParts(bareOffset, text)
  return parts && (isZero(parts) ? '+00:00' : text)
}

/** Uses Temporal, because Intl would change Asia/Kolkata into Asia/Calcutta. */
const readName = memoize((name: string): string | undefined => {
  if (!ianaName.test(name) || dropped.test(name)) return undefined
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}, 2_000)

const offsetParts = (form: RegExp, text: string): OffsetParts | undefined => {
  const parts = form.exec(text)?.groups as OffsetParts | undefined
  return parts && Math.abs(minutesIn(parts)) <= widestOffset ? parts : undefined
}

const minutesIn = ({ sign, hours, minutes = '0' }: OffsetParts): number =>
  (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))

const isZero = (parts: OffsetParts): boolean => Math.abs(minutesIn(parts)) === 0

/** Whether the zone is UTC or a fixed offset, and thus its own abbreviation. */
export const isFixed = (zone: string): boolean => fixedOffset(zone) !== undefined

const fixedOffset = memoize((zone: string): number | undefined => {
  if (zone === 'UTC') return 0
  const parts = offsetParts(utcWithOffset, zone) ?? offsetParts(bareOffset, zone)
  return parts && minutesIn(parts) * 60
})

const namedOffset = memoizeByClock((instant, zone) => {
  const there = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zone)
  return there.offsetNanoseconds / 1e9
})

/** The UTC offset of the zone, in seconds. */
export const offsetAt = (instant: Instant, zone: string): number =>
  fixedOffset(zone) ?? namedOffset(instant, zone)

export const toWall = (instant: Instant, zone: string): Wall => wallOf(instant + offsetAt(instant, zone))

/** The largest offsets are those of Manila and Alaska before 1867. */
const farthest = 16 * 3600

/**
 * RFC 5545 3.3.5: a skipped local time uses the offset before the gap; of an ambiguous one, the first is used. At both
 * ends of the years the instant may lie outside them.
 */
export const secondsAt = (wall: Wall, zone: string): number => {
  const seconds = secondsOf(wall)
  const fixed = fixedOffset(zone)
  if (fixed !== undefined) return seconds - fixed
  const before = offsetAt(seconds - farthest, zone)
  const after = offsetAt(seconds + farthest, zone)
  const isAfter = before !== after && offsetAt(seconds - before, zone) !== before
  const isShown = isAfter && offsetAt(seconds - after, zone) === after
  return seconds - (isShown ? after : before)
}

export const toInstant = (wall: Wall, zone: string): Instant => withinYears(secondsAt(wall, zone))

/** Of a local time that occurs twice, the stored instant, because the local time does not say which one is meant. */
export const toInstantAsStored = (wall: Wall, zone: string, stored: Instant): Instant =>
  toWall(stored, zone) === wall ? stored : toInstant(wall, zone)

/**
 * The last second of a day: the one before the next day, because 23:59:59 comes twice where clocks go back at midnight.
 * The last day of the year 9999 has no next day.
 */
export const lastSecondOfDay = (wall: Wall, zone: string): Instant =>
  Math.max(toInstant(endOfDay(wall), zone), toInstant(addDays(startOfDay(wall), 1), zone) - 1)

/** `+01:00`; offsets with seconds (before 1900) are rounded, because ISO 8601 has no seconds in offsets. */
export const offsetText = (instant: Instant, zone: string): string => {
  const offset = offsetAt(instant, zone)
  const minutes = Math.round(Math.abs(offset) / 60)
  const sign = offset < 0 ? '-' : '+'
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** `2027-01-10T09:00:00+01:00` */
export const isoWithOffset = (instant: Instant, zone: string): string =>
  toWall(instant, zone).replace(' ', 'T') + offsetText(instant, zone)
