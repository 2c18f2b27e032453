import { formatMessage, messageLanguageFor } from '../locales/index.ts'
import { message, pluralMessage, type LocalizableMessage } from '../locales/sentence.ts'
import {
  dateFormat,
  lastSecond,
  localeOf,
  memoize,
  toInstant,
  type DateOptions,
  type Wall,
} from '../time/index.ts'
import { wallsOf } from './dates.ts'
import { lastDay, untilIn } from './until.ts'
import { partsOf, type Parts } from './parts.ts'
import { startOf, type First, type Recurrence } from './recurrence.ts'
import { weekdayName, weekdays } from './weekdays.ts'

const styles = {
  weekday: { weekday: 'long' },
  month: { month: 'long' },
  dayMonth: { day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, DateOptions>

/** Formatters for describing a rule in one language. */
interface Speech {
  readonly say: (sentence: LocalizableMessage) => string
  /** Joined by "and". */
  readonly list: (texts: readonly string[]) => string
  readonly format: (style: keyof typeof styles, wall: Wall) => string
  readonly ordinal: (number: number) => string
}

const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const english = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinals: Readonly<Record<string, (number: number) => string>> = {
  en: (number) => `${number}${suffixes[english.select(number)]}`,
  fr: (number) => `le ${number === 1 ? '1er' : number}`,
  de: (number) => `${number}.`,
}

const speechIn = memoize((language: string): Speech => {
  const lists = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const formatters = Object.fromEntries(
    Object.entries(styles).map(([style, options]) => [style, dateFormat(language, options)]),
  )
  return {
    say: (sentence) => formatMessage(sentence, language),
    list: (texts) => lists.format(texts),
    format: (style, wall) => formatters[style]!.format(toInstant(wall, 'UTC') * 1000),
    ordinal: ordinals[language]!,
  }
})

/**
 * Describes a recurrence in words: "Every Tuesday until 3 March 2027", or just "Repeats" for rules that are too
 * complex.
 */
export function inWords(recurrence: Recurrence, first: First, requested: string): string {
  const speech = speechIn(messageLanguageFor(requested) ?? 'en')
  const { rule } = recurrence
  if (rule === undefined) {
    const window = { until: lastSecond, limit: Infinity }
    const count = wallsOf(recurrence, first, window).length
    return speech.say(pluralMessage(count, 'On {count} date', 'On {count} dates'))
  }
  const parts = partsOf(rule)
  const words = isCommon(parts) ? rhythm(parts, startOf(first), speech) : undefined
  return withEnd(words ?? speech.say(message('Repeats')), parts, first, speech)
}

const common = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']

const isCommon = (parts: Parts): boolean => [...parts.keys()].every((name) => common.includes(name))

function withEnd(rule: string, parts: Parts, first: First, { say, format }: Speech): string {
  if (parts.has('UNTIL')) {
    const date = format('date', `${lastDay(untilIn(parts.get('UNTIL')!, first), startOf(first))} 00:00:00`)
    return say(message('{rule} until {date}', { rule, date }))
  }
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0) return rule
  return say(pluralMessage(count, '{rule}, once', '{rule}, {count} times', { rule }))
}

function rhythm(parts: Parts, start: Wall, speech: Speech): string | undefined {
  const count = Number(parts.get('INTERVAL') ?? 1)
  const has = (...names: string[]) => names.some((name) => parts.has(name))
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return has('BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS')
        ? undefined
        : speech.say(pluralMessage(count, 'Every day', 'Every {count} days'))
    case 'WEEKLY':
      return has('BYMONTH', 'BYSETPOS') ? undefined : weekly(parts, start, count, speech)
    case 'MONTHLY':
      return has('BYMONTH') ? undefined : monthly(parts, start, count, speech)
    default:
      return yearly(parts, start, count, speech)
  }
}

const dayName = (name: string, { format }: Speech): string =>
  format('weekday', `2027-08-0${weekdays.indexOf(name) + 1} 00:00:00`)

function weekly(parts: Parts, start: Wall, count: number, speech: Speech): string {
  const names = parts.get('BYDAY')?.split(',') ?? [weekdayName(start)]
  const fromMonday = (name: string) => (weekdays.indexOf(name) + 6) % 7
  const sorted = [...new Set(names)].sort((one, other) => fromMonday(one) - fromMonday(other))
  const days = speech.list(sorted.map((name) => dayName(name, speech)))
  if (count > 1) return speech.say(message('Every {count} weeks on {days}', { count, days }))
  return speech.say(sorted.length === 7 ? message('Every day') : message('Every {days}', { days }))
}

function monthly(parts: Parts, start: Wall, count: number, speech: Speech): string | undefined {
  const day = dayOfMonth(parts, start, speech)
  if (day === undefined) return undefined
  return speech.say(pluralMessage(count, 'Every month on {day}', 'Every {count} months on {day}', { day }))
}

/** "the 1st and 15th", "the last day", "the first Tuesday". */
function dayOfMonth(parts: Parts, start: Wall, speech: Speech): string | undefined {
  const { say, list, ordinal } = speech
  if (parts.has('BYDAY')) return parts.has('BYMONTHDAY') ? undefined : placedWeekday(parts, speech)
  if (parts.has('BYSETPOS')) return undefined
  const numbers = (parts.get('BYMONTHDAY') ?? start.slice(8, 10)).split(',').map(Number)
  if (numbers.join() === '-1') return say(message('the last day'))
  if (numbers.some((number) => number < 0)) return undefined
  const sorted = numbers.sort((one, other) => one - other)
  return say(message('the {days}', { days: list(sorted.map(ordinal)) }))
}

const places: Readonly<Record<string, LocalizableMessage>> = {
  1: message('first'),
  2: message('second'),
  3: message('third'),
  4: message('fourth'),
  5: message('fifth'),
  [-1]: message('last'),
}

/** `1TU,3TU`, or `TU` with BYSETPOS: one weekday, at one or more places. */
function placedWeekday(parts: Parts, speech: Speech): string | undefined {
  const days = parts
    .get('BYDAY')!
    .split(',')
    .map((day) => ({ name: day.slice(-2), place: day.slice(0, -2) }))
  const [{ name }] = days as [(typeof days)[number]]
  const isNumbered = days.every(({ place }) => place !== '')
  const positions = isNumbered ? days.map(({ place }) => place) : (parts.get('BYSETPOS')?.split(',') ?? [])
  const known = positions.map((position) => places[Number(position)])
  const isOne =
    days.every((day) => day.name === name) && (isNumbered ? !parts.has('BYSETPOS') : days.length === 1)
  if (!isOne || known.length === 0 || known.includes(undefined)) return undefined
  const place = speech.list(known.map((each) => speech.say(each!)))
  return speech.say(message('the {place} {days}', { place, days: dayName(name, speech) }))
}

function yearly(parts: Parts, start: Wall, count: number, speech: Speech): string | undefined {
  const month = (parts.get('BYMONTH') ?? start.slice(5, 7)).padStart(2, '0')
  const days = parts.get('BYMONTHDAY') ?? start.slice(8, 10)
  if (month.includes(',') || (!parts.has('BYMONTH') && (parts.has('BYMONTHDAY') || parts.has('BYDAY'))))
    return undefined
  if (parts.has('BYDAY') || days.startsWith('-') || days.includes(',')) {
    const day = dayOfMonth(parts, start, speech)
    if (day === undefined) return undefined
    const values = { day, month: speech.format('month', `2027-${month}-01 00:00:00`) }
    const [singular, plural] = [
      'Every year on {day} in {month}',
      'Every {count} years on {day} in {month}',
    ] as const
    return speech.say(pluralMessage(count, singular, plural, values))
  }
  const date = `2028-${month}-${days.padStart(2, '0')} 00:00:00`
  const day = speech.format('dayMonth', date)
  return speech.say(pluralMessage(count, 'Every year on {day}', 'Every {count} years on {day}', { day }))
}
