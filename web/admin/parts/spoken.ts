import type { ParsedResult } from 'chrono-node'
import { localeOf } from '../../../src/time/date-format.ts'
import { dayAfter } from '../../../src/time/days.ts'
import { memoize } from '../../../src/time/memoize.ts'
import { createPart, type Part } from './part.ts'
import { certainTime, readRange } from './spoken-times.ts'
import { clockIn, dayOf, later, wallClock, weekdayOf } from './wall-clock.ts'

/** Parses days as typed in the language of the interface: `9.12.`, `tomorrow`, `next Friday`. */

const words: Readonly<Record<string, readonly (readonly string[])[]>> = {
  en: [['today'], ['tomorrow'], ['day after tomorrow']],
  fr: [['aujourd’hui', "aujourd'hui"], ['demain'], ['après-demain']],
  de: [['heute'], ['morgen'], ['übermorgen']],
}

const atUtc = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 1000 ? date.toISOString().slice(0, 10) : undefined
}

/** The current day in a time zone, as `2026-12-09`. */
export const todayIn = (zone: string): string => dayOf(clockIn(zone)(new Date()))

const wholeYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** Without a year, the next such day. */
function nextDay(today: string, month: number, day: number, year: string | undefined): string | undefined {
  if (year !== undefined) return atUtc(wholeYear(year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const here = atUtc(thisYear, month, day)
  return here !== undefined && here < today ? atUtc(thisYear + 1, month, day) : here
}

const plain = (text: string) => text.toLowerCase().replace(/[.,]/g, '').trim()

/** The names of months or weekdays, each in short and long form. */
function namesOf(part: 'month' | 'weekday', dates: readonly number[], language: string): string[][] {
  const formats = (['short', 'long'] as const).map(
    (style) => new Intl.DateTimeFormat(localeOf(language), { [part]: style, timeZone: 'UTC' }),
  )
  return dates.map((date) => formats.map((format) => plain(format.format(date))))
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

const monthNames = memoize((language: string) =>
  namesOf(
    'month',
    upTo(12).map((month) => Date.UTC(2026, month, 15)),
    language,
  ),
)

/** Starting with Monday. */
const weekdayNames = memoize((language: string) =>
  namesOf(
    'weekday',
    upTo(7).map((day) => Date.UTC(2026, 1, 2 + day)),
    language,
  ),
)

const nextWeekday: Readonly<Record<string, RegExp>> = {
  en: /^next (\p{L}+)$/u,
  fr: /^(\p{L}+) prochain$/u,
  de: /^(?:am )?nächste[nr] (\p{L}+)$/u,
}

/**
 * The days that “next Friday” may mean, the more likely one first. While this week's Friday is still ahead, some mean
 * that one and others the one after; most English speakers the latter, because they call the former “this Friday”.
 */
export function nextDays(text: string, today: string, language: string): readonly string[] {
  const name = nextWeekday[language]?.exec(plain(text))?.[1] ?? ''
  const weekday = weekdayNames(language).findIndex((names) => names.includes(name))
  if (weekday < 0) return []
  const ahead = weekday - weekdayOf(today)
  if (ahead <= 0) return [dayAfter(today, ahead + 7)]
  const days = [dayAfter(today, ahead), dayAfter(today, ahead + 7)]
  return language === 'en' ? days.reverse() : days
}

/** “9 Dec 2026”, “Wed 9 Dec”, “9. Dezember”. */
function writtenOut(text: string, today: string, language: string): string | undefined {
  const found = /(\d{1,2})(?:er|\.|st|nd|rd|th)?\s+([\p{L}.]{3,})\s*(\d{4})?$/u.exec(text)
  if (found === null) return undefined
  const [, day, name, year] = found
  const month = monthNames(language).findIndex((names) => names.some((one) => one.startsWith(plain(name!))))
  return month < 0 ? undefined : nextDay(today, month + 1, Number(day), year)
}

/** Parses a day in unambiguous formats; `today` is `2026-12-09`. */
export function readDay(text: string, today: string, language: string): string | undefined {
  const given = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(given)
  if (iso !== null) return atUtc(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(?:\p{L}+\.?,? )?(\d{1,2})[./]\s*(\d{1,2})(?:[./]\s*(\d{4}|\d{2})?)?$/u.exec(given)
  if (numbers !== null) return nextDay(today, Number(numbers[2]), Number(numbers[1]), numbers[3])
  const ahead = (words[language] ?? []).findIndex((names) => names.includes(given))
  if (ahead >= 0) return dayAfter(today, ahead)
  return nextDays(given, today, language)[0] ?? writtenOut(given, today, language)
}

/** A day and what was typed behind it; `until` is the end of a range. */
export interface DayAndTimes {
  readonly day: string
  readonly time?: string
  readonly until?: string
}

/** Times typed behind a day: `9.12. 19 Uhr`, `next Friday 7pm`, `demain de 19h à 22h`. */
export function dayAndTime(text: string, today: string, language: string): DayAndTimes {
  const given = text.trim()
  const isDayText = (part: string) => readDay(part, today, language) !== undefined
  if (isDayText(given)) return { day: text }
  const found = [...given.matchAll(/[\s,]+/g)].map(({ index, 0: gap }) => {
    const [day, written] = [given.slice(0, index), given.slice(index + gap.length)]
    const range = readRange(written)
    // “Dec 9-12” and “Fri 4.12 - 6.12” are days.
    const isMeant =
      range?.isBare !== true || isDayText(day) || (!/\./.test(written) && isWeekday(day, language))
    if (range !== undefined) return isMeant ? { day, time: range.from, until: range.until } : undefined
    const time = certainTime(written)
    // The end of “am Freitag 4.12” is the day itself.
    return time === undefined || (isDayText(written) && !isDayText(day)) ? undefined : { day, time }
  })
  return found.find((one) => one !== undefined) ?? { day: text }
}

const isWeekday = (text: string, language: string) =>
  weekdayNames(language).some((names) => names.includes(plain(/\S*$/.exec(text)![0])))

/** Parses phrases such as “in two weeks” with a library that is loaded on first use. */
export async function readPhrase(text: string, today: string, language: string): Promise<string | undefined> {
  const parse = await (parsers[language] ?? parsers.en!).load()
  const [found] = parse(text, new Date(`${today}T12:00:00`), { forwardDate: true })
  if (found === undefined || found.text.length < text.trim().length) return undefined
  const { start } = found
  return atUtc(start.get('year')!, start.get('month')!, start.get('day')!)
}

type Parse = (text: string, reference: Date, options: { forwardDate: boolean }) => ParsedResult[]

const parsers: Readonly<Record<string, Part<Parse>>> = {
  en: createPart(() => import('chrono-node/en'), 'parse'),
  fr: createPart(() => import('chrono-node/fr'), 'parse'),
  de: createPart(() => import('chrono-node/de'), 'parse'),
}

/** Whether the text is a day in the format of the API, rather than text that was not understood. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

const wall = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Whether the text is a complete date and time. */
export const isWall = (text: unknown): text is string => typeof text === 'string' && wall.test(text)

/** Splits the value of a field into day and time. */
export function partsOfWall(text: string): { day: string; time: string } {
  const found = /^(\d{4}-\d\d-\d\d)(?:[ T](.*))?$/.exec(text)
  if (found !== null) return { day: found[1]!, time: found[2] ?? '' }
  const [day = '', time = ''] = text.split(' @ ')
  return { day, time }
}

/** The inverse of `partsOfWall`; a day that was not understood is left to the service to parse. */
export const wallOf = (day: string, time: string): string => {
  if (time === '') return day
  return isDay(day) ? `${day} ${time}` : `${day} @ ${time}`
}

export const minutesBetween = (start: string, end: string): number =>
  (wallClock(end).getTime() - wallClock(start).getTime()) / 60_000

export const addMinutes = (text: string, minutes: number): string => later(text, minutes * 60_000)
