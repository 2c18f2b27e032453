import { ValidationError } from '../errors.ts'
import { countDay } from './counted-days.ts'
import { readDay, readDigits, type Written } from './digits.ts'
import { readHeader } from './headers.ts'
import type { Moment } from './moments.ts'
import { readPhrase, type Spoken } from './phrases.ts'
import { instantAt, partPlace, wallAt, type Place } from './places.ts'
import { partTime } from './times-of-day.ts'
import { dayOf, exists, isWithinYears, type Instant, type Wall } from './walls.ts'

/** Longer than any date written by a program; bounds the input of all further parsing. */
const longest = 100

const timestamp = /^@?(-?\d{9,})(?:\.\d+)?$/

/**
 * Parses all accepted date formats (interface: Accepted dates). Phrases are relative to the current local time of the
 * zone.
 */
export const readMoment = (value: unknown, now: Instant, zone: string): Moment => {
  const text = shortText(value)
  const [, seconds] = timestamp.exec(text) ?? []
  if (seconds) return atInstant(Number(seconds))
  const written = readDigits(text) ?? readHeader(text)
  return written ? settled(written) : (readWords(text, now, zone) ?? refuse(unreadable(text)))
}

const shortText = (value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') throw notADate()
  const text = String(value).trim()
  return text.length <= longest ? text.replace(/\s+/g, ' ') : refuse(notADate())
}

const atInstant = (instant: Instant, hasTime = true): Moment =>
  isWithinYears(instant) ? { instant, hasTime } : refuse(noSuchDate())

const settled = ({ wall, hasTime, offset }: Written): Moment => {
  if (!exists(wall)) throw noSuchDate()
  return offset === undefined ? { wall, hasTime } : atInstant(instantAt(wall, offset), hasTime)
}

const readWords = (text: string, now: Instant, zone: string): Moment | undefined => {
  const { words, place, needsTime } = partPlace(text)
  if (place === undefined) return inZones(words, now, zone)
  const spoken = speak(words, now, wallAt(now, place))
  if (!spoken || (needsTime && !spoken.hasTime)) return undefined
  return 'instant' in spoken ? spoken : atInstant(instantAt(spoken.wall, place), spoken.hasTime)
}

const inZones = (words: string, now: Instant, zone: string): Moment | undefined => {
  const spoken = speakAt(words, now, zone)
  if (!spoken || 'instant' in spoken) return spoken
  const wallIn = (other: string): Wall => {
    const there = other === zone ? spoken : speakAt(words, now, other)
    return there && 'wall' in there ? there.wall : spoken.wall
  }
  return { ...spoken, wallIn }
}

const speakAt = (words: string, now: Instant, place: Place) => speak(words, now, wallAt(now, place))

/** A day in digits or words, with or without a time, at the local time `here`. */
const speak = (words: string, now: Instant, here: Wall): Spoken | undefined => {
  const written = readDigits(words)
  if (written) return written.offset === undefined ? existing(written) : undefined
  const { day: dayWords, time } = partTime(words)
  const day = dayWords === '' ? todayAt(words, here) : (readDay(dayWords) ?? countDay(dayWords, here))
  if (!day) return readPhrase(words, now, here)
  return existing({ wall: `${day} ${time ?? '00:00:00'}`, hasTime: time !== undefined })
}

/** "9am" and "noon" mean today, but "09:00" could be minutes and seconds. */
const todayAt = (words: string, here: Wall): string | undefined =>
  /[a-z]/i.test(words) ? dayOf(here) : undefined

const existing = (written: { wall: Wall; hasTime: boolean }) =>
  exists(written.wall) ? written : refuse(noSuchDate())

const refuse = (fault: ValidationError): never => {
  throw fault
}

const notADate = () =>
  ValidationError.of(
    'rest_invalid_date',
    'Must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (the time may be followed by an offset or Z), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".',
  )

/** A time, and an offset that a space precedes. */
const offsetWithoutSign = /\d:\d\d(?::\d\d(?:\.\d+)?)?(?: GMT)? \d\d:?\d\d(?: \([^)]*\))?$/

/** Whoever built the URL by hand sees a plus sign in it, so that what a date is would not tell them what is wrong. */
const unreadable = (text: string) =>
  offsetWithoutSign.test(text)
    ? ValidationError.of(
        'rest_invalid_date',
        'The offset has no sign. In URLs and forms, a plus sign stands for a space: write it as %2B.',
      )
    : notADate()

const noSuchDate = () =>
  ValidationError.of(
    'rest_invalid_date',
    'This date does not exist: day, time, offset and weekday must be consistent, and the year must be between 1 and 9999.',
  )
