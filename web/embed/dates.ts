import { dateFormat, unbroken } from '../../src/time/date-format.ts'
import { dayAfter } from '../../src/time/days.ts'
import { wallDate } from '../../src/time/wall-date.ts'

/**
 * Days are strings such as `2026-12-03`, and months `2026-12`. They are formatted as UTC, because they already are
 * local dates.
 */

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

type DateFormat = (wall: string) => string

export const formatterIn =
  (locale: string) =>
  (options: Intl.DateTimeFormatOptions): DateFormat => {
    const format = dateFormat(locale, options)
    return (wall) => unbroken(format.format(wallDate(wall)))
  }

/** `3–5 Dec` */
export const formatRange = (
  locale: string,
  options: Intl.DateTimeFormatOptions,
  first: string,
  last: string,
): string => unbroken(dateFormat(locale, options).formatRange(wallDate(first), wallDate(last)))

/** Unknown tags count as English. */
export function tagOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The current day of the visitor. */
export function today(): string {
  const now = new Date()
  return dayOf(new Date(now.getTime() - now.getTimezoneOffset() * 60_000))
}

export const isMonth = (text: string | null): text is string => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text ?? '')

export const monthAfter = (month: string, months: 1 | -1): string =>
  dayAfter(`${month}-15`, months * 30).slice(0, 7)

export const lastOfMonth = (month: string): string => dayAfter(`${monthAfter(month, 1)}-01`, -1)

interface WithWeekInfo {
  readonly weekInfo?: { readonly firstDay: number }
  getWeekInfo?(): { readonly firstDay: number }
}

/** Number of days from the start of the week to a day; weeks start according to the locale, otherwise on Monday. */
export function daysIntoWeek(day: string, locale: string): number {
  const own: Intl.Locale & WithWeekInfo = new Intl.Locale(locale)
  const { firstDay } = own.getWeekInfo?.() ?? own.weekInfo ?? { firstDay: 1 }
  return (wallDate(day).getUTCDay() - firstDay + 7) % 7
}
