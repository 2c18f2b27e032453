/** Formats dates for people, the same in pages, feeds and browsers, which load this file too. */

/** European English: 24-hour clock, day before month. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

export type DateOptions = Readonly<Intl.DateTimeFormatOptions>

/** Months and weeks of the calendar are Gregorian, whereas those of Persian are not. Thai has only other years. */
const calendarOf = (language: string) => (/^th\b/.test(language) ? 'buddhist' : 'gregory')

/** Local times are formatted as if they were UTC, because they already are in the right time zone. */
export const dateFormat = (language: string, options: DateOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(localeOf(language), {
    calendar: calendarOf(language),
    timeZone: 'UTC',
    ...options,
  })

/** Keeps day and month on one line. */
export const unbroken = (text: string): string => text.replace(/(\d\.?) (?=\p{L})/gu, '$1\u00A0')
