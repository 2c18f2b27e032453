import { dayOf, remembering, type Wall } from '../../time/index.ts'

/**
 * Days and times as people read them. Wall-clock texts are formatted as if they were UTC, because they say already what
 * a clock on the wall would.
 */

/** Our English is that of Europe: 24 hours, day before month. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

type Options = Readonly<Intl.DateTimeFormatOptions>

type FormatDay = (day: string) => string

const formatters = new Map<string, FormatDay>()

/** Kept, because making one takes longer than using it a hundred times; there are few of them for each language. */
function formatter(language: string, name: string, options: Options): FormatDay {
  const key = `${language} ${name}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  const made = remembering((day: string) => plainDay(format.format(utc(day)), language), daysRemembered)
  formatters.set(key, made)
  return made
}

/** Pages name the same days again and again, those of some years. */
const daysRemembered = 2_000

const styles = {
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  month: { month: 'long' },
  monthYear: { month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
  dayMonthYear: { day: 'numeric', month: 'long', year: 'numeric' },
  weekdayDayMonth: { weekday: 'long', day: 'numeric', month: 'long' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  shortYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric' },
} as const satisfies Record<string, Options>

export type DateStyle = keyof typeof styles

/** `2027-03-02`, or a wall-clock text that begins so. */
const utc = (day: string) =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))

const digits = /(\d\.?) (?=\p{L})/gu

/** A non-breaking space behind each number: "3 May" stays together. */
function plainDay(text: string, language: string): string {
  // English of Britain sets a comma behind the weekday, which a printed programme does without.
  const plain = language === 'en' ? text.replace(',', '') : text
  return plain.replace(digits, '$1\u00A0')
}

export const formatDay = (language: string, style: DateStyle, day: string): string =>
  formatter(language, style, styles[style])(day.slice(0, 10))

/** The number of a day by itself: `3`, in German `3.` */
export const formatNumeral = (language: string, day: string): string =>
  /^\d+\.?/.exec(formatDay(language, 'dayMonth', day))?.[0] ?? String(Number(day.slice(8)))

/** `19:30` */
export const timeOf = (wall: Wall): string => wall.slice(11, 16)

/** The first letter as a title has it: French writes months and weekdays small. */
export const capitalized = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

const startOfWeeks = new Map<string, number>()

/** The day that weeks start on, 1 for Monday to 7 for Sunday (CLDR, as Intl has it). */
export function weekStart(language: string): number {
  const known = startOfWeeks.get(language)
  if (known !== undefined) return known
  const locale = new Intl.Locale(localeOf(language)) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number }
    getWeekInfo?(): { readonly firstDay: number }
  }
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  startOfWeeks.set(language, firstDay)
  return firstDay
}

const dayLength = 86_400_000

/** A day before or after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(utc(day) + days * dayLength).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayLength)

/** 1 for Monday to 7 for Sunday. */
const weekdayNumber = (day: string): number => new Date(utc(day)).getUTCDay() || 7

/** The first day of the week that a day lies in. */
export const firstOfWeek = (day: string, start: number): string =>
  dayAfter(day, -((weekdayNumber(day) - start + 7) % 7))

export const monthOf = (day: string): string => day.slice(0, 7)

export function monthAfter(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** `2027-W09`: the week that its Thursday lies in (ISO 8601). */
export function isoWeekOf(day: string): string {
  const thursday = dayAfter(firstOfWeek(day, 1), 3)
  const year = thursday.slice(0, 4)
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The Monday of a week such as `2027-W09`; undefined if its year has no such week. */
export function mondayOf(week: string): string | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/i.exec(week) ?? []
  if (year === undefined) return undefined
  const monday = dayAfter(firstOfWeek(`${year}-01-04`, 1), 7 * (Number(number) - 1))
  return isoWeekOf(monday) === `${year}-W${number}` && isDay(monday) ? monday : undefined
}

/** Whether it is a day of the calendar that pages are shown for. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isYearShown(text) && dayOfUtc(text) === text

export const isMonth = (text: string): boolean => isDay(`${text}-01`)

/** Not 9999, because no day follows its last one, and pages ask for what begins before the next. */
const isYearShown = (text: string) => /^[1-9]/.test(text) && !text.startsWith('9999')

function dayOfUtc(text: string): string | undefined {
  const instant = utc(text)
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 10)
}

/** The last day of something that ends at an instant: midnight belongs to the day before. */
export const lastDay = (start: Wall, end: Wall): string =>
  end.endsWith('00:00:00') && dayOf(end) > dayOf(start) ? dayAfter(end, -1) : dayOf(end)
