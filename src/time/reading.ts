import { Invalid } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import type { Moment } from './moments.ts'
import { readOffset } from './offsets.ts'
import { readPhrase } from './phrases.ts'
import { exists, isWithinYears, secondsOf, weekdayOf, type Instant, type Wall } from './walls.ts'

type Parts = Readonly<Record<string, string | undefined>>

interface Form {
  pattern: RegExp
  /** Nothing if the form is right but the day or the time does not exist. */
  read: (parts: Parts) => Moment | undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const forms: readonly Form[] = [
  {
    pattern: /^@?(?<seconds>-?\d{9,})(?:\.\d+)?$/,
    read: ({ seconds }) => instantMoment(Number(seconds)),
  },
  {
    pattern: /^(?<day>\d{4}-\d\d-\d\d)$/,
    read: ({ day }) => wallMoment(`${day} 00:00:00`, false),
  },
  {
    pattern:
      /^(?<day>\d{4}-\d\d-\d\d)(?:T| +)(?<time>\d\d:\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)? ?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i,
    read: ({ day, time, second = '00', offset }) => zonedMoment(`${day} ${time}:${second}`, offset),
  },
  {
    pattern:
      /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d+)?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i,
    read: ({ year, month, day, hour, minute, second = '00', offset }) =>
      zonedMoment(`${year}-${month}-${day} ${hour}:${minute}:${second}`, offset),
  },
  {
    pattern:
      /^(?:(?<weekday>sun|mon|tue|wed|thu|fri|sat),? +)?(?<day>\d{1,2}) +(?<month>[a-z]{3}) +(?<year>\d{4}) +(?<time>\d\d:\d\d)(?::(?<second>\d\d))? +(?<offset>[+-]\d{4}|[a-z]{1,4})(?: +\([^()]*\))?$/i,
    read: (parts) => readMail(parts),
  },
]

/** RFC 2822 3.3: the weekday must be the one of that date. */
const readMail = ({
  weekday,
  day = '',
  month = '',
  year,
  time,
  second = '00',
  offset,
}: Parts): Moment | undefined => {
  const number = months.indexOf(month.toLowerCase()) + 1
  const wall = `${year}-${twoDigits(number)}-${day.padStart(2, '0')} ${time}:${second}`
  if (weekday && weekdays.indexOf(weekday.toLowerCase()) !== weekdayOf(wall)) return undefined
  return zonedMoment(wall, offset)
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const instantMoment = (instant: Instant): Moment | undefined =>
  isWithinYears(instant) ? { instant, hasTime: true } : undefined

const wallMoment = (wall: Wall, hasTime: boolean): Moment | undefined =>
  exists(wall) ? { wall, hasTime } : undefined

const zonedMoment = (wall: Wall, offset: string | undefined): Moment | undefined => {
  if (!offset || !exists(wall)) return wallMoment(wall, true)
  const ahead = readOffset(offset)
  return ahead === undefined ? undefined : instantMoment(secondsOf(wall) - ahead)
}

/** Reads every form of a date that the contract knows (§4). Phrases are told by the clocks of the zone. */
export const readMoment = (value: unknown, now: Instant, zone: string): Moment => {
  if (typeof value !== 'string' && typeof value !== 'number') throw notADate()
  const text = String(value).trim()
  const form = forms.find(({ pattern }) => pattern.test(text))
  if (!form) return readPhrase(text, now, zone) ?? refuse(notADate())
  return form.read(form.pattern.exec(text)?.groups ?? {}) ?? refuse(noSuchDate())
}

const refuse = (fault: Invalid): never => {
  throw fault
}

const notADate = () =>
  new Invalid(
    'rest_invalid_date',
    say(
      'This must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (an offset or Z may follow the time), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".',
    ),
  )

const noSuchDate = () =>
  new Invalid(
    'rest_invalid_date',
    say(
      'There is no such date. Day, time, offset and weekday must fit each other, within the years 1 to 9999.',
    ),
  )
