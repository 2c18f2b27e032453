import {
  dateFormat,
  dayAfter,
  daysBetween,
  localeOf,
  memoize,
  unbroken,
  type DateFormat,
  type DateOptions,
  type Wall,
} from '../../time/index.ts'
import { capitalized } from '../../text/capitalized.ts'

/** Formats days and times for people. */

type FormatDay = (day: string) => string

/**
 * Cached, because creating a formatter takes longer than using it a hundred times; there are only a few per language.
 */
const formatsOf = memoize((language: string) =>
  memoize((style: DateStyle): DateFormat => dateFormat(language, styles[style])),
)

const formatOf = (language: string, style: DateStyle): DateFormat => formatsOf(language)(style)

const formatters = new Map<string, FormatDay>()

/** Remembers the days that were formatted, under a name per language. */
function remembered(name: string, format: FormatDay): FormatDay {
  const formatter = formatters.get(name) ?? memoize(format, daysRemembered)
  formatters.set(name, formatter)
  return formatter
}

/** Enough for several years, because pages show the same days over and over. */
const daysRemembered = 2_000

const styles = {
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  narrowWeekday: { weekday: 'narrow' },
  month: { month: 'long' },
  monthYear: { month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
  dayMonthYear: { day: 'numeric', month: 'long', year: 'numeric' },
  weekdayDayMonth: { weekday: 'long', day: 'numeric', month: 'long' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  shortYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric' },
} as const satisfies Record<string, DateOptions>

export type DateStyle = keyof typeof styles

/** In 2024, which begins on a Monday and has a 29 February. */
const sameWeekday = (day: string) => `2024-01-0${weekdayNumber(day)}`
const sameMonth = (day: string) => `2024-${day.slice(5, 7)}-01`
const sameDayAndMonth = (day: string) => `2024${day.slice(4)}`

/** The day that stands for all that a style shows alike, so that pages of months that nobody has seen yet format few days. */
const representatives: Partial<Record<DateStyle, (day: string) => string>> = {
  weekday: sameWeekday,
  shortWeekday: sameWeekday,
  narrowWeekday: sameWeekday,
  month: sameMonth,
  dayMonth: sameDayAndMonth,
}

/** Accepts `2027-03-02`, or a local time that begins with a day. */
const utc = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** British English has a comma after the weekday, which printed programmes omit. */
const withoutComma = (text: string, language: string) => (language === 'en' ? text.replace(',', '') : text)

export function formatDay(language: string, style: DateStyle, wall: string): string {
  const day = wall.slice(0, 10)
  return remembered(`${language} ${style}`, (one) =>
    unbroken(withoutComma(formatOf(language, style).format(utc(one)), language)),
  )(representatives[style]?.(day) ?? day)
}

/** The same where it stands alone or begins a line. */
export const formatDayAlone = (language: string, style: DateStyle, wall: string): string =>
  capitalized(formatDay(language, style, wall), language)

/** The parts of a day and a month, in the order of the language. */
const partsOf = (language: string, day: string) => formatOf(language, 'dayMonth').formatToParts(utc(day))

/** The number of the day alone: `3`, in German `3.` */
export const formatNumeral = (language: string, day: string): string =>
  remembered(`${language} numeral`, (one) => {
    const parts = partsOf(language, one)
    const place = parts.findIndex(({ type }) => type === 'day')
    return `${parts[place]!.value}${parts[place + 1]?.value.startsWith('.') ? '.' : ''}`
  })(`2024-01-${day.slice(8, 10)}`)

const isDayFirst = (language: string, day: string): boolean =>
  partsOf(language, day).find(({ type }) => type === 'day' || type === 'month')!.type === 'day'

/** `1–7 March 2027`: of the first day, only the parts that differ from the last day are written. */
export function formatDays(
  language: string,
  style: 'dayMonth' | 'dayMonthYear',
  first: string,
  last: string,
): string {
  if (!isDayFirst(language, first))
    return unbroken(formatOf(language, style).formatRange(utc(first), utc(last)))
  const beginning =
    monthOf(first) === monthOf(last)
      ? `${formatNumeral(language, first)}–`
      : `${formatDay(language, 'dayMonth', first)}\u00A0– `
  return `${beginning}${formatDay(language, style, last)}`
}

/** `19:30` */
export const timeOf = (wall: Wall): string => wall.slice(11, 16)

/** First day of the week, 1 for Monday to 7 for Sunday (CLDR data of Intl). */
export const weekStart = memoize((language: string): number => {
  const locale = new Intl.Locale(localeOf(language)) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number }
    getWeekInfo?(): { readonly firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay
})

/** 1 for Monday to 7 for Sunday. */
const weekdayNumber = (day: string): number => new Date(utc(day)).getUTCDay() || 7

export const firstOfWeek = (day: string, start: number): string =>
  dayAfter(day, -((weekdayNumber(day) - start + 7) % 7))

export const monthOf = (day: string): string => day.slice(0, 7)

export function monthAfter(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

export const lastOfMonth = (month: string): string => dayAfter(`${monthAfter(month, 1)}-01`, -1)

/** `2027-W09`: a week belongs to the year of its Thursday (ISO 8601). */
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

/** The days that pages support, without the year 9999: they query up to the next day, which its last one does not have. */
export const [firstShown, lastShown] = ['1000-01-01', '9998-12-31'] as const

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && firstShown <= text && text <= lastShown && dayOfUtc(text) === text

export const isMonth = (text: string): boolean => isDay(`${text}-01`)

function dayOfUtc(text: string): string | undefined {
  const instant = utc(text)
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 10)
}
