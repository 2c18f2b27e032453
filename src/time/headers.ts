import { months, placeOf, weekdays } from './counted-days.ts'
import type { Written } from './digits.ts'
import { readOffset } from './offsets.ts'
import { exists, weekdayOf } from './walls.ts'

/** A comment repeats the offset before it, so it may be ignored only after an offset. */
const zone = String.raw`(?: (?<zone>[^ ()]+)(?: \(.*\))?)?`

const forms: readonly RegExp[] = [
  // RFC 2822 3.3
  new RegExp(
    `^(?:(?<weekday>[a-z]{3}),? )?(?<day>\\d{1,2}) (?<month>[a-z]{3}) (?<year>\\d{4}) (?<time>\\d\\d:\\d\\d)(?::(?<second>\\d\\d))?${zone}$`,
    'i',
  ),
  // ECMAScript 21.4.4.41: `toString()` of a date
  new RegExp(
    `^(?<weekday>[a-z]{3}) (?<month>[a-z]{3}) (?<day>\\d\\d) (?<year>\\d{4}) (?<time>\\d\\d:\\d\\d)(?::(?<second>\\d\\d))${zone}$`,
    'i',
  ),
]

/** Parses dates of mail and HTTP headers, and of JavaScript; the result is an invalid date if the weekday is wrong. */
export const readHeader = (text: string): Written | undefined => {
  const parts = forms.map((form) => form.exec(text)).find(Boolean)?.groups
  if (!parts) return undefined
  const { weekday, day = '', month = '', year = '', time = '', second = '00' } = parts
  const number = placeOf(month.toLowerCase(), months) + 1
  const wall = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')} ${time}:${second}`
  const isOtherDay = weekday && exists(wall) && placeOf(weekday.toLowerCase(), weekdays) !== weekdayOf(wall)
  return {
    wall: isOtherDay ? '' : wall,
    hasTime: true,
    ...(parts.zone ? { offset: readOffset(parts.zone) ?? NaN } : {}),
  }
}
