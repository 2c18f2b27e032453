import { addDays, isDay } from './days.ts'

/** Days, times and lengths as people write them. Undefined: not understood. */

const two = (value: number) => String(value).padStart(2, '0')

const dayText = (year: number, month: number, day: number): string | undefined => {
  const text = `${year}-${two(month)}-${two(day)}`
  return isDay(text) ? text : undefined
}

/** Without accents and signs, so that “déc.” is “dec”. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function monthNamed(word: string, language: string): number | undefined {
  if (word.length < 3) return undefined
  const isMonth = (locale: string) => (month: number) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
    return plain(format.format(Date.UTC(2026, month - 1, 1))).startsWith(word)
  }
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  return [language, 'en'].map((locale) => months.find(isMonth(locale))).find((month) => month !== undefined)
}

const words: Readonly<Record<string, number>> = {
  today: 0,
  heute: 0,
  "aujourd'hui": 0,
  tomorrow: 1,
  morgen: 1,
  demain: 1,
}

/** `2026-12-09`, `9.12.`, `9/12/2026`, `Wed 9 Dec 2026`, `tomorrow`. A day without its year is the next one. */
export function readDay(text: string, language: string, today: string): string | undefined {
  const said = plain(text.trim().replaceAll('’', "'"))
  if (isDay(said)) return said
  if (Object.hasOwn(words, said)) return addDays(today, words[said]!)
  const numbers = /^(?:\p{L}+\.?,? )?(\d{1,2})[./](?: ?)(\d{1,2})(?:[./] ?(\d{4})?)?$/u.exec(said)
  const named = /^(?:\p{L}+\.?,? )?(\d{1,2})\.? (\p{L}+)\.?(?: (\d{4}))?$/u.exec(said)
  const found = numbers ?? named
  if (found === null) return undefined
  const [, day = '', month = '', year] = found
  const monthNumber = numbers === null ? monthNamed(month, language) : Number(month)
  if (monthNumber === undefined) return undefined
  if (year !== undefined) return dayText(Number(year), monthNumber, Number(day))
  const thisYear = Number(today.slice(0, 4))
  return [thisYear, thisYear + 1]
    .map((one) => dayText(one, monthNumber, Number(day)))
    .find((one) => one !== undefined && one >= today)
}

/** `1930`, `19.30`, `19 h 30`, `7:30pm`, `9` as `19:30`. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?:\s*[:.h]?\s*(\d\d))?\s*(?:h|uhr)?\s*([ap]m)?$/i.exec(text.trim())
  if (found === null) return undefined
  const [, hour = '', minute = '0', half] = found
  const isHalfClock = half !== undefined
  const hours = isHalfClock ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${two(hours)}:${two(Number(minute))}` : undefined
}

/** `2:15` or `2 h 15` as minutes. */
export function readLength(text: string): number | undefined {
  const found = /^(\d{1,3})(?:\s*[:.h]\s*(\d\d)?)?\s*$/i.exec(text.trim())
  if (found === null) return undefined
  const [, hours = '', minutes = '0'] = found
  return Number(minutes) < 60 ? Number(hours) * 60 + Number(minutes) : undefined
}

export const lengthText = (minutes: number): string => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`
