import { dateFormat, localeOf, type DateOptions } from '../../../src/time/date-format.ts'
import { memoize } from '../../../src/time/memoize.ts'
import { useWords } from '../app/words.tsx'
import { clockIn, dayOf, isOneDay, wallClock, wallText, type Timed } from './wall-clock.ts'

export { clockIn, dayOf, isOneDay, wallClock, wallText }

/**
 * Formats days and times in the language of the interface. Local times of events are displayed unchanged in any browser
 * time zone, so they are formatted as if they were UTC.
 */

function createDates(language: string) {
  const formatWith = (options: DateOptions) => dateFormat(language, options)
  const formatHere = (options: DateOptions) => formatWith({ ...options, timeZone: undefined })
  const dayLong = formatWith({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const dayShort = formatWith({ weekday: 'short', day: 'numeric', month: 'short' })
  const dayAlone = formatWith({ day: 'numeric', month: 'short' })
  const weekdayAlone = formatWith({ weekday: 'short', day: 'numeric' })
  const daysOf = (month: 'long' | 'short') => formatWith({ day: 'numeric', month, year: 'numeric' })
  const monthYear = formatWith({ month: 'long', year: 'numeric' })
  const hours = formatWith({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const localHours = formatHere({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const localDay = formatHere({ day: 'numeric', month: 'short', year: 'numeric' })
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const plain = (text: string) => text.replaceAll(',', '')
  const fullDay = (text: string) => plain(dayLong.format(wallClock(text)))
  const day = (text: string) => plain(dayShort.format(wallClock(text)))
  const wallTime = (text: string) => hours.format(wallClock(text))
  // An event whose end is not known ends when it starts.
  const times = (start: string, end: string) =>
    start === end ? wallTime(start) : `${wallTime(start)}–${wallTime(end)}`
  const dayOfAnyYear = (text: string) =>
    text.startsWith(`${new Date().getFullYear()}-`) ? day(text) : fullDay(text)
  const whenWith =
    (dayWith: (text: string) => string) =>
    (timed: Timed): string => {
      const { start_date, end_date, all_day } = timed
      if (!isOneDay(timed)) return `${dayWith(start_date)} – ${dayWith(end_date)}`
      if (all_day) return dayWith(start_date)
      return `${dayWith(start_date)}, ${times(start_date, end_date)}`
    }
  return {
    /** “Wed 9 Dec 2026”. */
    fullDay,
    /** “Wed 9 Dec 2026, 19:30” of a local time. */
    fullTime: (text: string) => `${fullDay(text)}, ${wallTime(text)}`,
    /** “Wed 9 Dec”. */
    day,
    /** The same with the year, unless it is the current one. */
    dayOfAnyYear,
    /** “9 Dec”. */
    dayOfMonth: (text: string) => dayAlone.format(wallClock(text)),
    /** “Wed 9”. */
    dayOfWeek: (text: string) => plain(weekdayAlone.format(wallClock(text))),
    /** “7–13 December 2026”, “30 Nov – 6 Dec 2026”. */
    days: (from: string, to: string) =>
      daysOf(from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short').formatRange(
        wallClock(from),
        wallClock(to),
      ),
    /** “December 2026”. */
    month: (text: string) => monthYear.format(wallClock(text)),
    /** “19:30” of a local time. */
    wallTime,
    /** “19:30–21:45” of two local times. */
    times,
    /** “10:41” of an instant, in the time zone of the browser. */
    time: (moment: Date) => localHours.format(moment),
    /** “9 Dec 2026, 10:41” of a UTC time of the API, in the time zone of the browser. */
    moment: (utc: string) => `${localDay.format(wallClock(utc))}, ${localHours.format(wallClock(utc))}`,
    /** “2 minutes ago”, “yesterday”, after a month “9 Dec 2026”; for a UTC time of the API. */
    ago: (utc: string) => {
      // What has happened is in the future only by the clock of a computer that is behind.
      const minutes = Math.min(0, Math.round((wallClock(utc).getTime() - Date.now()) / 60_000))
      if (minutes > -60) return relative.format(minutes, 'minute')
      if (minutes > -24 * 60) return relative.format(Math.round(minutes / 60), 'hour')
      const days = Math.round(minutes / (24 * 60))
      return days > -30 ? relative.format(days, 'day') : localDay.format(wallClock(utc))
    },
    /** “Wed 9 Dec, 19:30–21:45”, “Fri 27 Nov – Tue 22 Dec”, “Sun 13 Dec”. */
    when: whenWith(day),
    /** The same with the year, unless it is the current one: for lists that span several years. */
    whenOfAnyYear: whenWith(dayOfAnyYear),
    /** “Thu 18:00”. */
    soon: ({ start_date, all_day }: Timed) =>
      all_day ? day(start_date) : `${day(start_date)} ${wallTime(start_date)}`,
  }
}

export type Dates = ReturnType<typeof createDates>

/** Shared, because each row of a table formats dates, and a browser takes long to make the formats. */
const datesIn = memoize(createDates)

export const useDates = (): Dates => datesIn(useWords().language)
