import { ifValid } from '../errors/if-valid.ts'
import { dayOf, exists, findZone, startOfDay, toInstant, toWall, type Wall } from '../time/index.ts'
import { yieldsDate } from './engine.ts'
import { fault, type Line } from './fault.ts'
import { readRule } from './parts.ts'
import { fromBasic, inOrder, startOf, timeOf, type First, type Recurrence } from './recurrence.ts'
import { enginesAgree } from './cross-check.ts'

/** Sufficient for the maximum numbers of RDATE and EXDATE in their published form. */
const longestText = 100_000
const mostDates = 2_000

const contentLine = /^(?<name>[A-Z-]+)(?<parameters>(?:;[A-Z-]+=(?:"[^"]*"|[^";:]*))*):(?<value>.*)$/is
const parameter = /;(?<name>[^=]+)=(?:"(?<quoted>[^"]*)"|(?<plain>[^;]*))/g

interface Reading {
  /** Takes the dates of RDATE before the start, which are refused otherwise. */
  readonly leaveOut?: (dates: readonly Wall[]) => void
  /** Whether the rule is only read. Its dates are not computed then, because that may take a few hundred milliseconds. */
  readonly withoutDates?: boolean
}

/** Parses lines of RFC 5545, given as a list or one text; throws a validation error that quotes the line. */
export function readRecurrence(
  input: string | readonly string[],
  first: First,
  { leaveOut, withoutDates = false }: Reading = {},
): Recurrence {
  const lines = linesIn(input).map(readLine)
  const whole = recurrenceIn(lines, first)
  const early = leaveOut === undefined ? [] : whole.dates.filter((date) => date < startOf(first))
  const recurrence = { ...whole, dates: whole.dates.slice(early.length) }
  if (early.length > 0) leaveOut?.(early)
  const [rule, second] = rulesIn(lines)
  if (second) throw fault(second, '"{line}": there can be only one RRULE.')
  if (!rule && recurrence.dates.length === 0)
    throw fault(lines[0] ?? { text: '' }, '"{line}": an RRULE or RDATE is needed.')
  if (leaveOut === undefined)
    for (const line of linesNamed(lines, 'RDATE')) checkStart(line, datesOf(line, first), first)
  if (rule && !withoutDates) checkDates(rule, recurrence.rule!, first)
  return recurrence
}

/** Parses lines written by `linesOf`. There may be none left, and their dates need no checks. */
export const readStored = (text: string, first: First): Recurrence =>
  recurrenceIn(linesIn(text).map(readLine), first)

/**
 * Like `readStored`, but returns undefined if the stored lines are corrupt, because one damaged series must not break
 * other requests.
 */
export const findStored = (text: string, first: First): Recurrence | undefined =>
  ifValid(() => readStored(text, first))

const linesNamed = (lines: readonly Line[], wanted: string) => lines.filter(({ name }) => name === wanted)

const rulesIn = (lines: readonly Line[]) => linesNamed(lines, 'RRULE')

function recurrenceIn(lines: readonly Line[], first: First): Recurrence {
  const [rule] = rulesIn(lines)
  return {
    rule: rule && readRule(rule),
    dates: datesIn(lines, 'RDATE', first) as Wall[],
    excluded: datesIn(lines, 'EXDATE', first),
  }
}

/** RFC 5545 3.1: a line that starts with whitespace continues the previous one. */
function linesIn(input: string | readonly string[]): string[] {
  const text = typeof input === 'string' ? input : input.join('\n')
  if (text.length > longestText)
    throw fault({ text }, '"{line}": at most {maximum} characters are possible.', { maximum: longestText })
  const unfolded = text.replace(/(?:\r\n|\n|\r)[ \t]/g, '')
  return unfolded
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function readLine(text: string): Line {
  const { name = '', parameters = '', value = '' } = contentLine.exec(text)?.groups ?? {}
  const line: Line = {
    text,
    name: name.toUpperCase(),
    parameters: new Map(
      [...parameters.matchAll(parameter)].map(({ groups }) => [
        groups!.name!.toUpperCase(),
        groups!.quoted ?? groups!.plain!,
      ]),
    ),
    value: value.trim(),
  }
  if (['RRULE', 'RDATE', 'EXDATE'].includes(line.name)) return line
  if (line.name === 'DTSTART')
    throw fault(line, '"{line}": there is no DTSTART; start_date is the start of the first occurrence.')
  if (line.name === 'DTEND' || line.name === 'DURATION')
    throw fault(line, '"{line}": end_date is the end of the first occurrence.')
  throw fault(line, '"{line}": only lines that begin with RRULE:, RDATE: or EXDATE: are possible.')
}

function datesIn(lines: readonly Line[], name: string, first: First): string[] {
  const found = linesNamed(lines, name).flatMap((line) => datesOf(line, first))
  if (found.length > mostDates)
    throw fault({ text: name }, '"{line}": at most {maximum} dates are possible.', { maximum: mostDates })
  return inOrder(found)
}

const datesOf = (line: Line, first: First): string[] =>
  line.value.split(',').map((value) => readDate(line, value.trim().toUpperCase(), first))

const forms = { day: /^\d{8}$/, time: /^\d{8}T\d{6}Z?$/ }

function readDate(line: Line, value: string, first: First): string {
  const kind = line.parameters.get('VALUE')?.toUpperCase()
  if (kind === 'PERIOD' || value.includes('/'))
    throw fault(line, '"{line}": PERIOD is not supported; all occurrences have the duration of the first.')
  const isDay = forms.day.test(value)
  const wall = fromBasic(value)
  const isDate = isDay ? kind !== 'DATE-TIME' : forms.time.test(value) && kind !== 'DATE'
  if (!isDate || !exists(isDay ? `${wall} 00:00:00` : wall))
    throw fault(line, '"{line}": "{value}" is not a date such as 20270302T190000.', {
      value: value.slice(0, 20),
    })
  return placed(line, isDay ? wall : inZone(line, wall, value, first), first)
}

/**
 * A date without a time refers to the day of an all-day event or to the time of day of the start; as EXDATE it excludes
 * everything on that day.
 */
function placed(line: Line, date: string, first: First): string {
  if (first.allDay) return startOfDay(date)
  if (date.length > 10 || line.name === 'EXDATE') return date
  return `${date} ${timeOf(first.start)}`
}

/** Throws if one of these dates, which the line adds, lies before the start of the series. */
export function checkStart(line: Pick<Line, 'text'>, dates: readonly string[], first: First): void {
  const early = dates.find((date) => date < startOf(first))
  if (early !== undefined)
    throw fault(line, '"{line}": {value} lies before start_date.', { value: dayOf(early) })
}

/** A day is the same everywhere, so the zone of a time on it, as Exchange writes of all-day events, says nothing. */
function inZone(line: Line, wall: Wall, value: string, { timezone, allDay }: First): Wall {
  const name = value.endsWith('Z') ? 'UTC' : line.parameters.get('TZID')
  if (name === undefined) return wall
  const zone = findZone(name)
  if (!zone) throw fault(line, '"{line}": the time zone "{zone}" is not known.', { zone: name.slice(0, 50) })
  const isMeantHere = zone === timezone || (allDay && !value.endsWith('Z'))
  return isMeantHere ? wall : toWall(toInstant(wall, zone), timezone)
}

function checkDates(line: Line, rule: string, first: First): void {
  if (!hasDates(line, rule, first))
    throw fault(line, '"{line}": this rule yields no date within a hundred years.')
  if (!enginesAgree(rule, first))
    throw fault(
      line,
      '"{line}": calendars read this rule differently; write it in another way, or list the dates with RDATE.',
    )
}

function hasDates(line: Line, rule: string, first: First): boolean {
  try {
    return yieldsDate(rule, first)
  } catch {
    // The engine throws on numbers that no period of the frequency can reach.
    throw fault(line, '"{line}": a number in BYDAY or BYSETPOS is too large for this FREQ.')
  }
}
