import type * as English from 'chrono-node/en'
import type { ParsedComponents } from 'chrono-node'
import { lazyRequire } from '../lazy-require.ts'
import {
  addDays,
  dayOf,
  exists,
  isWithinYears,
  secondsOf,
  startOfDay,
  weekdayOf,
  type Instant,
  type Wall,
} from './walls.ts'

const chrono = lazyRequire<typeof English>('chrono-node/en')

/**
 * Phrases that are rejected: those that are not ASCII, hence not English, and those in which chrono would guess an
 * hour, a number, the end of a range, minutes or months, or which number is the month.
 */
const guesses: readonly RegExp[] = [
  /[^ -~]/,
  /^[^a-z]*$/i,
  /^\d{4}-/,
  /\d[/.-]\d/,
  /\d{5}/,
  /\S +[+-]/,
  /\b(few|several|some|couple|weekend|night|quarter|for|within|past)\b/i,
  /\b(last|next) \d/i,
  /\b(before|after)\b/i,
  /\d ?m\b/i,
]

const partOfDay = /\b(tonight|morning|afternoon|evening)\b/i
const nearDay = /^casualReference\/(yesterday|today|tonight|tomorrow)$/

/** "now + 1 day" has a time, the present one; "+ 1 day" is a day. */
const fromNow = /^now (?=[+-])/i

/** Synonyms that chrono resolves relative to now instead of another date. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/\b(the )?day after tomorrow\b/i, 'in 2 days'],
  [/\b(the )?day before yesterday\b/i, '2 days ago'],
  [fromNow, ''],
  [/^today (?= ?(?:[+-] ?)?\d{1,4} ?(?:day|week|month|year)s?$)/i, ''],
  // In URLs and forms, the plus sign of "+2 days" stands for a space.
  [/^ ?(?=\d{1,4} ?(?:minute|hour|day|week|month|year)s?$)/i, '+'],
  [/\bprevious\b/i, 'last'],
]

interface Found {
  parts: ParsedComponents
  tags: Set<string>
  words: string
  /** The current local time in the zone. */
  here: Wall
}

/** The meaning of a phrase at a given local time; an instant only if it counts hours from now. */
export type Spoken = ({ readonly wall: Wall } | { readonly instant: Instant }) & { readonly hasTime: boolean }

/** Undefined if the text is not entirely a date or is ambiguous. */
export const readPhrase = (phrase: string, now: Instant, here: Wall): Spoken | undefined => {
  if (/^now$/i.test(phrase)) return { instant: now, hasTime: true }
  const words = plainer.reduce((text, [from, to]) => text.replace(from, to), phrase)
  if (guesses.some((guess) => guess.test(words))) return undefined
  const found = find(words, here)
  if (!found) return undefined
  if (countsHours(found)) return afterHours(found, now)
  return onADay(found, fromNow.test(phrase) ? here.slice(11) : undefined)
}

/** chrono calculates in UTC, so that clock changes in the zone do not shift days. */
const find = (words: string, here: Wall): Found | undefined => {
  const [result, ...more] = chrono().casual.parse(words, {
    instant: new Date(secondsOf(here) * 1000),
    timezone: 0,
  })
  if (!result || more.length > 0 || result.text !== words || result.end) return undefined
  return { parts: result.start, tags: result.start.tags(), words, here }
}

const isRelative = ({ tags }: Found): boolean => tags.has('result/relativeDate')

const countsHours = ({ tags }: Found): boolean => tags.has('result/relativeDateAndTime')

/** "in 90 minutes" is elapsed time, independent of clock changes. */
const afterHours = ({ parts, here }: Found, now: Instant): Spoken | undefined => {
  const instant = now + Math.trunc(parts.date().getTime() / 1000) - secondsOf(here)
  return isWithinYears(instant) ? { instant, hasTime: true } : undefined
}

/** A time in the phrase takes precedence over the present one. */
const onADay = (found: Found, present?: string): Spoken | undefined => {
  const day = dayIn(found)
  const isTimed = found.parts.isCertain('hour')
  const isVague = isTimed ? isHalfOfDayOpen(found) : partOfDay.test(found.words)
  const hasForeignZone = found.parts.isCertain('timezoneOffset')
  if (!day || isVague || hasForeignZone) return undefined
  const time = isTimed ? timeIn(found) : present
  const wall = `${day} ${time ?? '00:00:00'}`
  return exists(wall) ? { wall, hasTime: time !== undefined } : undefined
}

/** "at 5" may be in the morning or in the evening; "5:00" is a 24-hour time. */
const isHalfOfDayOpen = ({ parts, words }: Found): boolean =>
  !parts.isCertain('meridiem') && !/:\d\d|noon|midnight/i.test(words)

const dayIn = (found: Found): string | undefined => {
  if (isRelative(found)) return countedDay(found)
  if (isOnlyWeekday(found)) return dayOfWeekday(found)
  return calendarDay(found)
}

/** Accepts "in 2 weeks", but not "next quarter", for which chrono sets no field with certainty. */
const countedDay = ({ parts }: Found): string | undefined => {
  const isCertain = parts.isCertain('day') || parts.isCertain('month') || parts.isCertain('year')
  return isCertain ? numbersOf(parts) : undefined
}

const isOnlyWeekday = ({ parts }: Found): boolean =>
  parts.isCertain('weekday') && !parts.isCertain('day') && !parts.isCertain('month')

/** As in PHP: "friday" may be today, "next friday" is the first one after today, "last friday" the last one before. */
const dayOfWeekday = ({ parts, words, here }: Found): string | undefined => {
  if (/\bweek\b/i.test(words)) return undefined
  const ahead = (Number(parts.get('weekday')) - weekdayOf(here) + 7) % 7
  const days = /\bnext\b/i.test(words) ? ahead || 7 : /\blast\b/i.test(words) ? ahead - 7 : ahead
  return dayOf(addDays(startOfDay(here), days))
}

const calendarDay = ({ parts, tags, words }: Found): string | undefined => {
  const isSaid = words.includes(String(parts.get('year'))) && Number(parts.get('year')) >= 1000
  const isNear = [...tags].some((tag) => nearDay.test(tag))
  if (!parts.isCertain('day') || !parts.isCertain('month') || !(isSaid || isNear)) return undefined
  const day = numbersOf(parts)
  const isOtherWeekday = parts.isCertain('weekday') && parts.get('weekday') !== weekdayOf(startOfDay(day))
  return isOtherWeekday ? undefined : day
}

const numbersOf = (parts: ParsedComponents): string =>
  `${digits(parts.get('year'), 4)}-${digits(parts.get('month'), 2)}-${digits(parts.get('day'), 2)}`

const timeIn = ({ parts }: Found): string =>
  `${digits(parts.get('hour'), 2)}:${digits(parts.get('minute'), 2)}:${digits(parts.get('second'), 2)}`

const digits = (number: number | null, length: number): string => String(number ?? 0).padStart(length, '0')
