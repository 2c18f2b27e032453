import { addDays, addMonths, dayOf, startOfDay, weekdayOf, type Wall } from './walls.ts'

/** Parses days relative to today, or within a month or week, with the semantics of PHP. */

export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const steps: Readonly<Record<string, number>> = { this: 0, next: 1, last: -1, previous: -1 }

const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

const edgeOfMonth = /^(?:the )?(?<edge>first|last) day of (?<month>.+)$/
const weekdayOfMonth = /^(?:the )?(?<ordinal>[a-z]{4,6}) (?<weekday>[a-z]{3,9}) of (?<month>.+)$/
const weekdayOfWeek = /^(?<weekday>[a-z]{3,9}) (?<step>this|next|last|previous) week$/
const nearMonth = /^(?<step>this|next|last|previous) month$/
const namedMonth = /^(?<month>[a-z]{3,9}),? (?:(?<year>\d{4})|(?<step>this|next|last|previous) year)$/

/** Index of a full name or its first three letters. */
export const placeOf = (word: string | undefined, names: readonly string[]): number =>
  names.findIndex((name) => name === word || name.slice(0, 3) === word)

/** Returns `YYYY-MM-DD`, relative to the current local time. */
export const countDay = (text: string, here: Wall): string | undefined => {
  const words = text.toLowerCase()
  const days = Object.hasOwn(nearDays, words) ? nearDays[words] : undefined
  if (days !== undefined) return dayOf(addDays(startOfDay(here), days))
  return inWeek(words, here) ?? edge(words, here) ?? weekdayInMonth(words, here)
}

/** ISO 8601: weeks begin on Monday. */
const inWeek = (words: string, here: Wall): string | undefined => {
  const { weekday, step = '' } = weekdayOfWeek.exec(words)?.groups ?? {}
  const place = placeOf(weekday, weekdays)
  if (place < 0) return undefined
  const sinceMonday = (day: number) => (day + 6) % 7
  const ahead = sinceMonday(place) - sinceMonday(weekdayOf(here)) + 7 * (steps[step] ?? 0)
  return dayOf(addDays(startOfDay(here), ahead))
}

const edge = (words: string, here: Wall): string | undefined => {
  const parts = edgeOfMonth.exec(words)?.groups
  const first = parts && firstOfMonth(parts.month ?? '', here)
  if (!first) return undefined
  return parts.edge === 'first' ? dayOf(first) : lastOfMonth(first)
}

/** Adds months to January 31, because the day before the next month cannot be computed for December 9999. */
const lastOfMonth = (first: Wall): string =>
  dayOf(addMonths(`${first.slice(0, 4)}-01-31 00:00:00`, Number(first.slice(5, 7)) - 1))

/** Undefined for "the fifth friday of" a month with only four. */
const weekdayInMonth = (words: string, here: Wall): string | undefined => {
  const { ordinal = '', weekday, month = '' } = weekdayOfMonth.exec(words)?.groups ?? {}
  const place = placeOf(weekday, weekdays)
  const first = firstOfMonth(month, here)
  if (place < 0 || !first) return undefined
  const ahead = (place - weekdayOf(first) + 7) % 7
  const found = [0, 1, 2, 3, 4]
    .map((week) => dayOf(addDays(first, ahead + 7 * week)))
    .filter((day) => day.slice(0, 7) === first.slice(0, 7))
  return ordinal === 'last' ? found.at(-1) : found[ordinals.indexOf(ordinal)]
}

const firstOfMonth = (text: string, here: Wall): Wall | undefined => {
  const near = nearMonth.exec(text)?.groups?.step
  if (near) return addMonths(`${here.slice(0, 7)}-01 00:00:00`, steps[near] ?? 0)
  const { month, year, step = '' } = namedMonth.exec(text)?.groups ?? {}
  const place = placeOf(month, months)
  if (place < 0) return undefined
  const shown = year ?? String(Number(here.slice(0, 4)) + (steps[step] ?? 0)).padStart(4, '0')
  return shown === '0000' ? undefined : `${shown}-${String(place + 1).padStart(2, '0')}-01 00:00:00`
}
