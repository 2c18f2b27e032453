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

/** Other coordinates are skipped, because ical.js reads what is not a number as 0. */
const malformedGeo = /^GEO[;:](?!(?:[^:]*:)?\s*[+-]?\d+(?:\.\d*)?\s*;\s*[+-]?\d+(?:\.\d*)?\s*$)/i

/**
 * Skips lines without a name, because one of them would make ical.js reject the component, and recurrence properties,
 * which we parse ourselves.
 */
const isReadable = (line: string) =>
  /^[\w-]+[;:]/.test(line) &&
  [repeating, excludingRule, manyParameters, malformedGeo].every((skipped) => !skipped.test(line))

function parse(lines: readonly string[]): Property[] {
  try {
    const readable = lines.filter(isReadable)
    const [, properties] = library().parse(readable.join('\r\n')) as [string, JCalProperty[]]
    const times = writtenTimes(readable)
    return properties.map(([name, parameters, type, ...values]) => ({
      ...{ name, parameters, type, values },
      written: times.get(name),
    }))
  } catch (error) {
    throw new Refused(
      message('This component cannot be read: {reason}', { reason: (error as Error).message.slice(0, 200) }),
    )
  }
}
