import type ICAL from 'ical.js'
import { lazyRequire } from '../../lazy-require.ts'
import { message } from '../../locales/sentence.ts'
import { Refused } from '../refused.ts'
import type { Component } from './components.ts'

/** A VEVENT parsed by ical.js. Each one is parsed separately, because parsing a whole large file takes minutes. */

const library = lazyRequire<typeof ICAL>('ical.js')

export interface Property {
  readonly name: string
  readonly parameters: Readonly<Record<string, string | undefined>>
  /** In lower case; values of the type `unknown` are still escaped. */
  readonly type: string
  readonly values: readonly unknown[]
  /** The value as it stands in the file, of a time, because ical.js cuts one by position whatever it is. */
  readonly written?: string | undefined
}

type JCalProperty = [string, Record<string, string>, string, ...unknown[]]

const repeating = /^(?:RRULE|RDATE|EXDATE)[;:]/i
const excludingRule = /^EXRULE(?:;[^:]*)?:/i

/** Without the blanks that Exchange writes in values, as in `BYDAY=MO, TU`; names of zones keep theirs. */
const withoutBlanks = (line: string) =>
  line.replace(
    /^((?:[^":]|"[^"]*")*:)(.*)$/,
    (_, name: string, value: string) => name + value.replace(/\s/g, ''),
  )

export class Vevent {
  readonly line: number
  /** RRULE, RDATE and EXDATE lines, each once. */
  readonly recurrence: readonly string[]
  /** Values of EXRULE, which RFC 5545 has deprecated. */
  readonly excludingRules: readonly string[]
  private readonly properties: readonly Property[]

  constructor({ line, lines }: Component) {
    this.line = line
    this.recurrence = [
      ...new Set(lines.filter((one) => repeating.test(one) && !/:\s*$/.test(one)).map(withoutBlanks)),
    ]
    this.excludingRules = lines
      .filter((one) => excludingRule.test(one))
      .map((one) => withoutBlanks(one).replace(excludingRule, ''))
    this.properties = parse(lines)
  }

  get repeats(): boolean {
    return this.recurrence.some((line) => !/^EXDATE/i.test(line))
  }

  get sequence(): number {
    return Number(this.text('sequence')) || 0
  }

  all(name: string): readonly Property[] {
    return this.properties.filter((property) => property.name === name)
  }

  first(name: string): Property | undefined {
    return this.properties.find((property) => property.name === name)
  }

  text(name: string): string {
    return textOf(this.first(name)?.values[0])
  }
}

/** Empty for structured values, which a VALUE parameter makes of any property. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

const timeLine = /^(DTSTART|DTEND|RECURRENCE-ID)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/i

/** The first value of each of these properties. */
function writtenTimes(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = lines.flatMap((line) => {
    const [, name, value] = timeLine.exec(line) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()] as const]
  })
  return new Map(found.toReversed())
}

/** Such lines are skipped, because ical.js takes quadratic time in the number of parameters. */
const manyParameters = /^[\w-]+(?:;(?:"[^"]*"|[^":;])*){100}/

const timed = /^(?:DTSTART|DTEND|DURATION|RECURRENCE-ID)[;:]/i

/** Without the blanks around a time, which ical.js would cut by position. */
const withoutOuterBlanks = (line: string) =>
  timed.test(line) ? line.trimEnd().replace(/^((?:[^":]|"[^"]*")*:)\s+/, '$1') : line

/** Other coordinates are skipped, because ical.js reads what is not a number as 0. */
const malformedGeo = /^GEO[;:](?!(?:[^:]*:)?\s*[+-]?\d+(?:\.\d*)?\s*;\s*[+-]?\d+(?:\.\d*)?\s*$)/i

/**
 * Skips lines without a name, because one of them would make ical.js reject the component, and recurrence properties,
 * which we parse ourselves.
 */
const isReadable = (line: string) =>
  /^[\w-]+[;:]/.test(line) &&
  [repeating, excludingRule, manyParameters, malformedGeo].every((skipped) => !skipped.test(line))

function read(lines: readonly string[]): readonly JCalProperty[] {
  const [, properties] = library().parse(lines.join('\r\n')) as [string, JCalProperty[]]
  return properties
}

/** Extensions (RFC 5545 3.8.8.2), and attendees, of whom nothing is imported. */
const isDispensable = (line: string) => /^(?:X-|ATTENDEE[;:])/i.test(line)

const isUnreadable = (line: string): boolean => {
  if (/^(?:BEGIN|END):/i.test(line)) return false
  try {
    read(['BEGIN:VEVENT', line, 'END:VEVENT'])
    return false
  } catch {
    return true
  }
}

/** Skips what makes ical.js reject the component, unless it says something of the event, which is not lost silently. */
function readWithoutBroken(lines: readonly string[]): readonly JCalProperty[] {
  const broken = new Set(lines.filter(isUnreadable))
  const reason = [...broken].find((line) => !isDispensable(line))
  if (reason !== undefined) throw unreadable(reason)
  try {
    return read(lines.filter((line) => !broken.has(line)))
  } catch (error) {
    throw unreadable((error as Error).message)
  }
}

const unreadable = (reason: string) =>
  new Refused(message('This component cannot be read: {reason}', { reason: reason.slice(0, 200) }))

function propertiesOf(lines: readonly string[]): readonly JCalProperty[] {
  try {
    return read(lines)
  } catch {
    return readWithoutBroken(lines)
  }
}

function parse(lines: readonly string[]): Property[] {
  const readable = lines.filter(isReadable).map(withoutOuterBlanks)
  const times = writtenTimes(readable)
  return propertiesOf(readable).map(([name, parameters, type, ...values]) => ({
    ...{ name, parameters, type, values },
    written: times.get(name),
  }))
}
