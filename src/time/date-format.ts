/** Formats dates for people, the same in pages, feeds and browsers, which load this file too. */

/** European English: 24-hour clock, day before month. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

export type DateOptions = Readonly<Intl.DateTimeFormatOptions>

/** Months and weeks of the calendar are Gregorian, whereas those of Persian are not. Thai has only other years. */
const calendarOf = (language: string) => (/^th\b/.test(language) ? 'buddhist' : 'gregory')

type Moment = number | Date

export interface DateFormat {
  readonly format: (moment: Moment) => string
  readonly formatRange: (first: Moment, last: Moment) => string
  readonly formatToParts: (moment: Moment) => readonly Intl.DateTimeFormatPart[]
}

/** Local times are formatted as if they were UTC, because they already are in the right time zone. */
export function dateFormat(language: string, options: DateOptions): DateFormat {
  const intl = new Intl.DateTimeFormat(localeOf(language), {
    calendar: calendarOf(language),
    timeZone: 'UTC',
    ...options,
  })
  return /^fr\b/.test(language) ? frenchFormat(intl) : bound(intl)
}

const bound = (intl: Intl.DateTimeFormat): DateFormat => ({
  format: (moment) => intl.format(moment),
  formatRange: (first, last) => intl.formatRange(first, last),
  formatToParts: (moment) => intl.formatToParts(moment),
})

/** The first of a month is `1er mars` in French, which most releases of ICU lack. */
const frenchFormat = (intl: Intl.DateTimeFormat): DateFormat => ({
  format: (moment) => joined(withOrdinal(intl.formatToParts(moment))),
  formatRange: (first, last) => joined(withOrdinal(intl.formatRangeToParts(first, last))),
  formatToParts: (moment) => withOrdinal(intl.formatToParts(moment)),
})

const joined = (parts: readonly Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join('')

const withOrdinal = (parts: readonly Intl.DateTimeFormatPart[]): readonly Intl.DateTimeFormatPart[] =>
  parts.map((part) => (part.type === 'day' && part.value === '1' ? { ...part, value: '1er' } : part))

/** Keeps day and month on one line. */
export const unbroken = (text: string): string => text.replace(/(\d(?:\.|er)?) (?=\p{L})/gu, '$1\u00A0')
