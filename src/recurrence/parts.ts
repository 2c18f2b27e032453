import { fault, type Line } from './fault.ts'
import { isUntil } from './until.ts'
import { weekdays } from './weekdays.ts'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** The parts of a rule by name, as sent. */
export type Parts = ReadonlyMap<string, string>

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const byDay = /^(?<place>[+-]?\d{1,2})?(?:SU|MO|TU|WE|TH|FR|SA)$/

export const timeParts = ['BYHOUR', 'BYMINUTE', 'BYSECOND']

/** More than any calendar contains, yet few enough to count from the start on each request. */
const mostDates = 10_000
const longestRule = 5_000
const mostTimesADay = 288

/** Whether a text is an integer within the bounds; a negative one counts from the end. */
const isNumber =
  (lowest: number, highest: number, isSigned = false) =>
  (text: string): boolean => {
    const number = Number(isSigned ? text.replace(/^[+-]/, '') : text)
    return /^[+-]?\d{1,5}$/.test(text) && number >= lowest && number <= highest
  }

const listOf = (isValid: (text: string) => boolean) => (text: string) => text.split(',').every(isValid)

const isWeekday = (text: string) => {
  const { place } = byDay.exec(text)?.groups ?? {}
  return byDay.test(text) && (place === undefined || isNumber(1, 53, true)(place))
}

/** RFC 5545 3.3.10: the parts of a rule and checks of their values. */
const isValid: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => frequencies.includes(text),
  INTERVAL: isNumber(1, 9_999),
  COUNT: isNumber(1, mostDates),
  UNTIL: isUntil,
  BYSECOND: listOf(isNumber(0, 59)),
  BYMINUTE: listOf(isNumber(0, 59)),
  BYHOUR: listOf(isNumber(0, 23)),
  BYDAY: listOf(isWeekday),
  BYMONTHDAY: listOf(isNumber(1, 31, true)),
  BYYEARDAY: listOf(isNumber(1, 366, true)),
  BYWEEKNO: listOf(isNumber(1, 53, true)),
  BYMONTH: listOf(isNumber(1, 12)),
  BYSETPOS: listOf(isNumber(1, 366, true)),
  WKST: (text) => weekdays.includes(text),
}

export const isValidPart = (name: string, value: string): boolean => isValid[name]!(value)

/** RFC 5545 3.3.10: parts not allowed with a frequency. */
const unsuited: Readonly<Record<Frequency, readonly string[]>> = {
  DAILY: ['BYYEARDAY', 'BYWEEKNO'],
  WEEKLY: ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'],
  MONTHLY: ['BYYEARDAY', 'BYWEEKNO'],
  YEARLY: [],
}

/** The parts of a validated rule. */
export const partsOf = (rule: string): Map<string, string> =>
  new Map(rule.split(';').map((part) => part.split('=') as [string, string]))

/** The parts without the end of the rule. */
export function withoutEnd(parts: Parts): Map<string, string> {
  const endless = new Map(parts)
  endless.delete('COUNT')
  endless.delete('UNTIL')
  return endless
}

export const ruleOf = (parts: Parts): string => [...parts].map((part) => part.join('=')).join(';')

/** Normalizes a rule to upper case and removes redundant plus signs; throws a validation error that quotes the line. */
export function readRule(line: Line): string {
  if (line.value.length > longestRule)
    throw fault(line, '"{line}": at most {maximum} characters are possible.', { maximum: longestRule })
  const rule = line.value
    .toUpperCase()
    .replace(/;$/, '')
    .replaceAll(/(?<=[=,])\+(?=\d)/g, '')
  if (rule === '') throw fault(line, '"{line}": FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.')
  const names = rule.split(';').map((part) => part.split('=')[0]!)
  const parts = partsOf(rule)
  const repeated = names.find((name, place) => names.indexOf(name) !== place)
  if (repeated !== undefined) throw fault(line, '"{line}": {part} is given twice.', { part: repeated })
  for (const [name, value] of parts) checkPart(line, name, value)
  checkTogether(line, parts)
  return ruleOf(parts)
}

function checkPart(line: Line, name: string, value: string | undefined): void {
  const part = name.slice(0, 20)
  if (!Object.hasOwn(isValid, name)) throw fault(line, '"{line}": {part} is not a part of a rule.', { part })
  if (value !== undefined && isValidPart(name, value)) return
  if (name === 'FREQ') throw fault(line, '"{line}": FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.')
  if (name === 'COUNT')
    throw fault(line, '"{line}": COUNT must be a number from 1 to {maximum}.', { maximum: mostDates })
  throw fault(line, '"{line}": {part} has a value that is not possible.', { part })
}

function checkTogether(line: Line, parts: Parts): void {
  const frequency = parts.get('FREQ') as Frequency | undefined
  if (!frequency) throw fault(line, '"{line}": FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.')
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw fault(line, '"{line}": COUNT and UNTIL cannot be combined.')
  const part = unsuited[frequency].find((name) => parts.has(name))
  if (part) throw fault(line, '"{line}": {part} cannot be used with FREQ={frequency}.', { part, frequency })
  if (/\d/.test(parts.get('BYDAY') ?? '') && (/DAILY|WEEKLY/.test(frequency) || parts.has('BYWEEKNO')))
    throw fault(line, '"{line}": numbers in BYDAY need FREQ=MONTHLY or FREQ=YEARLY, without BYWEEKNO.')
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => /^BY(?!SETPOS)/.test(name)))
    throw fault(line, '"{line}": BYSETPOS needs another BY part.')
  if (timesADay(parts) > mostTimesADay)
    throw fault(line, '"{line}": at most {maximum} times a day are possible.', { maximum: mostTimesADay })
}

const timesADay = (parts: Parts): number =>
  timeParts.reduce((product, name) => product * new Set(parts.get(name)?.split(',')).size || product, 1)
